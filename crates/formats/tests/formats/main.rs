//! Formats from outside, and beside other readers. One program: it is linked once.

mod differential;
mod examples;
mod formats;
mod sgf;
mod sgf_properties;
