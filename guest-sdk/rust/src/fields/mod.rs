//! Structs as sets of properties: the table that the derives write, and the helpers that their code calls.

mod checks;
mod field;
mod join;
pub(crate) mod lazy;
mod properties;
mod rules;
mod source;
mod target;

pub use checks::{check_constant, fits};
pub use field::Field;
pub(crate) use join::same;
pub use join::{
    check_input, check_optional, constraints_length, join_constraints, join_fields, joined_length,
};
pub use properties::{NoArguments, Properties, debug, unknown};
pub(crate) use rules::{has_rules, insert_rules};
pub use source::Source;
pub(crate) use source::{decode, members, read_struct};
pub use target::Target;
pub(crate) use target::{Unwritten, beside_inputs, print, print_what_can_be, reason};
