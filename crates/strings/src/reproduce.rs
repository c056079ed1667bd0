//! The paper's tables, one number at a time, to be computed again.
//!
//! [`items`] lists everything in tables 1 to 5 and figure 9 that is a number; [`Item::compute`] computes ours. The
//! paper's numbers stand here to be printed beside ours, and nothing is ever answered from them. Tables 1 and 4 are
//! times: whoever calls [`Item::compute`] measures how long it takes, as this library reads no clock.

use tesuji_board::Topology;
use tesuji_job::{Limits, Watch};

use crate::error::{Error, contradiction};
use crate::optima::Optima;
use crate::optimum::{Method, solve};
use crate::parity::count_strings;
use crate::program::{Program, Variant};

/// A number of the paper.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// Where it stands: `table 1` to `table 5`, or `figure 9`.
    pub place: &'static str,
    /// The side of the board.
    pub n: usize,
    /// What it is.
    pub quantity: Quantity,
    /// The number as printed; `None` where the paper has none.
    pub paper: Option<&'static str>,
    /// Whether computing ours takes more than a few seconds.
    pub long: bool,
}

/// What a number of the paper is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// The smallest number of liberties, MLP.
    Liberties,
    /// The largest number of strings, MSP.
    Strings,
    /// The number of solutions of the integer program with `more` liberties than necessary.
    Solutions {
        /// The additional inequalities.
        variant: Variant,
        /// 0 for the optimum.
        more: usize,
    },
    /// The optimum of the linear relaxation.
    Relaxation {
        /// The additional inequalities.
        variant: Variant,
    },
    /// Seconds for solving the integer program; [`Item::compute`] gives the smallest number of liberties.
    ProgramSeconds {
        /// The additional inequalities.
        variant: Variant,
    },
    /// Seconds for the frontier method, which the paper does not have; likewise.
    FrontierSeconds,
}

impl Quantity {
    /// What the number is, in a few words.
    #[must_use]
    pub fn label(self) -> String {
        match self {
            Quantity::Liberties => "fewest liberties".into(),
            Quantity::Strings => "most strings".into(),
            Quantity::Solutions { variant, more: 0 } => format!("optimal solutions, {}", variant.name()),
            Quantity::Solutions { variant, more } => {
                format!("solutions with {more} more, {}", variant.name())
            }
            Quantity::Relaxation { variant } => format!("linear relaxation, {}", variant.name()),
            Quantity::ProgramSeconds { variant } => format!("seconds, integer program, {}", variant.name()),
            Quantity::FrontierSeconds => "seconds, frontier method".into(),
        }
    }

    /// Whether the paper's number is a time, to be measured by the caller.
    #[must_use]
    pub fn is_time(self) -> bool {
        matches!(self, Quantity::ProgramSeconds { .. } | Quantity::FrontierSeconds)
    }
}

/// Up to this side the integer program takes seconds rather than minutes.
const SHORT_PROGRAM: usize = 10;

/// Table 2: side, liberties more than necessary, numbers of solutions of the four variants.
const TABLE_2: [(usize, usize, [&str; 4]); 4] = [
    (5, 0, ["22", "22", "7", "7"]),
    (5, 1, ["1545", "1345", "571", "437"]),
    (6, 0, ["288", "236", "77", "64"]),
    (6, 1, ["20896", "15760", "6104", "4745"]),
];

/// Table 3, from n = 11: linear relaxations of the four variants.
const TABLE_3: [[&str; 4]; 9] = [
    ["26.8148", "26.8148", "27.1035", "27.1064"],
    ["31.5718", "31.6847", "31.5718", "31.6847"],
    ["36.9291", "37.0192", "37.0601", "37.1144"],
    ["42.4017", "42.4927", "42.4017", "42.4927"],
    ["48.5261", "48.6481", "48.7067", "48.8352"],
    ["54.8129", "54.8332", "54.8129", "54.8332"],
    ["61.7148", "61.8148", "61.9978", "62.0228"],
    ["69.0868", "69.0870", "69.0868", "69.0870"],
    ["76.5302", "76.6455", "76.7183", "76.7916"],
];

/// Table 1, from n = 11: seconds with the simple program.
const TABLE_1: [Option<&str>; 9] = [
    Some("7.3"),
    Some("15.5"),
    Some("53.3"),
    Some("387.4"),
    Some("516.3"),
    Some("1269.6"),
    Some("86461.1"),
    Some("823326.1"),
    None,
];

