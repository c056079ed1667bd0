//! Questions and answers from outside, as doors use them.

mod schema;
