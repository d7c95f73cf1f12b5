//! The types of elements of lists and maps, as the author wrote them.

use syn::{GenericArgument, PathArguments, Type};

use crate::mistakes::Mistakes;

/// Types that hold a value of another type.
const AROUND: [&str; 5] = ["Box", "Input", "Option", "Output", "Value"];
/// Types that hold elements of another type, the last of their arguments or, for hashing maps, the second.
const COLLECTIONS: [&str; 3] = ["Vec", "BTreeMap", "HashMap"];

/// Refuses an `Option` as an element, at any depth: the host refuses null in a list, and takes it out of a map. The
/// run-time crate finds those that stand behind another name.
pub(crate) fn whole_elements(kind: &Type) -> syn::Result<()> {
    let mut mistakes = Mistakes::default();
    let mut inner = kind;
    let mut is_element = false;
    loop {
        if is_element && argument_of(inner, &["Option"]).is_some() {
            let message = "an element of a list or a map cannot be absent: leave it out instead";
            mistakes.add(syn::Error::new_spanned(inner, message));
            is_element = false;
        }
        if let Some(element) = argument_of(inner, &COLLECTIONS) {
            (inner, is_element) = (element, true);
        } else if let Some(around) = argument_of(inner, &AROUND) {
            inner = around;
        } else {
            return mistakes.finish(());
        }
    }
}

/// The value or the element of a type written `Name<…>`, if the name is one of the given names.
pub(crate) fn argument_of<'a>(kind: &'a Type, names: &[&str]) -> Option<&'a Type> {
    let Type::Path(path) = kind else { return None };
    let last = path.path.segments.last()?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    if names.iter().all(|name| last.ident != name) {
        return None;
    }
    let position = usize::from(last.ident.to_string().ends_with("Map"));
    match arguments.args.iter().nth(position)? {
        GenericArgument::Type(inner) => Some(inner),
        _ => None,
    }
}
