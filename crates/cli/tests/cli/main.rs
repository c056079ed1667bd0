//! The program from outside: answers, exit codes, files, and no input that makes it panic. One program for all of it, so
//! that it is linked once.
#![allow(clippy::print_stdout)]

mod architecture;
mod bad;
mod bounds;
mod capture;
mod check;
mod commands;
mod common;
mod documents;
mod examples;
mod files;
#[path = "../../../ask/tests/ask/fits.rs"]
mod fits;
mod honest;
mod lines;
mod mate;
mod race;
mod review;
mod schema;
#[cfg(feature = "serve")]
mod serve;
mod several;
mod simpei;
mod strings;
mod tactics;
mod value;
