//! JSON as it is written: a map of the fields of an object hides that one is given twice.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use super::answer::Problem;
use super::read::Reader;

/// Reads JSON, and finds the first field that an object has twice; in the value it is the last of them.
///
/// # Errors
/// When it is not JSON.
pub fn read_json(text: &[u8]) -> serde_json::Result<(Value, Option<Problem>)> {
    let (mut reader, mut twice) = (Reader::default(), None);
    let mut json = serde_json::Deserializer::from_slice(text);
    let value = Seed { reader: &mut reader, twice: &mut twice }.deserialize(&mut json)?;
    json.end()?;
    Ok((value, twice))
}

/// The value at the place of the reader.
struct Seed<'a> {
    reader: &'a mut Reader,
    twice: &'a mut Option<Problem>,
}

impl<'de> DeserializeSeed<'de> for Seed<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Seed<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut array = Vec::new();
        while let Some(item) = self.reader.at(format_args!("[{}]", array.len()), |reader| {
            items.next_element_seed(Seed { reader, twice: self.twice })
        })? {
            array.push(item);
        }
        Ok(array.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(name) = fields.next_key::<String>()? {
            let value = self.reader.field(&name, |reader| {
                if object.contains_key(&name) {
                    self.twice.get_or_insert_with(|| reader.problem("given twice".to_owned()));
                }
                fields.next_value_seed(Seed { reader, twice: self.twice })
            })?;
            object.insert(name, value);
        }
        Ok(object.into())
    }
}
