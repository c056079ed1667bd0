//! Python's door: games as values of their own, questions and answers as JSON, parts of batches.
//!
//! What Python users see is in the package `tesuji`; this module, `tesuji._native`, is what cannot be written in Python. It
//! decides nothing: games are those of `cgt`, questions and answers those of `ask`, parts of batches those of `lines`.
//!
//! ```text
//! number        Fractions and integers, in and out                    arena         the arena of a thread
//! game          Game: a form with operators                           thermograph   walls and pictures
//! patience      long work that Ctrl-C ends                            ask           a question in, an answer out
//! batch         parts of a batch                                      simpei        where the table of Simpei is
//! held          how many games there are, and memory that goes back
//! ruleset       positions of any ruleset
//! ```

mod arena;
mod ask;
mod batch;
mod game;
mod held;
mod number;
mod patience;
mod ruleset;
mod simpei;
mod thermograph;

/// The part of `tesuji` that is written in Rust.
#[pyo3::pymodule]
mod _native {
    #[pymodule_export]
    use crate::arena::LimitReached;
    #[pymodule_export]
    use crate::ask::{answer, read_text};
    #[pymodule_export]
    use crate::batch::{BatchPlan, answer_part, refuse_part, split_part};
    #[pymodule_export]
    use crate::game::Game;
    #[pymodule_export]
    use crate::thermograph::Thermograph;

    #[pymodule_init]
    fn init(module: &pyo3::Bound<'_, pyo3::types::PyModule>) -> pyo3::PyResult<()> {
        use pyo3::types::PyModuleMethods;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
