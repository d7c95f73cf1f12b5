//! Judges components: by the operator's policy, the user's grants, signatures, and the project's file.

pub(crate) mod grant_report;
pub(crate) mod limits;
pub(crate) mod policy_check;
pub(crate) mod requirements;
pub(crate) mod review;
pub(crate) mod signatures;
pub(crate) mod used_components;
pub(crate) mod used_packages;
