//! Random values that are made once and stay the same.

mod generate;
