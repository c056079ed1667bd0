//! Questions and answers from outside, as doors use them.

mod capture;
mod fits;
mod fitting;
mod mate;
mod told;
