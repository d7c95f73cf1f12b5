//! The functions that an author wrote.

use crate::error::Error;
use crate::fields::same;
use crate::resource::state::ResourceState;

/// The functions of a trait that an author wrote. Written by `#[resource]` and `#[config]`.
#[diagnostic::on_unimplemented(
    message = "the functions of `{Self}` are not known",
    label = "write `#[resource]` above `impl Lifecycle`, or `#[config]` above `impl Configure`"
)]
pub trait Hooks {
    /// Their names as the manifest writes them.
    #[doc(hidden)]
    const HOOKS: &'static [&'static str];
}

/// Whether an author wrote a hook, known when the provider is compiled: code that no call can reach is then left out.
pub(crate) const fn has<H: Hooks>(hook: &str) -> bool {
    let mut index = 0;
    while index < H::HOOKS.len() {
        if same(H::HOOKS[index], hook) {
            return true;
        }
        index += 1;
    }
    false
}

/// The error of a hook that is called though the manifest does not list it.
pub(crate) fn missing<R: ResourceState>(function: &str) -> Error {
    Error::unsupported(format!("`{}` has no `{function}`", R::SPEC.name))
}
