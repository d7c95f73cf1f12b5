//! Functions, as debugging information has them.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::arguments::CodeAddress;

/// A function at an address, from debugging information.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::engine) struct Symbol {
    pub(in crate::engine) name: Option<String>,
    pub(in crate::engine) file: Option<String>,
    pub(in crate::engine) line: Option<u32>,
    /// Whether it is the function itself, and not an inlined function.
    pub(in crate::engine) is_function: bool,
}

/// The known functions at addresses in a component's code, innermost first.
pub(in crate::engine) type Symbols = BTreeMap<CodeAddress, Arc<[Symbol]>>;

/// A child's answer: the symbols of each address, or `None` for a component without debugging information.
pub(super) type Answer = Option<Vec<Vec<Symbol>>>;