/// Table 4, from n = 11: seconds with the simple program (13 differs from table 1) and with all inequalities.
const TABLE_4: [[Option<&str>; 2]; 9] = [
    [Some("7.3"), Some("7.3")],
    [Some("15.5"), Some("11.4")],
    [Some("53.5"), Some("34.0")],
    [Some("387.4"), Some("155.2")],
    [Some("516.3"), Some("186.9")],
    [Some("1269.6"), Some("1494.7")],
    [Some("86461.1"), Some("46765.9")],
    [Some("823326.1"), Some("306715.2")],
    [None, Some("3440752.8")],
];

/// Table 5, from n = 2: fewest liberties and most strings.
const TABLE_5: [[&str; 2]; 18] = [
    ["2", "2"],
    ["3", "6"],
    ["4", "12"],
    ["7", "18"],
    ["10", "26"],
    ["12", "37"],
    ["16", "48"],
    ["20", "61"],
    ["24", "76"],
    ["29", "92"],
    ["35", "109"],
    ["40", "129"],
    ["47", "149"],
    ["53", "172"],
    ["60", "196"],
    ["68", "221"],
    ["76", "248"],
    ["84", "277"],
];

/// Everything in tables 1 to 5 and figure 9, in the paper's order.
#[must_use]
pub fn items() -> Vec<Item> {
    let mut items = Vec::new();
    let mut push = |place, n, quantity, paper, long| items.push(Item { place, n, quantity, paper, long });
    for (n, paper) in (11..).zip(TABLE_1) {
        let variant = Variant::Simple;
        push("table 1", n, Quantity::ProgramSeconds { variant }, paper, n > SHORT_PROGRAM);
    }
    for (n, more, paper) in TABLE_2 {
        for (variant, paper) in Variant::ALL.into_iter().zip(paper) {
            push("table 2", n, Quantity::Solutions { variant, more }, Some(paper), false);
        }
    }
    for (n, paper) in (11..).zip(TABLE_3) {
        for (variant, paper) in Variant::ALL.into_iter().zip(paper) {
            push("table 3", n, Quantity::Relaxation { variant }, Some(paper), false);
        }
    }
    for (n, paper) in (11..).zip(TABLE_4) {
        for (variant, paper) in [Variant::Simple, Variant::Both].into_iter().zip(paper) {
            push("table 4", n, Quantity::ProgramSeconds { variant }, paper, n > SHORT_PROGRAM);
        }
        push("table 4", n, Quantity::FrontierSeconds, None, false);
    }
    for (n, [liberties, strings]) in (2..).zip(TABLE_5) {
        push("table 5", n, Quantity::Liberties, Some(liberties), false);
        push("table 5", n, Quantity::Strings, Some(strings), false);
    }
    push("figure 9", 19, Quantity::Liberties, Some("84"), false);
    push("figure 9", 19, Quantity::Strings, Some("277"), false);
    items
}

impl Item {
    /// Computes our number. For times it is the smallest number of liberties, and the caller measures the time.
    ///
    /// # Errors
    /// [`Error::Unknown`] if a limit is reached or somebody stops the job.
    pub fn compute(&self, limits: &Limits, watch: &Watch) -> Result<String, Error> {
        let name = format!("square:{}", self.n);
        let board = Topology::parse(&name).map_err(|error| Error::NotOffered(error.to_string()))?;
        Ok(match self.quantity {
            Quantity::Liberties | Quantity::FrontierSeconds => {
                solve(&board, Method::Frontier, limits, watch)?.empty().len().to_string()
            }
            Quantity::Strings => {
                let optimum = solve(&board, Method::Frontier, limits, watch)?;
                // Counted on the board, not derived from the number of liberties.
                count_strings(optimum.setup())
                    .map_err(|invalid| contradiction(&invalid.to_string()))?
                    .to_string()
            }
            Quantity::Solutions { variant, more } => {
                let program = Program::paper(self.n, variant);
                let optima = Optima::new(&board, more, limits, watch)?;
                let mut admitted = 0;
                for empty in optima.list(more, watch)? {
                    let empty = empty?;
                    let assignment: Vec<bool> = board.points().map(|p| empty.contains(p)).collect();
                    admitted += usize::from(program.admits(&assignment));
                }
                admitted.to_string()
            }
            Quantity::Relaxation { variant } => {
                format!("{:.4}", Program::paper(self.n, variant).relaxation(watch)?)
            }
            Quantity::ProgramSeconds { variant } => {
                Program::paper(self.n, variant).solve(limits, watch)?.value.to_string()
            }
        })
    }
}
