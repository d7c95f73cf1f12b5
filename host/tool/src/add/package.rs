//! The named resources of a package, in the form that all writers of modules share.

use std::collections::BTreeMap;

use serde_json::Value;

/// A package with the resources that a module is written for.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Package {
    pub(super) name: String,
    /// Empty if the schema has none.
    pub(super) version: String,
    /// The parameter that makes a plugin this package; `None` for a plugin of the package's name.
    pub(super) parameter: Option<Parameter>,
    /// Sorted by token.
    pub(super) resources: Vec<Resource>,
    /// The object types that inputs need, sorted by token.
    pub(super) types: Vec<ObjectType>,
    /// Those that outputs have, likewise. A type may be in both.
    pub(super) output_types: Vec<ObjectType>,
    /// What a module cannot have or do, a sentence each.
    pub(super) notes: Vec<String>,
}

impl Package {
    /// The names that the resources have in a module, in its order, of all names by tokens.
    pub(super) fn named(&self, names: &BTreeMap<&str, String>) -> Vec<String> {
        let tokens = self.resources.iter().map(|one| one.token.as_str());
        tokens
            .filter_map(|token| names.get(token).cloned())
            .collect()
    }
}

/// The parameter that makes a plugin a package. The texts can stand between quotation marks in every language.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Parameter {
    /// The name of the plugin.
    pub(super) plugin: String,
    /// The plugin's version, of three numbers; empty if the schema has none.
    pub(super) version: String,
    /// In base64.
    pub(super) value: String,
}

/// A resource type.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Resource {
    pub(super) token: String,
    /// The last part of the token; resources of one package may share it.
    pub(super) name: String,
    pub(super) description: String,
    pub(super) is_component: bool,
    pub(super) inputs: Vec<Property>,
    pub(super) outputs: Vec<Property>,
}

impl Resource {
    /// The outputs that a module names. `id` and `urn` belong to every resource.
    pub(super) fn own_outputs(&self) -> impl Iterator<Item = &Property> {
        let outputs = self.outputs.iter();
        outputs.filter(|output| !matches!(output.name.as_str(), "id" | "urn"))
    }

    /// The names of the outputs that are secret, sorted, as texts between quotation marks with commas.
    pub(super) fn secrets(&self) -> String {
        let secrets = self.own_outputs().filter(|output| output.is_secret);
        let names: Vec<String> = secrets.map(|output| format!("{:?}", output.name)).collect();
        names.join(", ")
    }
}

/// An object in inputs or outputs.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ObjectType {
    pub(super) token: String,
    pub(super) name: String,
    pub(super) description: String,
    pub(super) properties: Vec<Property>,
}

/// A property, sorted by name.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Property {
    pub(super) name: String,
    pub(super) description: String,
    pub(super) kind: Kind,
    pub(super) is_required: bool,
    /// Whether the schema says that the value is a secret.
    pub(super) is_secret: bool,
}

/// What a value is.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Kind {
    Text,
    Bool,
    Integer,
    Number,
    /// Anything that JSON has, and what modules have no type for.
    Any,
    Archive,
    AssetOrArchive,
    /// One of some texts or whole numbers, and the kind that all of them are.
    Choice(Box<Kind>, Vec<Value>),
    /// One of several kinds. None of them is an object type.
    OneOf(Vec<Kind>),
    List(Box<Kind>),
    Map(Box<Kind>),
    /// An object type by its token.
    Object(String),
}
