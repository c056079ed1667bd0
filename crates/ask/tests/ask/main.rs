//! Questions and answers from outside, as doors use them.

mod capture;
mod mate;
mod schema;
mod told;
