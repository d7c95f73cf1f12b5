//! Parses a Pulumi schema document into a [`PackageSchema`], and reports all mistakes together.
//!
//! A schema that Pulumi's binder refuses is refused here, so that an author hears of it when the component is built and
//! not from an engine that loads the schema. Unknown keys pass, since the format grows, unless they look like a slip.

mod named;
mod names;
mod object;
mod package;
pub(crate) mod reader;
mod reference;
mod resource;
#[cfg(test)]
mod tests;
mod type_spec;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::model::PackageSchema;
use super::model::named_types::Types;
use super::model::types::{EnumId, ObjectId};
use reader::{Members, Reader, SchemaMistake, member};

impl PackageSchema {
    /// Compiles a Pulumi schema document. Done once for each component, when it is loaded.
    ///
    /// # Errors
    /// The mistakes in the document, in the order of the document's parts, when there are any; of very many the first.
    pub fn parse(document: &Value) -> Result<PackageSchema, Vec<SchemaMistake>> {
        let mut parser = Parser::default();
        let schema = parser.package(document);
        let mistakes = parser.reader.finish();
        if mistakes.is_empty() {
            Ok(schema)
        } else {
            Err(mistakes)
        }
    }
}

/// The known parts of the document while it is read.
#[derive(Default)]
struct Parser<'d> {
    name: &'d str,
    version: &'d str,
    /// Object types by token, all of them before the first is read.
    objects: BTreeMap<&'d str, ObjectId>,
    /// Enums by token, all of them before the first is read.
    enums: BTreeMap<&'d str, EnumId>,
    resources: BTreeSet<&'d str>,
    functions: BTreeSet<&'d str>,
    /// The functions that resources name as their methods.
    methods: BTreeSet<&'d str>,
    /// The named types that were read so far. Enums come first, because defaults are checked against them.
    types: Types,
    reader: Reader,
}
