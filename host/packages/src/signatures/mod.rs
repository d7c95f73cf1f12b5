//! Signatures of components: the evidence that this machine stores, the verdict about it, and the statements in it.

pub(crate) mod store;
pub(crate) mod subjects;
pub(crate) mod verdict;
