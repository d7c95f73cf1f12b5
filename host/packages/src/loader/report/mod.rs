//! Warnings about a loaded package and its project.

pub(crate) mod builds;
pub(crate) mod project;
pub(crate) mod reads;
pub(crate) mod sdk_names;
