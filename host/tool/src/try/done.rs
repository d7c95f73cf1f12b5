//! The action that `try` took, in words.

use pulumi_wasm_core::value::PropertyMap;

/// The action that was done, for the report.
pub(super) struct Done {
    pub(super) verb: &'static str,
    pub(super) is_preview: bool,
    pub(super) replaced: Vec<String>,
    /// The recorded outputs that are written anew, such as `change zone`, where nothing else differs.
    pub(super) recorded: Vec<String>,
    pub(super) old: Sides,
    pub(super) new: Sides,
    pub(super) id: Option<String>,
    pub(super) problems: Vec<String>,
}

/// Inputs and outputs, as people see them.
#[derive(Default)]
pub(super) struct Sides {
    pub(super) inputs: PropertyMap,
    pub(super) outputs: PropertyMap,
}
