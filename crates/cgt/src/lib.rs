//! Exact short games: the values of positions in which two players move in turn and the last one to move wins.
//!
//! An [`Arena`] holds games in canonical form; a [`Game`] is a small copyable handle. Equal games have equal handles.
//!
//! ```
//! use tesuji_cgt::{Arena, Game, Outcome, Relation};
//!
//! let mut arena = Arena::new();
//! let hot = arena.parse("{4|0} + {6||4|0}")?;
//! assert_eq!(arena.outcome(hot)?, Outcome::Left);
//! assert_eq!(arena.compare(hot, Game::integer(6))?, Relation::Confused);
//! assert_eq!(arena.difference(hot, hot)?, Game::ZERO);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How hot is it?
//!
//! [`Arena::thermograph`] has exact breakpoints; [`Arena::mean`] and [`Arena::temperature`] are read off it.
//! [`Arena::cool`] charges for every move, and keeps the infinitesimal at the temperature itself: that is what decides
//! capturing races.
//!
//! ```
//! use tesuji_cgt::{Arena, Side};
//!
//! let mut arena = Arena::new();
//! let region = arena.parse("{0|{-2|{-4|{-6|-13}}}}")?;
//! let thermograph = arena.thermograph(region)?;
//! assert_eq!((thermograph.mean(), thermograph.temperature()), ((-2).into(), 2.into()));
//! let cooled = arena.cool(region, 2.into())?;
//! assert_eq!(arena.text(cooled)?, "-2+{0^2|Tiny(3)}");
//! assert_eq!(arena.latex(cooled)?, r"-2+\left\{0^{2}\mid {+}_{3}\right\}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Who wins the sum?
//!
//! [`Arena::best_moves`] tests every move exactly and says why it wins or loses. [`Arena::atomic_weight`] counts
//! infinitesimals in ups, with a certificate, or refuses with the reason.
//!
//! ```
//! use tesuji_cgt::{Arena, Game, Side};
//!
//! let mut arena = Arena::new();
//! let sum = ["^", "*", "{0|Tiny(2)}", "Miny(1)"].map(|text| arena.parse(text).unwrap());
//! let advice = arena.best_moves(&sum, Side::Right, Game::ZERO)?;
//! assert!(!advice.wins());
//! let total = advice.total;
//! assert_eq!(arena.atomic_weight(total)?.weight(), Some(Game::integer(2)));
//! # Ok::<(), tesuji_cgt::Error>(())
//! ```
//!
//! # Nothing runs away
//!
//! Arithmetic is checked, and an arena has [`Limits`](tesuji_job::Limits): a game that is too large ends with an [`Error`] that
//! says so.
//!
//! ```
//! use tesuji_cgt::{Arena, Error, Problem};
//! use tesuji_job::{Limits, Watch, Why};
//!
//! let mut arena = Arena::with_limits(Limits::nodes(1000), Watch::unwatched());
//! let sum: Vec<String> = (1..9).map(|n| format!("{{{}|{n}||-{n}|-{}}}", 3 * n, 2 * n + 5)).collect();
//! let error = arena.parse(&sum.join("+")).unwrap_err();
//! assert_eq!(error.problem, Problem::Game(Error::Unknown(Why::Nodes)));
//! assert!(arena.parse("9223372036854775807 + 1").is_err());
//! # Ok::<(), Error>(())
//! ```
//!
//! # Notation
//!
//! | text | game |
//! |---|---|
//! | `3`, `-13/2`, `1 3/4` | numbers |
//! | `*`, `*3`, `^`, `^^`, `^3`, `v`, `^*` | nimbers, multiples of up and down, their sums |
//! | `2*`, `4^`, `-1/2^*` | a number plus these: the sign belongs to the number alone |
//! | `{a,b\|c}`, `{6\|\|4\|0}` | options of Left and Right; more bars divide first |
//! | `+-3`, `±3` | `{3\|-3}` |
//! | `Tiny(2)`, `+_2`, `Miny(2)`, `-_2` | `{0\|\|0\|-2}` and its negative |
//! | `{0^2\|+_3}`, `{-_3\|0^3}` | zeros nested around an option: `{0\|{0\|+_3}}`, `{{{-_3\|0}\|0}\|0}` |
//! | `3{0\|+_2}`, `3+_2` | a number directly before braces, tiny or miny: their sum |
//! | `G+H`, `G-H`, `-G`, `3.G`, `G.^`, `G:H` | sum, difference, negative, multiple, Norton product, ordinal sum |
//! | `cool(G,t)`, `heat(G,t)`, `freeze(G)`, `overheat(G,s,t)`, `rcf(G)` | games from games |
//! | `mean(G)`, `temp(G)`, `ls(G)`, `rs(G)`, `aw(G)` | mean, temperature, stops, atomic weight |
//! | `on`, `over`, `{0\|pass}`, `a{0\|a}`, `^[on]`, `G & H` | loopy games, for [`Expression::value`] |
//! | `'{*\|*}':1`, `conjunctive(G,H)`, `selective(G,H)`, `conway(G,H)` | forms in quotes are not simplified before they are put together |
//! | `norton(G,U)`, `upmul(G)`, `ordinal(G,H)`, `uptimal(a,b,..)`, `uppower(n)`, `nim(n)` | products and families |

mod arena;
mod atomic;
mod canonical;
mod cooling;
mod dyadic;
mod error;
mod fold;
mod form;
mod game;
mod literal;
mod loopy;
mod memo;
mod notation;
mod order;
mod play;
mod product;
mod rational;
mod sum;
mod thermograph;
mod wall;

pub use arena::{Arena, Usage};
pub use atomic::{AtomicWeight, NotAtomic};
pub use dyadic::{Dyadic, ParseDyadicError};
pub use error::{Error, INTERACTIVE};
pub use form::Form;
pub use game::{Game, Outcome, Relation, Side};
pub use literal::Literal;
pub use loopy::{Ending, Loopy, Value};
pub use notation::{DefinitionError, Environment, Expression, ParseError, Problem, Style};
pub use play::{Advice, Reason, Strategy, Suggestion, SumMove};
pub use rational::Rational;
pub use thermograph::{Construction, Thermograph};
pub use wall::{Breakpoint, Wall};
