//! The dependencies of each property, from and to protobuf. Each request and answer has its own message type for a
//! list of URNs.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::pulumi::convert::Properties;
use crate::pulumi::wire::pulumirpc::{
    call_request, call_response, construct_request, construct_response, register_resource_request,
    register_resource_response, resource_call_request,
};

/// A message that is a list of URNs.
pub(crate) trait Urns {
    fn of(urns: Vec<String>) -> Self;
    fn into_urns(self) -> Vec<String>;
}

macro_rules! urns {
    ($($message:ty),* $(,)?) => {$(
        impl Urns for $message {
            fn of(urns: Vec<String>) -> Self {
                Self { urns }
            }

            fn into_urns(self) -> Vec<String> {
                self.urns
            }
        }
    )*};
}

urns!(
    call_request::ArgumentDependencies,
    call_response::ReturnDependencies,
    construct_request::PropertyDependencies,
    construct_response::PropertyDependencies,
    register_resource_request::PropertyDependencies,
    register_resource_response::PropertyDependencies,
    resource_call_request::ArgumentDependencies,
);

/// The dependencies of each property. Engines give them in a table, in output values, or in both.
pub(crate) fn together<L: Urns>(
    listed: HashMap<String, L>,
    properties: &Properties,
) -> BTreeMap<String, BTreeSet<String>> {
    let mut dependencies = from_proto(listed);
    for (name, outputs) in &properties.outputs {
        let urns = outputs.dependencies().into_iter().map(str::to_owned);
        dependencies.entry(name.clone()).or_default().extend(urns);
    }
    dependencies
}

/// The messages of a table of URNs by property.
pub(crate) fn to_proto<L: Urns>(
    dependencies: BTreeMap<String, BTreeSet<String>>,
) -> HashMap<String, L> {
    let entry = |(name, urns): (String, BTreeSet<String>)| (name, L::of(Vec::from_iter(urns)));
    dependencies.into_iter().map(entry).collect()
}

/// The table of URNs by property in messages.
pub(crate) fn from_proto<L: Urns>(
    dependencies: HashMap<String, L>,
) -> BTreeMap<String, BTreeSet<String>> {
    let entry = |(name, behind): (String, L)| (name, BTreeSet::from_iter(behind.into_urns()));
    dependencies.into_iter().map(entry).collect()
}
