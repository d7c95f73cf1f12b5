//! Decides whether a field of a component is an input or an output.

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Ident, LitStr, Type};

use crate::elements::argument_of;
use crate::mistakes::Mistakes;
use crate::options::attribute::PropertyAttributes;

/// Decides by its type whether a field of a component is an input or an output: an `Output` is an output, any other
/// type an input. Returns whether the input is plain.
pub(crate) fn take_side(attributes: &mut PropertyAttributes, kind: &Type) -> syn::Result<bool> {
    const NO_RESOURCE: &str = "this option is for a resource that a provider manages, and a component only declares children: set it on a child";
    const TYPE_SAYS: &str = "the type says it: `Input<T>` is an input, `Output<T>` an output";
    let refused: [(Option<Span>, &str); 11] = [
        (attributes.output, TYPE_SAYS),
        (attributes.input_only, TYPE_SAYS),
        (attributes.write_only, NO_RESOURCE),
        (attributes.replace, NO_RESOURCE),
        (attributes.will_replace, NO_RESOURCE),
        (attributes.stable, NO_RESOURCE),
        (attributes.state_input, NO_RESOURCE),
        (attributes.server_default, NO_RESOURCE),
        (
            attributes.depends_on.first().map(Ident::span),
            "an output depends on the values that it is made of: the host finds them",
        ),
        (
            attributes.flatten,
            "a component has its inputs and outputs one by one",
        ),
        (
            attributes.environment.first().map(LitStr::span),
            "a component reads no environment: its program gives the value",
        ),
    ];
    refuse(&refused)?;
    whole_input(kind)?;
    match name_of(kind).as_deref() {
        Some("Output") => {
            const SETS: &str = "an output is always set by `construct`";
            refuse(&[
                (attributes.default.as_ref().map(|(span, _)| *span), SETS),
                (attributes.constant.as_ref().map(|(span, _)| *span), SETS),
                (
                    attributes.rules.output_span(),
                    "an output has no rules: no user sets it",
                ),
            ])?;
            attributes.output = Some(kind.span());
            Ok(false)
        }
        side => {
            attributes.input_only = Some(kind.span());
            Ok(side != Some("Input"))
        }
    }
}

/// Whether an argument of a method is plain: one that is not an `Input` has to be known.
pub(crate) fn is_plain_argument(kind: &Type) -> syn::Result<bool> {
    whole_input(kind)?;
    match name_of(kind).as_deref() {
        Some("Output") => {
            let message =
                "an argument is an `Input<T>`, or of a type whose value the program has to know";
            Err(syn::Error::new_spanned(kind, message))
        }
        side => Ok(side != Some("Input")),
    }
}

/// Refuses an `Option` around an input or an output, which would be a value that the program has to know.
fn whole_input(kind: &Type) -> syn::Result<()> {
    let held = argument_of(kind, &["Option"]).and_then(name_of);
    for side in ["Input", "Output"] {
        if held.as_deref() == Some(side) {
            let message = format!("the `Option` is inside: write `{side}<Option<T>>`");
            return Err(syn::Error::new_spanned(kind, message));
        }
    }
    Ok(())
}

fn refuse(refused: &[(Option<Span>, &str)]) -> syn::Result<()> {
    let mut mistakes = Mistakes::default();
    for (span, reason) in refused {
        if let Some(span) = span {
            mistakes.add(syn::Error::new(*span, reason));
        }
    }
    mistakes.finish(())
}

/// The last part of a type's path.
fn name_of(kind: &Type) -> Option<String> {
    match kind {
        Type::Path(path) => Some(path.path.segments.last()?.ident.to_string()),
        _ => None,
    }
}
