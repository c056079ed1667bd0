//! What comments say: who is to reach what, whether a move is right, whether a ko or a seki is expected.
//!
//! English as the collections write it, and the few Japanese and Chinese words that they use. What is not understood says nothing.

use tesuji_board::Color;

use crate::problem::Aim;

/// Somebody is to reach something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Claim {
    /// Who, where it is said.
    pub(crate) color: Option<Color>,
    pub(crate) aim: Aim,
}

/// The words of a text; signs between them are dropped.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty())
}

fn aim_of(word: &str) -> Option<Aim> {
    Some(match word {
        "live" | "lives" | "life" | "alive" | "save" | "saves" => Aim::Live,
        "kill" | "kills" => Aim::Kill,
        "capture" | "captures" | "catch" => Aim::Capture,
        "escape" | "escapes" | "rescue" => Aim::Escape,
        "connect" | "connects" | "link" => Aim::Connect,
        "cut" | "cuts" | "disconnect" | "separate" => Aim::Cut,
        "race" | "semeai" => Aim::Race,
        _ => return None,
    })
}

/// What a text says is to be reached, in its order.
pub(crate) fn claims(text: &str) -> Vec<Claim> {
    let mut claims = Vec::new();
    let mut color = None;
    for word in words(text) {
        color = match word {
            "B" => Some(Color::Black),
            "W" => Some(Color::White),
            _ => match word.to_lowercase().as_str() {
                "black" => Some(Color::Black),
                "white" => Some(Color::White),
                _ => color,
            },
        };
        if let Some(aim) = aim_of(&word.to_lowercase()) {
            claims.push(Claim { color, aim });
        }
    }
    let east = |sign: char| text.contains(sign);
    if claims.is_empty() && (east('先') || east('番')) {
        // The first sign of a side is that of the mover: 黒先白死.
        let color = text.chars().find_map(|sign| match sign {
            '黒' | '黑' => Some(Color::Black),
            '白' => Some(Color::White),
            _ => None,
        });
        let aim = if east('活') || east('生') {
            Some(Aim::Live)
        } else if east('死') || east('殺') || east('杀') {
            Some(Aim::Kill)
        } else {
            None
        };
        claims.extend(aim.map(|aim| Claim { color, aim }));
    }
    claims
}

/// Whether a ko is spoken of.
pub(crate) fn names_ko(text: &str) -> bool {
    words(text).any(|word| matches!(word.to_lowercase().as_str(), "ko" | "kos"))
        || ["劫", "コウ"].iter().any(|word| text.contains(word))
}

/// Whether a seki is spoken of.
pub(crate) fn names_seki(text: &str) -> bool {
    words(text).any(|word| word.eq_ignore_ascii_case("seki"))
        || ["セキ", "双活", "雙活"].iter().any(|word| text.contains(word))
}

/// What a comment says about the move that it stands at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Right,
    Wrong,
    /// The author knows the move and wants another one.
    NotThis,
}

/// The verdict of a comment, if it has one: goproblems' signs in capital letters anywhere, other words only at the beginning.
pub(crate) fn verdict(comment: &str) -> Option<Verdict> {
    if words(comment).any(|word| word == "NOTTHIS") {
        return Some(Verdict::NotThis);
    }
    if words(comment).any(|word| word == "RIGHT") {
        return Some(Verdict::Right);
    }
    if comment.contains("不正解") || comment.contains("失敗") || comment.contains("失败") {
        return Some(Verdict::Wrong);
    }
    if comment.contains("正解") {
        return Some(Verdict::Right);
    }
    match words(comment).next()?.to_lowercase().as_str() {
        "right" | "correct" | "solution" | "success" => Some(Verdict::Right),
        "wrong" | "incorrect" | "failure" | "fail" | "fails" | "failed" | "mistake" => Some(Verdict::Wrong),
        _ => None,
    }
}
