//! The values that mocks return for other packages.

use std::collections::BTreeMap;

use pulumi_wasm_core::value::PropertyMap;

/// The answers to registrations and look-ups.
///
/// The key of an answer is the name of a resource, or a token: the type of resources, or the function of look-ups. A
/// name goes before a token.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Mocks(BTreeMap<String, Mock>);

/// One answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Mock {
    /// Outputs, in addition to the inputs of a resource. `id` is the resource's id.
    Outputs(PropertyMap),
    /// The request fails with this reason.
    Failure(String),
}

impl Mocks {
    /// Adds an answer, and replaces an earlier answer for the key.
    pub fn insert(&mut self, key: String, mock: Mock) {
        self.0.insert(key, mock);
    }

    /// The answer for a resource or look-up, with its key.
    pub(super) fn find(&self, name: &str, token: &str) -> Option<(&str, &Mock)> {
        let keys = [name, token].into_iter().filter(|key| !key.is_empty());
        let mut found = keys.filter_map(|key| self.0.get_key_value(key));
        found.next().map(|(key, mock)| (key.as_str(), mock))
    }

    /// The keys, sorted.
    pub(super) fn keys(&self) -> impl Iterator<Item = &String> {
        self.0.keys()
    }
}

impl FromIterator<(String, Mock)> for Mocks {
    fn from_iter<I: IntoIterator<Item = (String, Mock)>>(mocks: I) -> Self {
        Self(mocks.into_iter().collect())
    }
}
