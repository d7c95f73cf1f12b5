//! Matches the elements of two lists, where the elements of one list may have more parts.
//!
//! An element that the program *gave* matches an element that has all its parts and perhaps more: parts that a server
//! has chosen. Lists are aligned in their order ([`Matcher::align`]), sets by the contents of their elements
//! ([`Matcher::pair`]).
//!
//! The work is bounded. Elements at both ends that are the same are passed over, and the rest find each other by
//! [fingerprints](super::values::fingerprint). The remaining elements are compared one by one only if they are few.

mod alike;
mod cover;
mod effort;
mod gaps;
mod likeness;
mod lists;
mod matcher;
mod partners;
mod sequence;
#[cfg(test)]
mod tests;

pub(super) use alike::Left;
pub(super) use effort::is_affordable;
pub(super) use gaps::Pair;
pub(super) use likeness::{Likeness, likeness};
pub(super) use matcher::{Extras, MAX_DEPTH, Matcher};
pub(super) use partners::by_first;
