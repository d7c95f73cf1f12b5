//! One row of the table that the derives generate.

use serde_json::Value as JsonValue;

use crate::encoding::Decoder;
use crate::error::PropertyFailure;
use crate::manifest::rules::{Constant, RuleTable};
use crate::manifest::types::Types;
use crate::value::path::PropertyPath;

/// The facts about one property for the schema and the decoder.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Field {
    pub name: &'static str,
    pub description: &'static str,
    pub schema: fn(&mut Types) -> JsonValue,
    /// Fails if a default or a constant does not have the field's type. Called when the schema is made.
    pub check_constant: fn(Constant, &PropertyPath<'_>) -> Result<(), PropertyFailure>,
    /// Whether a value can be read, or be left out.
    pub fits: fn(Option<&mut Decoder<'_>>, &PropertyPath<'_>) -> Result<(), PropertyFailure>,
    /// Whether the type is required. An input with a default is not required.
    pub required: bool,
    pub input: bool,
    pub output: bool,
    pub secret: bool,
    /// Whether the value is never recorded among outputs and never read back.
    pub write_only: bool,
    pub replace: bool,
    pub will_replace: bool,
    /// Whether an output stays the same until the resource is replaced.
    pub stable: bool,
    /// Whether a lookup by id may use it.
    pub state_input: bool,
    /// Whether the server chooses it if the program does not.
    pub server_default: bool,
    /// The inputs that an output depends on.
    pub depends_on: &'static [&'static str],
    /// Whether the host generates a name if the program gives none.
    pub named: bool,
    pub default: Option<Constant>,
    /// The only allowed value.
    pub constant: Option<Constant>,
    pub environment: &'static [&'static str],
    pub deprecated: Option<&'static str>,
    /// Information for generators of SDKs, as JSON.
    pub language: Option<&'static str>,
    /// Whether its type marks a value that only the host gets.
    pub host_only: bool,
    /// Rules of the type itself.
    pub natural: RuleTable,
    pub rules: RuleTable,
}

impl Field {
    /// A place in a table that is not filled yet.
    pub(super) const NONE: Self = Self {
        name: "",
        description: "",
        schema: |_| JsonValue::Null,
        check_constant: |_, _| Ok(()),
        fits: |_, _| Ok(()),
        required: false,
        input: false,
        output: false,
        secret: false,
        write_only: false,
        replace: false,
        will_replace: false,
        stable: false,
        state_input: false,
        server_default: false,
        depends_on: &[],
        named: false,
        default: None,
        constant: None,
        environment: &[],
        deprecated: None,
        language: None,
        host_only: false,
        natural: &[],
        rules: &[],
    };
}
