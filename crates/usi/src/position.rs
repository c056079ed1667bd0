//! The position that a game has reached.

use tesuji_shogi::{Move, Position};

/// `startpos` or `sfen ...`, then perhaps `moves ...`.
pub(crate) fn read(text: &str) -> Result<Position, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let start = words.iter().take_while(|word| **word != "moves").copied().collect::<Vec<_>>();
    let moves = &words[start.len()..];
    let mut position: Position = start.join(" ").parse().map_err(sentence)?;
    for word in moves.iter().skip(1) {
        let candidate: Move = word.parse().map_err(sentence)?;
        if !position.is_legal(candidate) {
            return Err(format!("{word} is not legal in {position}"));
        }
        position.play(candidate);
    }
    Ok(position)
}

fn sentence(error: impl std::error::Error) -> String {
    error.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_replayed_and_refused_with_their_place() {
        let read = |text: &str| read(text).map(|position| position.to_string());
        let initial = Position::initial().to_string();
        assert_eq!(read("startpos"), Ok(initial.clone()));
        assert_eq!(read("startpos moves"), Ok(initial.clone()));
        assert_eq!(read(&format!("sfen {initial}")), Ok(initial));
        let moved = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 1";
        assert_eq!(read("startpos\tmoves  7g7f"), Ok(moved.into()));
        for (text, part) in [
            ("", "missing"),
            ("startpos 7g7f", "7g7f"),
            ("startpos moves 7g7e", "7g7e is not legal"),
            ("startpos moves 9z9z", ""),
            ("sfen 9/9 b - 1", "ranks"),
        ] {
            let refused = read(text).expect_err(text);
            assert!(refused.contains(part), "{text}: {refused}");
        }
    }
}
