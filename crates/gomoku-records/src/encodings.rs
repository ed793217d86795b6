//! Which encoding bytes are in, and what they say in it.

use std::borrow::Cow;

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

/// The encoding that a collection seems to be in; the more of it is read, the better the guess.
pub(crate) struct Guess(EncodingDetector);

impl Default for Guess {
    fn default() -> Self {
        Self(EncodingDetector::new(Iso2022JpDetection::Allow))
    }
}

impl Guess {
    /// The encoding of all bytes so far, `more` among them, which are not UTF-8.
    pub fn encoding(&mut self, more: &[u8]) -> &'static Encoding {
        self.0.feed(more, false);
        self.0.guess(None, Utf8Detection::Deny)
    }

    /// `bytes` as UTF-8, or else as the guess has them, or else as Windows-1252, which reads any; and the
    /// encoding, if it was guessed.
    pub fn decode<'a>(&mut self, bytes: &'a [u8]) -> (Cow<'a, str>, Option<&'static Encoding>) {
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
mod tests {
    use encoding_rs::{WINDOWS_1250, WINDOWS_1251};

    use super::*;

    #[test]
    fn encodings_are_named_as_the_web_and_windows_do() {
        for (label, encoding) in [
            ("UTF-8", Some(UTF_8)),
            ("utf8", Some(UTF_8)),
            (" ISO-8859-1 ", Some(WINDOWS_1252)),
            ("latin1", Some(WINDOWS_1252)),
            ("GB2312", Some(GBK)),
            ("gb18030", Some(GB18030)),
            ("cp936", Some(GBK)),
            ("Shift_JIS", Some(SHIFT_JIS)),
            ("SJIS", Some(SHIFT_JIS)),
            ("CP932", Some(SHIFT_JIS)),
            ("windows-932", Some(SHIFT_JIS)),
            ("MS950", Some(BIG5)),
            ("Big5", Some(BIG5)),
            ("ks_c_5601-1987", Some(EUC_KR)),
            ("windows-1250", Some(WINDOWS_1250)),
            ("cp1251", Some(WINDOWS_1251)),
            ("iso-2022-jp", Some(ISO_2022_JP)),
            // It names no encoding of bytes in which SGF could stand.
            ("UTF-16", None),
            ("klingon", None),
            ("", None),
        ] {
            assert_eq!(named(label), encoding, "{label}");
        }
    }

    #[test]
    fn texts_are_decoded() {
        for text in ["h8i9", "# 五子棋 é\nh8", ""] {
            assert_eq!(decode(text.as_bytes()), text);
            assert_eq!(decode(format!("\u{feff}{text}").as_bytes()), text);
            for (mark, write) in [
                (&b"\xff\xfe"[..], u16::to_le_bytes as fn(u16) -> [u8; 2]),
                (b"\xfe\xff", u16::to_be_bytes),
            ] {
                let units = text.encode_utf16().flat_map(write);
                let bytes: Vec<u8> = mark.iter().copied().chain(units).collect();
                assert_eq!(decode(&bytes), text);
            }
        }
        for (text, encoding) in [
            ("# André Müller", WINDOWS_1252),
            ("# Dvořák, Kuželka", WINDOWS_1250),
            ("# Александр Иванов", WINDOWS_1251),
            ("# 日本のソフトです。五目並べの棋譜。", SHIFT_JIS),
            ("# 五子棋的棋谱，黑先白后。", GBK),
        ] {
            assert_eq!(decode(&encoding.encode(text).0), text);
        }
        assert_eq!(decode(b"h8\x81"), "h8\u{81}", "unknown to every encoding");
    }
}
