//! Go boards as graphs.

mod color;

pub use color::Color;
