//! The rules of a game that only goes forward.

use crate::position::KoRule;

/// Which own eyes a player leaves alone: points whose neighbours are all own stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EyeRule {
    /// An eye is not filled unless one of the strings around it is in atari.
    Kept,
    /// An eye is never filled.
    AlwaysKept,
    /// Eyes are filled like any other point; games rarely end by themselves then.
    Filled,
}

/// The rules of a game that only goes forward. Suicide is never played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlayoutRules {
    /// Which moves repeat what may not be repeated.
    pub ko: KoRule,
    /// Which eyes are left alone.
    pub eyes: EyeRule,
    /// Whether the game remembers all its positions, so that [`Playout::is_repetition`](crate::Playout::is_repetition) can
    /// answer. A superko rule needs them anyway.
    pub history: bool,
}

impl Default for PlayoutRules {
    /// Simple ko, eyes kept, no history.
    fn default() -> PlayoutRules {
        PlayoutRules { ko: KoRule::Simple, eyes: EyeRule::Kept, history: false }
    }
}
