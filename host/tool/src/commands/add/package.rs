//! The named resources of a package, in the form that all writers of modules share.

use std::collections::BTreeMap;

use serde_json::Value;

/// A package with the resources that a module is written for.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Package {
    pub(crate) name: String,
    /// Empty if the schema has no version.
    pub(crate) version: String,
    /// The parameter that makes a plugin this package; `None` for a plugin of the package's name.
    pub(crate) parameter: Option<Parameter>,
    /// Sorted by token.
    pub(crate) resources: Vec<Resource>,
    /// The object types that inputs need, sorted by token.
    pub(crate) types: Vec<ObjectType>,
    /// The same for outputs. A type may be in both.
    pub(crate) output_types: Vec<ObjectType>,
    /// The limits of the module, a sentence each.
    pub(crate) notes: Vec<String>,
}

impl Package {
    /// The names of the package's resources, in the order of the module. `names` has all names by tokens.
    pub(crate) fn named(&self, names: &BTreeMap<&str, String>) -> Vec<String> {
        let tokens = self.resources.iter().map(|one| one.token.as_str());
        tokens
            .filter_map(|token| names.get(token).cloned())
            .collect()
    }
}

/// The parameter that makes a plugin a package. The texts can stand between quotation marks in every language.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Parameter {
    /// The name of the plugin.
    pub(crate) plugin: String,
    /// The plugin's version, of three numbers. Empty if the schema has no version.
    pub(crate) version: String,
    /// In base64.
    pub(crate) value: String,
}

/// A resource type.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Resource {
    pub(crate) token: String,
    /// The last part of the token; resources of one package may share it.
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) is_component: bool,
    pub(crate) inputs: Vec<Property>,
    pub(crate) outputs: Vec<Property>,
}

impl Resource {
    /// The outputs that a module names. `id` and `urn` belong to every resource.
    pub(crate) fn own_outputs(&self) -> impl Iterator<Item = &Property> {
        let outputs = self.outputs.iter();
        outputs.filter(|output| !matches!(output.name.as_str(), "id" | "urn"))
    }

    /// The names of the outputs that are secret, sorted, as texts between quotation marks with commas.
    pub(crate) fn secrets(&self) -> String {
        let secrets = self.own_outputs().filter(|output| output.is_secret);
        let names: Vec<String> = secrets.map(|output| format!("{:?}", output.name)).collect();
        names.join(", ")
    }
}

/// An object in inputs or outputs.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ObjectType {
    pub(crate) token: String,
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) properties: Vec<Property>,
}

/// A property, sorted by name.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Property {
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) kind: Kind,
    pub(crate) is_required: bool,
    /// Whether the schema says that the value is a secret.
    pub(crate) is_secret: bool,
}

/// The type of a value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Kind {
    Text,
    Bool,
    Integer,
    Number,
    /// Any JSON value, also for types that modules cannot express.
    Any,
    Archive,
    AssetOrArchive,
    /// One of some texts or whole numbers, and the kind that all of them are.
    Choice(Box<Kind>, Vec<Value>),
    /// One of several types. None of them is an object type.
    OneOf(Vec<Kind>),
    List(Box<Kind>),
    Map(Box<Kind>),
    /// An object type by its token.
    Object(String),
}
