//! The options of attributes, such as `#[property(…)]` and `#[resource(…)]`: their keys, values and mistakes.

pub(super) mod attribute;
pub(super) mod closest;
pub(super) mod constant;
pub(super) mod constraint;
pub(super) mod container;
pub(super) mod key;
pub(super) mod rules;
pub(super) mod side;
pub(super) mod synonyms;
pub(super) mod traits;
