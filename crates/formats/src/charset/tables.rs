//! Decoding with the tables of all encodings.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8};

use super::{Decoded, Evidence};

/// Decodes a text in an unknown encoding.
///
/// ```
/// use tesuji_formats::{Evidence, decode};
/// let decoded = decode(b"(;CA[Shift_JIS]PB[\x95\\])"); // one character, whose second byte is a backslash
/// assert_eq!(decoded.text, "(;CA[Shift_JIS]PB[表])");
/// assert_eq!(decoded.evidence, Evidence::Declared);
/// ```
#[must_use]
pub fn decode(bytes: &[u8]) -> Decoded<'_> {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return with(encoding, &bytes[mark..], Evidence::ByteOrderMark);
    }
    let utf8 = with(UTF_8, bytes, Evidence::ValidUtf8);
    match declared(bytes).map(|encoding| with(encoding, bytes, Evidence::Declared)) {
        Some(declared) if !declared.damaged => return declared,
        _ if !utf8.damaged => return utf8,
        Some(declared) if is_mostly_right(&declared.text) => return declared,
        _ => {}
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    with(detector.guess(None, Utf8Detection::Allow), bytes, Evidence::Guessed)
}

/// Whether so few bytes had no meaning that they are damage, rather than the sign of another encoding.
fn is_mostly_right(text: &str) -> bool {
    let foreign = text.chars().filter(|c| !c.is_ascii()).count();
    let replaced = text.chars().filter(|&c| c == char::REPLACEMENT_CHARACTER).count();
    replaced * 10 <= foreign
}

fn with<'a>(encoding: &'static Encoding, bytes: &'a [u8], evidence: Evidence) -> Decoded<'a> {
    let (text, damaged) = encoding.decode_without_bom_handling(bytes);
    Decoded { text, encoding: encoding.name(), evidence, damaged }
}

/// The encoding that the first sensible `CA[...]` names.
fn declared(bytes: &[u8]) -> Option<&'static Encoding> {
    let mut rest = bytes;
    while let Some(found) = rest.windows(2).position(|pair| pair == b"CA") {
        let before = rest[..found].last();
        rest = &rest[found + 2..];
        if before.is_some_and(u8::is_ascii_alphanumeric) {
            continue;
        }
        let value = rest.trim_ascii_start();
        let Some(value) = value.strip_prefix(b"[") else { continue };
        let longest = &value[..value.len().min(40)];
        let Some(end) = longest.iter().position(|&b| b == b']') else { continue };
        if let Some(encoding) = encoding_of(&value[..end]) {
            return Some(encoding);
        }
    }
    None
}

/// The encoding of a name, also of names that Go programs write but the web does not know.
fn encoding_of(label: &[u8]) -> Option<&'static Encoding> {
    let label = label.trim_ascii().to_ascii_lowercase();
    let web_name: &[u8] = match label.as_slice() {
        b"cp932" | b"ms932" | b"windows-932" | b"shift jis" | b"shiftjis" => b"shift_jis",
        b"euc_jp" | b"eucjp" | b"euc" => b"euc-jp",
        b"cp936" | b"windows-936" | b"gb" | b"euc-cn" => b"gbk",
        b"cp949" | b"windows-949" | b"euc_kr" | b"euckr" => b"euc-kr",
        b"cp950" | b"windows-950" | b"big-5" => b"big5",
        b"latin-1" | b"iso8859_1" | b"iso_8859_1" => b"latin1",
        b"utf_8" => b"utf-8",
        other => other,
    };
    // UTF-16 cannot be: its `CA` would not be readable as ASCII. Dangerous old encodings map to "replacement".
    Encoding::for_label_no_replacement(web_name).filter(|encoding| encoding.is_ascii_compatible())
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{BIG5, EUC_JP, EUC_KR, GBK, SHIFT_JIS, WINDOWS_1252};

    const JAPANESE: &str = "これは囲碁の攻め合いの問題です。黒先でどうなりますか。表示能力ソ予";
    const CHINESE: &str = "这是一个围棋对杀的问题。黑先,结果怎么样?请大家仔细计算一下双方的气。";
    const TAIWANESE: &str = "這是一個圍棋對殺的問題。黑先,結果怎麼樣?功許蓋";
    const KOREAN: &str = "이것은 바둑의 수상전 문제입니다. 흑이 먼저 두면 어떻게 됩니까?";
    const FRENCH: &str = "La partie a été jouée à l'école; le joueur noir a gagné après un très bel échange.";

    fn samples() -> [(&'static Encoding, &'static str); 6] {
        [
            (SHIFT_JIS, JAPANESE),
            (EUC_JP, JAPANESE),
            (GBK, CHINESE),
            (BIG5, TAIWANESE),
            (EUC_KR, KOREAN),
            (WINDOWS_1252, FRENCH),
        ]
    }

    #[test]
    fn a_declared_encoding_is_used() {
        for (encoding, text) in samples() {
            let source = format!("(;FF[3]CA[{}]C[{text}])", encoding.name());
            let bytes = encoding.encode(&source).0;
            let decoded = decode(&bytes);
            assert_eq!((decoded.text.as_ref(), decoded.evidence), (source.as_str(), Evidence::Declared));
        }
    }

    #[test]
    fn an_undeclared_encoding_is_guessed() {
        for (encoding, text) in samples() {
            let source = format!("(;FF[3]GM[1]C[{text}])");
            let decoded_bytes = encoding.encode(&source).0;
            let decoded = decode(&decoded_bytes);
            assert_eq!(decoded.text, source, "guessed {} for {}", decoded.encoding, encoding.name());
            assert_eq!(decoded.evidence, Evidence::Guessed);
        }
    }

    #[test]
    fn a_wrong_declaration_is_overruled() {
        let utf8 = format!("(;CA[Shift_JIS]C[{FRENCH} ÿ €])");
        assert_eq!(decode(utf8.as_bytes()).text, utf8);
        let unknown = format!("(;CA[Klingon]C[{JAPANESE}])");
        assert_eq!(decode(unknown.as_bytes()).evidence, Evidence::ValidUtf8);
    }

    #[test]
    fn a_damaged_byte_does_not_change_the_encoding() {
        let mut bytes = format!("(;CA[UTF-8]C[{JAPANESE}])").into_bytes();
        bytes[20] = b'?';
        let decoded = decode(&bytes);
        assert_eq!((decoded.encoding, decoded.damaged), ("UTF-8", true));
        assert!(decoded.text.contains("囲碁"));
    }

    #[test]
    fn a_byte_order_mark_is_believed_and_dropped() {
        let decoded = decode(b"\xef\xbb\xbf(;CA[latin1]C[\xc3\xa9])");
        assert_eq!((decoded.text.as_ref(), decoded.evidence), ("(;CA[latin1]C[é])", Evidence::ByteOrderMark));
        let utf16: Vec<u8> = "\u{feff}(;C[黒])".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(decode(&utf16).text, "(;C[黒])");
    }

    #[test]
    fn a_name_in_a_comment_is_no_declaration() {
        let source = "(;C[write CA[big5\\] there]PB[黒])";
        assert_eq!(decode(source.as_bytes()).text, source);
    }
}
