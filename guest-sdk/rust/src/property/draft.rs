//! Values that are partly unknown.

use std::collections::{BTreeMap, HashMap};
use std::hash::BuildHasher;

use crate::property::{Json, Property};
use crate::value::Value;

/// A type that can be looked at while parts of it are unknown, with [`Value::draft`].
///
/// The draft of a list is a list of values. The draft of a map is a map of values. The draft of a struct that derives
/// `Object` is the generated struct `…Draft`. Types without parts are their own draft.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no draft, in which some of it may be unknown",
    label = "no draft",
    note = "derive `Object` for a struct; for a type of your own, write `impl HasDraft` with `type Draft = Self`"
)]
pub trait HasDraft: Property {
    /// The form with [`Value`]s in it.
    type Draft: Property;
}

macro_rules! drafted_as_themselves {
    ($($name:ty),*) => {$(
        impl HasDraft for $name {
            type Draft = Self;
        }
    )*};
}

drafted_as_themselves!(
    String, bool, f64, i8, i16, i32, i64, u8, u16, u32, u64, Json
);

impl<T: HasDraft> HasDraft for Option<T> {
    type Draft = T::Draft;
}

impl<T: HasDraft> HasDraft for Box<T> {
    type Draft = T::Draft;
}

impl<T: HasDraft> HasDraft for Value<T> {
    type Draft = T::Draft;
}

impl<T: HasDraft> HasDraft for Vec<T> {
    type Draft = Vec<Value<T>>;
}

impl<T: HasDraft> HasDraft for BTreeMap<String, T> {
    type Draft = BTreeMap<String, Value<T>>;
}

impl<T: HasDraft, S: BuildHasher + Default + Clone> HasDraft for HashMap<String, T, S> {
    type Draft = HashMap<String, Value<T>, S>;
}
