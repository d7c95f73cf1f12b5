//! Joining the tables of flattened structs with their owner's, when the provider is compiled.

use crate::fields::Field;
use crate::manifest::rules::Constraint;

/// Fields, and whether they may be inputs and outputs in their new place.
type Part = (&'static [Field], bool, bool);

/// The total number of fields.
#[doc(hidden)]
pub const fn joined_length(parts: &[Part]) -> usize {
    let mut length = 0;
    let mut index = 0;
    while index < parts.len() {
        length += parts[index].0.len();
        index += 1;
    }
    length
}

/// All fields in one table. Two fields with the same name fail the compilation:
///
/// ```compile_fail,E0080
/// # use pulumi_wasm_provider::prelude::*;
/// #[derive(Object, Clone)]
/// struct Shared { size: u8 }
///
/// #[derive(Object, Clone)]
/// struct Thing {
///     #[property(flatten)]
///     shared: Shared,
///     size: u8,
/// }
/// ```
#[doc(hidden)]
#[track_caller]
#[expect(
    clippy::panic,
    reason = "ends the compilation, with an error at the author's line"
)]
pub const fn join_fields<const LENGTH: usize>(parts: &[Part]) -> [Field; LENGTH] {
    let mut fields = [Field::NONE; LENGTH];
    let (mut part, mut next) = (0, 0);
    while part < parts.len() {
        let (table, input, output) = parts[part];
        let mut row = 0;
        while row < table.len() {
            let mut field = table[row];
            field.input = field.input && input;
            field.output = field.output && output;
            let mut before = 0;
            while before < next {
                if same(fields[before].name, field.name) {
                    panic!("a flattened struct has a property that exists already");
                }
                before += 1;
            }
            fields[next] = field;
            next += 1;
            row += 1;
        }
        part += 1;
    }
    fields
}

/// The total number of constraints.
#[doc(hidden)]
pub const fn constraints_length(parts: &[&[Constraint]]) -> usize {
    let mut length = 0;
    let mut index = 0;
    while index < parts.len() {
        length += parts[index].len();
        index += 1;
    }
    length
}

/// All constraints in one table.
#[doc(hidden)]
pub const fn join_constraints<const LENGTH: usize>(
    parts: &[&'static [Constraint]],
) -> [Constraint; LENGTH] {
    let mut constraints = [Constraint::Conflicts(&[]); LENGTH];
    let (mut part, mut next) = (0, 0);
    while part < parts.len() {
        let mut row = 0;
        while row < parts[part].len() {
            constraints[next] = parts[part][row];
            next += 1;
            row += 1;
        }
        part += 1;
    }
    constraints
}

/// Fails the compilation if an option names no input:
///
/// ```compile_fail,E0080
/// # use pulumi_wasm_provider::prelude::*;
/// #[derive(Object, Clone)]
/// struct Shared { size: Option<u8> }
///
/// #[derive(Object, Clone)]
/// #[object(conflicts(name, siez))]
/// struct Thing {
///     name: Option<String>,
///     #[property(flatten)]
///     shared: Shared,
/// }
/// ```
#[doc(hidden)]
#[track_caller]
#[expect(
    clippy::panic,
    reason = "ends the compilation, with an error at the author's line"
)]
pub const fn check_input(fields: &[Field], name: &str, message: &str) {
    let mut index = 0;
    while index < fields.len() {
        if fields[index].input && same(fields[index].name, name) {
            return;
        }
        index += 1;
    }
    panic!("{}", message)
}

/// Ends the compilation if a field that may make a difference by its absence is always there:
///
/// ```compile_fail,E0080
/// # use pulumi_wasm_provider::prelude::*;
/// #[derive(Object, Clone)]
/// #[object(exactly_one_of(password, key))]
/// struct Login {
///     password: Option<String>,
///     key: String,
/// }
/// ```
#[doc(hidden)]
#[track_caller]
#[expect(
    clippy::panic,
    reason = "ends the compilation, with an error at the author's line"
)]
pub const fn check_optional(required: bool, message: &str) {
    if required {
        panic!("{}", message)
    }
}

/// Whether two names are equal, as a constant.
pub(crate) const fn same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    if one.len() != other.len() {
        return false;
    }
    let mut index = 0;
    while index < one.len() {
        if one[index] != other[index] {
            return false;
        }
        index += 1;
    }
    true
}
