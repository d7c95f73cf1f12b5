//! The files that commands read and write: within bounds, complete or missing, and without following links out of the
//! project.

pub(super) mod bounded_file;
pub(super) mod lock_file;
pub(super) mod output_folder;
pub(super) mod source_tree;
pub(super) mod whole_file;
