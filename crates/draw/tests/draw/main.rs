//! Pictures from outside. One program: it is linked once.

mod anything;
mod common;
mod pictures;
mod thermographs;
