//! Which encoding bytes are in, and what they say in it.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, ISO_2022_JP, SHIFT_JIS, UTF_8, UTF_16BE,
    UTF_16LE, WINDOWS_1252,
};

/// The encodings whose characters may end with a byte that SGF reads as a bracket or a backslash.
pub(crate) const EAST_ASIAN: [&Encoding; 6] =
    [SHIFT_JIS, GB18030, BIG5, EUC_JP, EUC_KR, ISO_2022_JP];

/// The text of a file: as its byte order mark says, else as UTF-8, else in the encoding that it looks
/// like, which is never certain. What cannot be read becomes U+FFFD.
///
/// ```
/// assert_eq!(gomoku_records::decode(b"\xef\xbb\xbfh8i9"), "h8i9");
/// assert_eq!(gomoku_records::decode(b"\xff\xfeh\x008\x00"), "h8");
/// assert_eq!(gomoku_records::decode(b"# Jos\xe9\nh8i9"), "# José\nh8i9");
/// ```
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match Encoding::for_bom(bytes) {
        Some((encoding, length)) => encoding.decode_without_bom_handling(&bytes[length..]).0,
        None => Guess::default().decode(bytes).0,
    }
}

/// An encoding of ASCII and more.
///
/// ```
/// use gomoku_records::TextEncoding;
///
/// let encoding: TextEncoding = "cp936".parse()?;
/// assert_eq!(encoding.to_string(), "GBK");
/// assert!("UTF-16".parse::<TextEncoding>().is_err());
/// # Ok::<(), gomoku_records::UnknownEncoding>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextEncoding(pub(crate) &'static Encoding);

impl TextEncoding {
    /// What is written unless another one is wanted.
    pub const UTF_8: Self = Self(UTF_8);

    /// The bytes of `text`, with `?` for each character that the encoding does not have, and how many there
    /// are.
    pub(crate) fn encode(self, text: &str) -> (Cow<'_, [u8]>, usize) {
        let (bytes, encoding, _) = self.0.encode(text);
        if encoding.decode_without_bom_handling(&bytes).0 == text {
            return (bytes, 0);
        }
        let mut lost = 0;
        let kept = |character: char| {
            // An encoder may take a character for one that looks alike, such as a backslash.
            let text = character.encode_utf8(&mut [0; 4]).to_owned();
            let is_kept = self.0.decode_without_bom_handling(&self.0.encode(&text).0).0 == text;
            lost += usize::from(!is_kept);
            if is_kept { character } else { '?' }
        };
        let text: String = text.chars().map(kept).collect();
        (self.0.encode(&text).0.into_owned().into(), lost)
    }
}

impl Default for TextEncoding {
    fn default() -> Self {
        Self::UTF_8
    }
}

/// The name that the web has for it.
impl fmt::Display for TextEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name())
    }
}

/// Text that names no encoding of ASCII and more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownEncoding;

impl fmt::Display for UnknownEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "expected an encoding such as UTF-8, GB18030, Shift_JIS, Big5, EUC-KR or windows-1251",
        )
    }
}

impl std::error::Error for UnknownEncoding {}

impl FromStr for TextEncoding {
    type Err = UnknownEncoding;

    /// Reads a name as the web or Windows has it, such as `gbk` or `cp936`.
    fn from_str(text: &str) -> Result<Self, UnknownEncoding> {
        named(text).map(Self).ok_or(UnknownEncoding)
    }
}

/// The encoding that a collection seems to be in; the more of it is read, the better the guess. None is needed
/// where the encoding is stated.
pub(crate) struct Guess {
    detector: EncodingDetector,
    stated: Option<TextEncoding>,
}

impl Default for Guess {
    fn default() -> Self {
        Self::stated_as(None)
    }
}

impl Guess {
    /// Of a collection whose encoding is `stated`, if it is known.
    pub fn stated_as(stated: Option<TextEncoding>) -> Self {
        Self { detector: EncodingDetector::new(Iso2022JpDetection::Allow), stated }
    }

    /// The encoding that is known.
    pub fn stated(&self) -> Option<TextEncoding> {
        self.stated
    }

    /// The encoding of all bytes so far, `more` among them, which are not UTF-8.
    pub fn encoding(&mut self, more: &[u8]) -> &'static Encoding {
        self.detector.feed(more, false);
        self.detector.guess(None, Utf8Detection::Deny)
    }

    /// `bytes` as UTF-8, or else as the guess has them, or else as Windows-1252, which reads any; and the
    /// encoding, if it was guessed.
    pub fn decode<'a>(&mut self, bytes: &'a [u8]) -> (Cow<'a, str>, Option<&'static Encoding>) {
        if let Some(TextEncoding(stated)) = self.stated {
            return (stated.decode_without_bom_handling(bytes).0, None);
        }
        if let (Ok(text), false) = (str::from_utf8(bytes), has_escapes(bytes)) {
            return (Cow::Borrowed(text), None);
        }
        let guess = self.encoding(bytes);
        let (text, has_errors) = guess.decode_without_bom_handling(bytes);
        if has_errors {
            (WINDOWS_1252.decode_without_bom_handling(bytes).0, Some(WINDOWS_1252))
        } else {
            (text, Some(guess))
        }
    }
}

/// The encoding of ASCII and more that `label` names: in the way of the web, or as a code page of Windows.
pub(crate) fn named(label: &str) -> Option<&'static Encoding> {
    let label = label.trim().to_ascii_lowercase();
    let page = label.strip_prefix("cp").or(label.strip_prefix("windows-"));
    let encoding = match page.or(label.strip_prefix("ms")).unwrap_or(&label) {
        "932" => Some(SHIFT_JIS),
        "936" => Some(GBK),
        "949" => Some(EUC_KR),
        "950" => Some(BIG5),
        "65001" => Some(UTF_8),
        _ => Encoding::for_label_no_replacement(label.as_bytes()),
    };
    encoding.filter(|&encoding| encoding != UTF_16LE && encoding != UTF_16BE)
}

/// Whether the second byte of the character that `first` begins may be one that ASCII has, too.
pub(crate) fn has_ascii_tail(encoding: &'static Encoding, first: u8) -> bool {
    match first {
        0x81..=0x9f | 0xe0..=0xfc if encoding == SHIFT_JIS => true,
        0x81..=0xfe => [GBK, GB18030, BIG5].contains(&encoding),
        _ => false,
    }
}

/// Whether the bytes are one character, and not a mistake and a letter of ASCII.
pub(crate) fn is_one_character(encoding: &'static Encoding, bytes: [u8; 2]) -> bool {
    !encoding.decode_without_bom_handling(&bytes).1
}

/// Whether an escape switches to characters of two bytes, each like one of ASCII.
pub(crate) fn has_escapes(bytes: &[u8]) -> bool {
    bytes.windows(2).any(|pair| pair == b"\x1b$")
}

/// Whether escapes do so in `encoding`.
pub(crate) fn knows_escapes(encoding: &'static Encoding) -> bool {
    encoding == ISO_2022_JP
}

#[cfg(test)]
mod tests;
