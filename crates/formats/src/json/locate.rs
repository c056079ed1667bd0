//! Where something is in a JSON text.
//!
//! serde knows the place of a syntax error, but not of a value that it has already read. When such a value turns out
//! to be wrong, this module walks through the text once more, to the place that a path of [`Step`]s leads to.

use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::error::Place;

/// One step into a JSON text.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step<'a> {
    /// The value of a field of an object.
    Field(&'a str),
    /// The value at an index of an array.
    Index(usize),
    /// The name of the member number so-and-so of an object.
    Member(usize),
}

/// The place where a path ends; `None` if the text is not as the path supposes.
pub(super) fn locate(text: &str, path: &[Step<'_>]) -> Option<Place> {
    let offset = path.iter().try_fold(skip_blanks(text, 0), |offset, &step| enter(text, offset, step))?;
    Some(Place::of_offset(text, offset))
}

/// The offset of what a step leads to, from a value that begins at `offset`.
fn enter(text: &str, offset: usize, step: Step<'_>) -> Option<usize> {
    let is_object = match text[offset..].chars().next()? {
        '{' => true,
        '[' => false,
        _ => return None,
    };
    let mut offset = skip_blanks(text, offset + 1);
    for index in 0.. {
        let start = offset;
        if text[offset..].starts_with([']', '}']) {
            break;
        }
        let found = if is_object {
            let (name, end) = value::<String>(text, offset)?;
            offset = skip_blanks(text, skip_blanks(text, end) + 1);
            matches!(step, Step::Field(field) if field == name)
        } else {
            matches!(step, Step::Index(wanted) if wanted == index)
        };
        if found {
            return Some(offset);
        }
        if matches!(step, Step::Member(wanted) if wanted == index) {
            return Some(start);
        }
        let (_, end) = value::<IgnoredAny>(text, offset)?;
        let end = skip_blanks(text, end);
        text[end..].starts_with(',').then_some(())?;
        offset = skip_blanks(text, end + 1);
    }
    None
}

/// The value at an offset, and the offset of its end.
fn value<'a, T: Deserialize<'a>>(text: &'a str, offset: usize) -> Option<(T, usize)> {
    let mut stream = serde_json::Deserializer::from_str(text.get(offset..)?).into_iter::<T>();
    let value = stream.next()?.ok()?;
    Some((value, offset + stream.byte_offset()))
}

fn skip_blanks(text: &str, offset: usize) -> usize {
    let rest = text.get(offset..).unwrap_or("");
    text.len() - rest.trim_start().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_lead_to_their_places() {
        let text = "{\"a\": [1, [\"é\", \"x\"] , {}],\n \"b\\u0063\" : {\"d\": 4, \"d\": 5}}";
        let at = |path: &[Step<'_>]| locate(text, path).map(|p| (p.line, p.column));
        use Step::{Field, Index, Member};
        assert_eq!(at(&[]), Some((1, 1)));
        assert_eq!(at(&[Field("a"), Index(0)]), Some((1, 8)));
        assert_eq!(at(&[Field("a"), Index(1), Index(1)]), Some((1, 17)));
        assert_eq!(at(&[Field("a"), Index(2)]), Some((1, 24)));
        assert_eq!(at(&[Field("a"), Index(3)]), None);
        assert_eq!(at(&[Field("bc")]), Some((2, 14)));
        assert_eq!(at(&[Field("bc"), Member(1)]), Some((2, 23)));
        assert_eq!(at(&[Field("z")]), None);
        assert_eq!(locate("", &[Index(0)]), None);
        assert_eq!(locate("[]", &[Index(0)]), None);
        assert_eq!(locate("7", &[Field("x")]), None);
    }
}
