//! Answers side by side, and what they add up to.

use std::fmt;

/// A verdict of any solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    Mate { plies: usize },
    NoMate,
    Unknown,
}

impl Found {
    /// A verdict as the files write it.
    pub(crate) fn read(word: &str) -> Option<Self> {
        match word {
            // The files do not need its length here.
            "mate" => Some(Self::Mate { plies: 0 }),
            "nomate" => Some(Self::NoMate),
            "unknown" => Some(Self::Unknown),
            _ => None,
        }
    }

    fn word(self) -> &'static str {
        match self {
            Self::Mate { .. } => "mate",
            Self::NoMate => "nomate",
            Self::Unknown => "unknown",
        }
    }

    pub(crate) fn is_decided(self) -> bool {
        self != Self::Unknown
    }

    /// Whether both are decided and not the same.
    pub(crate) fn contradicts(self, other: Self) -> bool {
        self.is_decided() && other.is_decided() && self.word() != other.word()
    }
}

/// What a solver says and what it took.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Answer {
    pub(crate) found: Found,
    pub(crate) nodes: u64,
    /// Processor time.
    pub(crate) seconds: f64,
}

impl fmt::Display for Answer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plies = match self.found {
            Found::Mate { plies } if plies > 0 => plies.to_string(),
            _ => "-".into(),
        };
        let (word, nodes, seconds) = (self.found.word(), self.nodes, self.seconds);
        write!(formatter, "{word:>7} {plies:>5} {nodes:>10} {seconds:>8.3}")
    }
}

/// Sums over problems.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Total {
    problems: usize,
    decided: usize,
    nodes: u64,
    seconds: f64,
}

impl Total {
    pub(crate) fn add(&mut self, answer: &Answer) {
        self.problems += 1;
        self.decided += usize::from(answer.found.is_decided());
        self.nodes += answer.nodes;
        self.seconds += answer.seconds;
    }
}

impl fmt::Display for Total {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { problems, decided, nodes, seconds } = self;
        write!(formatter, "{decided} of {problems} decided, {nodes} nodes, {seconds:.3} s")
    }
}
