//! What a hook is asked, and when.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::value::{PropertyMap, PropertyValue};

/// When a hook runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum HookMoment {
    BeforeCreate,
    AfterCreate,
    BeforeUpdate,
    AfterUpdate,
}

impl HookMoment {
    /// All of them.
    pub const ALL: [Self; 4] = [
        Self::BeforeCreate,
        Self::AfterCreate,
        Self::BeforeUpdate,
        Self::AfterUpdate,
    ];

    /// The name in the option `hooks`, which is Pulumi's.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::BeforeCreate => "beforeCreate",
            Self::AfterCreate => "afterCreate",
            Self::BeforeUpdate => "beforeUpdate",
            Self::AfterUpdate => "afterUpdate",
        }
    }
}

/// The resource that a hook is asked about.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct HookRequest {
    pub urn: String,
    /// `None` as long as there is none.
    pub id: Option<String>,
    pub name: String,
    pub token: String,
    /// Each of them is `None` if the operation has none, or has none yet.
    pub new_inputs: Option<PropertyMap>,
    pub old_inputs: Option<PropertyMap>,
    pub new_outputs: Option<PropertyMap>,
    pub old_outputs: Option<PropertyMap>,
    /// The outputs that an option makes secret: the engine marks them after the hooks.
    pub secret_outputs: BTreeSet<String>,
    /// Those that the component makes secret.
    pub own_secret_outputs: Arc<BTreeSet<String>>,
}

impl HookRequest {
    /// All values of the resource.
    pub(crate) fn values(&self) -> impl Iterator<Item = &PropertyMap> {
        let maps = [
            &self.new_inputs,
            &self.old_inputs,
            &self.new_outputs,
            &self.old_outputs,
        ];
        maps.into_iter().flatten()
    }

    /// The values of outputs that an option makes secret.
    pub(crate) fn values_of_secret_outputs(&self) -> impl Iterator<Item = &PropertyValue> {
        let maps = [&self.new_outputs, &self.old_outputs];
        let outputs = maps.into_iter().flatten().flatten();
        let sets = [&self.secret_outputs, &*self.own_secret_outputs];
        let secret =
            outputs.filter(move |(name, _)| sets.iter().any(|names| names.contains(*name)));
        secret.map(|(_, value)| value)
    }

    /// The argument of the guest's function: an object with the parts that are there, with open secrets. What is not known, as
    /// behind a resource that failed, is null.
    pub(crate) fn into_argument(self, moment: HookMoment) -> PropertyValue {
        let mut argument = PropertyMap::from([
            ("event".to_owned(), moment.name().into()),
            ("type".to_owned(), self.token.into()),
            ("name".to_owned(), self.name.into()),
            ("urn".to_owned(), self.urn.into()),
        ]);
        argument.extend(self.id.map(|id| ("id".to_owned(), id.into())));
        let maps = [
            ("newInputs", self.new_inputs),
            ("oldInputs", self.old_inputs),
            ("newOutputs", self.new_outputs),
            ("oldOutputs", self.old_outputs),
        ];
        for (name, map) in maps {
            let map = map.map(|map| open(PropertyValue::Object(map)));
            argument.extend(map.map(|map| (name.to_owned(), map)));
        }
        PropertyValue::Object(argument)
    }
}

/// The value with open secrets, and with nulls for what is unknown.
fn open(value: PropertyValue) -> PropertyValue {
    match value {
        PropertyValue::Unknown => PropertyValue::Null,
        PropertyValue::Secret(inner) => open(*inner),
        PropertyValue::Array(items) => PropertyValue::Array(items.into_iter().map(open).collect()),
        PropertyValue::Object(map) => {
            let members = map.into_iter().map(|(name, value)| (name, open(value)));
            PropertyValue::Object(members.collect())
        }
        plain => plain,
    }
}
