//! What is asked.
//!
//! A [`Plan`] says which search answers the question, [`Limits`](crate::Limits) what it may use. Neither changes
//! a verdict: a plan may only reach it sooner or later, and a limit turns it into
//! [`Verdict::Unknown`](crate::Verdict::Unknown).

/// How the defender's pass enters the numbers of an AND node (paper 001, section 3.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PassStrategy {
    /// The proof number of the pass is ignored while real moves are open. The paper's choice for Go and
    /// Simpei.
    HighestOrder,
    /// The pass counts like any other move, and is searched before the real moves are even generated. The
    /// paper's choice for shogi, where most moves are no threat at all.
    Sum,
}

/// The search algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// Plain df-pn: no pass, one order throughout.
    Plain,
    /// Df-pn with the pass as a test for threats, but without the lower orders at OR nodes: the df-pn that
    /// the paper compares with in shogi (section 5.1). Verdicts equal those of [`Method::Lambda`].
    Threats(PassStrategy),
    /// Df-pn lambda: pseudo-nodes of every order at OR nodes, the pass one order lower at AND nodes (sections
    /// 3.1 to 3.3).
    Lambda(PassStrategy),
}

impl Method {
    /// Whether the defender's pass belongs to the tree, so that a proof bounds the order.
    pub fn has_pass(self) -> bool {
        !matches!(self, Self::Plain)
    }

    pub(crate) fn pass_strategy(self) -> Option<PassStrategy> {
        match self {
            Self::Plain => None,
            Self::Threats(strategy) | Self::Lambda(strategy) => Some(strategy),
        }
    }

    pub(crate) fn has_lower_orders(self) -> bool {
        matches!(self, Self::Lambda(_))
    }
}

/// The search to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The highest lambda order to search. With [`Method::Plain`] it is only handed to
    /// [`Rules::moves`](crate::Rules::moves).
    pub order: u8,
    /// The algorithm.
    pub method: Method,
    /// The epsilon of 1+epsilon thresholds, in percent: how far a child may grow beyond the second best
    /// before the search turns to that one.
    pub widening: u32,
    /// Takes the largest number plus the count of the others instead of the sum, which tames double counting
    /// in graphs with many transpositions.
    pub weak_sums: bool,
    /// Tries the proof of one defence on its siblings (Kawano's simulation).
    pub simulate: bool,
    /// Asks for the complete proof or disproof, to be checked, printed or walked through.
    pub evidence: bool,
    /// Longest line looked at, in steps. A disproof that would need longer lines becomes unknown.
    pub depth: u32,
}

/// Longest line looked at unless something else is asked for.
const DEPTH: u32 = 10_000;

impl Plan {
    /// Plain df-pn with moves bounded by `order`, with evidence, on lines up to 10,000 steps.
    pub fn plain(order: u8) -> Self {
        Self {
            order,
            method: Method::Plain,
            widening: 25,
            weak_sums: false,
            simulate: true,
            evidence: true,
            depth: DEPTH,
        }
    }

    /// Df-pn lambda up to `order` with the given strategy for the pass, with evidence.
    pub fn lambda(order: u8, strategy: PassStrategy) -> Self {
        Self { method: Method::Lambda(strategy), ..Self::plain(order) }
    }
}
