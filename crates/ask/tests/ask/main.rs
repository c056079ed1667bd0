//! Questions and answers from outside, as doors use them.

mod capture;
mod connect;
mod fits;
mod fitting;
mod life;
mod mate;
mod problems;
mod shapes;
mod slow;
mod stated;
mod told;
