//! The rules as check, diff, refresh and promises obey them.

mod checks;
mod comparisons;
mod refreshes;
