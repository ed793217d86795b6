//! The tables of a database, which games refer to by number.

use std::collections::{BTreeMap, HashMap};

/// The attributes of an element.
type Attributes = BTreeMap<String, String>;

/// The tables of a database.
#[derive(Default)]
pub(crate) struct Tables {
    /// The attributes of each element that has a number, by its name and number.
    rows: HashMap<(String, String), Attributes>,
}

impl Tables {
    /// Adds what an element says.
    pub fn add(&mut self, element: &str, mut attributes: Attributes) {
        const KNOWN: [&str; 6] = ["country", "city", "rule", "opening", "player", "tournament"];
        if let (true, Some(id)) = (KNOWN.contains(&element), attributes.remove("id")) {
            self.rows.insert((element.to_owned(), id), attributes);
        }
    }

    fn value(&self, element: &str, id: &str, name: &str) -> Option<&str> {
        let row = self.rows.get(&(element.to_owned(), id.to_owned()))?;
        row.get(name).map(|value| value.trim()).filter(|value| !value.is_empty())
    }

    /// The name of an element, or else its number.
    pub fn name(&self, element: &str, id: &str) -> String {
        self.value(element, id, "name").map_or_else(|| format!("#{id}"), str::to_owned)
    }

    /// The name of a player.
    pub fn player(&self, id: &str) -> String {
        let names = ["name", "surname"].map(|name| self.value("player", id, name));
        let names: Vec<&str> = names.into_iter().flatten().collect();
        if names.is_empty() { format!("#{id}") } else { names.join(" ") }
    }

    /// Name, date and place of a tournament.
    pub fn tournament(&self, id: &str) -> (Option<String>, Option<String>, Option<String>) {
        let value = |name| self.value("tournament", id, name);
        let date = value("start").or_else(|| value("year"));
        let place = |element| Some(self.name(element, value(element)?));
        let places: Vec<String> = [place("city"), place("country")].into_iter().flatten().collect();
        let place = (!places.is_empty()).then(|| places.join(", "));
        (Some(self.name("tournament", id)), date.map(str::to_owned), place)
    }
}
