//! Tactic maps: expressions whose value in a position is a set of points (paper 003, section 2.2).

use std::fmt;

use tesuji_board::Color;

/// The sets that every expression starts from, seen from the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Base {
    /// B: the stones of the side to move.
    Own,
    /// W: the stones of the other side.
    Enemy,
    /// V: the empty points.
    Empty,
    /// H: the points whose string has one liberty; for an empty point, itself.
    OneLiberty,
}

impl Base {
    /// All of them.
    pub const ALL: [Base; 4] = [Base::Own, Base::Enemy, Base::Empty, Base::OneLiberty];

    /// The letter of the paper.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Base::Own => 'B',
            Base::Enemy => 'W',
            Base::Empty => 'V',
            Base::OneLiberty => 'H',
        }
    }
}

/// What is made of one set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Unary {
    /// `~O`: all other points.
    Not,
    /// `F(O)`: the strings of the points of O and all points around them.
    Reach,
    /// `F0(O)`: the points of O and their neighbours.
    Near,
    /// `Pn(O)`: the points whose string, with what is around it, has at least n points of O.
    AtLeast(u16),
    /// `Qn(O)`: those that have at most n.
    AtMost(u16),
    /// `AB(O)`, `AW(O)`: `P1(O) & (c | O)`, what a stone of that colour on O is joined with. `Black` is the side to move.
    Joined(Color),
    /// `DB(O)`, `DW(O)`: `H & opponent(c) & P1(O)`, what a stone of that colour on O would take.
    Taken(Color),
}

/// What is made of two sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Binary {
    /// `a & b`
    And,
    /// `a | b`
    Or,
    /// `a \ b`
    Minus,
}

impl Binary {
    /// All of them.
    pub const ALL: [Binary; 3] = [Binary::And, Binary::Or, Binary::Minus];

    /// The sign in plain characters.
    #[must_use]
    pub fn sign(self) -> char {
        match self {
            Binary::And => '&',
            Binary::Or => '|',
            Binary::Minus => '\\',
        }
    }
}

/// A tactic map. Its text form is read with [`str::parse`] and written with `Display`; the two are inverse.
///
/// ```
/// use tesuji_maps::Map;
/// let map: Map = "F(W | (V \\ F(Q3(~W))))".parse().unwrap();
/// assert_eq!(map.to_string(), "F(W | (V \\ F(Q3(~W))))");
/// assert_eq!(map.depth(), 7);
/// let error = "W | V & ~B".parse::<Map>().unwrap_err();
/// assert!(error.to_string().contains("(W | V) & ~B"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Map {
    /// One of the four sets.
    Set(Base),
    /// An operator of one argument.
    One(Unary, Box<Map>),
    /// An operator of two arguments.
    Two(Binary, Box<Map>, Box<Map>),
}

impl Map {
    /// The operator applied to a map.
    #[must_use]
    pub fn one(operator: Unary, argument: Map) -> Map {
        Map::One(operator, Box::new(argument))
    }

    /// The operator applied to two maps.
    #[must_use]
    pub fn two(operator: Binary, left: Map, right: Map) -> Map {
        Map::Two(operator, Box::new(left), Box::new(right))
    }

    /// The depth in the paper's sense: 1 for the four sets, one more for every operator on the longest way down.
    #[must_use]
    pub fn depth(&self) -> usize {
        match self {
            Map::Set(_) => 1,
            Map::One(_, argument) => 1 + argument.depth(),
            Map::Two(_, left, right) => 1 + left.depth().max(right.depth()),
        }
    }

    /// The number of sets and operators.
    #[must_use]
    pub fn size(&self) -> usize {
        match self {
            Map::Set(_) => 1,
            Map::One(_, argument) => 1 + argument.size(),
            Map::Two(_, left, right) => 1 + left.size() + right.size(),
        }
    }

    /// All parts of the expression, arguments before what is made of them, each different one once; the whole is last.
    #[must_use]
    pub fn nodes(&self) -> Vec<&Map> {
        fn visit<'a>(map: &'a Map, found: &mut Vec<&'a Map>) {
            match map {
                Map::Set(_) => {}
                Map::One(_, argument) => visit(argument, found),
                Map::Two(_, left, right) => {
                    visit(left, found);
                    visit(right, found);
                }
            }
            if !found.contains(&map) {
                found.push(map);
            }
        }
        let mut found = Vec::new();
        visit(self, &mut found);
        found
    }
}

impl fmt::Display for Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Map::Set(base) => write!(f, "{}", base.letter()),
            Map::One(Unary::Not, argument) => match **argument {
                Map::Two(..) => write!(f, "~({argument})"),
                _ => write!(f, "~{argument}"),
            },
            Map::One(operator, argument) => write!(f, "{operator}({argument})"),
            Map::Two(operator, left, right) => {
                // Only a chain of one associative operator is read without parentheses, and from the left.
                let chain =
                    matches!(**left, Map::Two(inner, ..) if inner == *operator && inner != Binary::Minus);
                match (&**left, chain) {
                    (Map::Two(..), false) => write!(f, "({left})")?,
                    _ => write!(f, "{left}")?,
                }
                write!(f, " {} ", operator.sign())?;
                match **right {
                    Map::Two(..) => write!(f, "({right})"),
                    _ => write!(f, "{right}"),
                }
            }
        }
    }
}

impl fmt::Display for Unary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |color: &Color| if *color == Color::Black { 'B' } else { 'W' };
        match self {
            Unary::Not => write!(f, "~"),
            Unary::Reach => write!(f, "F"),
            Unary::Near => write!(f, "F0"),
            Unary::AtLeast(n) => write!(f, "P{n}"),
            Unary::AtMost(n) => write!(f, "Q{n}"),
            Unary::Joined(color) => write!(f, "A{}", letter(color)),
            Unary::Taken(color) => write!(f, "D{}", letter(color)),
        }
    }
}
