//! The counterparts of a program's elements in the recorded outputs. A server may keep them in another form.

use super::{elements, other_form};
use crate::schema::matching::{Extras, Matcher};
use crate::schema::model::expected::Expected;
use crate::schema::model::named_types::Types;
use crate::schema::model::types::Type;
use crate::schema::rules::Comparison;
use crate::value::PropertyValue;

/// For each element of a recorded list or set of inputs the place of its counterpart in the recorded outputs.
pub(in crate::schema) fn elements_in_record(
    types: &Types,
    list: Expected,
    items: &Type,
    inputs: &[PropertyValue],
    outputs: &[PropertyValue],
) -> Vec<Option<usize>> {
    let items = list.items(items);
    let is_set = list.rules.compare.has(Comparison::Set);
    let matcher = Matcher::new(types, items, Extras::Any);
    if elements::shows(types, items, is_set, inputs, outputs) {
        matcher.partners(inputs, outputs, is_set, &|pair| pair.alike)
    } else {
        other_form::in_record(&matcher, inputs, outputs).of_given
    }
}
