//! The rules that a type accepts, checked when the provider is compiled.

/// The kinds of types that a rule may be for.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Anything: whether a rule fits is for the host to see.
    Any,
    Boolean,
    Number,
    Text,
    Enum,
    List,
    Map,
    Object,
    /// An asset, an archive or a resource.
    Handle,
}

/// Ends the compilation if a rule is for other types, with the author's rule as the place:
///
/// ```compile_fail,E0080
/// # use pulumi_wasm_provider::prelude::*;
/// #[derive(Object, Clone)]
/// struct Port {
///     #[property(minimum = 1)]
///     name: String,
/// }
/// ```
///
/// The same goes for rules of elements:
///
/// ```compile_fail,E0080
/// # use pulumi_wasm_provider::prelude::*;
/// #[derive(Object, Clone)]
/// struct Port {
///     #[property(items(max_length = 3))]
///     numbers: Option<Vec<u16>>,
/// }
/// ```
#[doc(hidden)]
#[track_caller]
#[expect(
    clippy::panic,
    reason = "ends the compilation, with an error at the author's line"
)]
pub const fn check_kind(found: Kind, wanted: &[Kind], message: &str) {
    let mut index = 0;
    while index < wanted.len() {
        // Kinds are compared as numbers: `==` is not there for constants.
        if found as u8 == wanted[index] as u8 || found as u8 == Kind::Any as u8 {
            return;
        }
        index += 1;
    }
    panic!("{}", message)
}
