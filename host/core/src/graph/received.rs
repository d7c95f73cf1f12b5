//! The resources and files that a session was given. The component may refer to no other resource, and hand on no other file.
//!
//! The program gives them in inputs, and other components in their outputs and results. A function, a custom resource
//! or a read of another package gives no such references, because it may repeat data that the component wrote: a
//! function that parses JSON turns a string into the path of a file.

use std::collections::BTreeSet;

use super::lookup::LookupKind;
use super::node::Node;
use super::references::references_in;
use super::registration::ResourceKind;
use super::resolve::{Resolution, Resolved};
use super::{Graph, NodeId};
use crate::error::CallError;
use crate::text::Excerpt;
use crate::value::{ArchiveContent, AssetContent, PropertyMap, PropertyValue};

/// The resources and files that the program, or another component, has named in a session.
#[derive(Debug, Default)]
pub(super) struct Received {
    urns: BTreeSet<String>,
    /// The paths and addresses of assets and archives.
    files: BTreeSet<String>,
}

impl Received {
    pub(super) fn add_urn(&mut self, urn: &str) {
        self.urns.insert(urn.to_owned());
    }

    /// Adds all resources and files in a value.
    pub(super) fn add_all(&mut self, value: &PropertyValue) {
        let mut urns = BTreeSet::new();
        references_in(value, &mut urns);
        self.urns.extend(urns.into_iter().map(str::to_owned));
        let mut files = Vec::new();
        files_in(value, &mut files);
        self.files.extend(files.into_iter().map(str::to_owned));
    }

    pub(super) fn has_urn(&self, urn: &str) -> bool {
        self.urns.contains(urn)
    }

    /// A file in a value that the session was not given.
    fn foreign_file<'a>(&self, value: &'a PropertyValue) -> Option<&'a str> {
        let mut files = Vec::new();
        files_in(value, &mut files);
        files.into_iter().find(|file| !self.files.contains(*file))
    }

    /// A resource in a value that the session was not given.
    pub(super) fn foreign_urn<'a>(&self, value: &'a PropertyValue) -> Option<&'a str> {
        let mut urns = BTreeSet::new();
        references_in(value, &mut urns);
        urns.into_iter().find(|urn| !self.urns.contains(*urn))
    }

    fn has_file(&self, place: &str) -> bool {
        self.files.contains(place)
    }
}

/// Takes the place out of each file that is not known, and leaves its hash.
fn without_files(value: &mut PropertyValue, is_known: &dyn Fn(&str) -> bool) {
    match value {
        PropertyValue::Asset(asset) => {
            if let AssetContent::Path(place) | AssetContent::Uri(place) = &asset.content
                && !is_known(place)
            {
                asset.content = AssetContent::Elided;
            }
        }
        PropertyValue::Archive(archive) => match &mut archive.content {
            ArchiveContent::Path(place) | ArchiveContent::Uri(place) => {
                if !is_known(place) {
                    archive.content = ArchiveContent::Elided;
                }
            }
            ArchiveContent::Assets(entries) => {
                let entries = entries.values_mut();
                entries.for_each(|entry| without_files(entry, is_known));
            }
            ArchiveContent::Elided => {}
        },
        PropertyValue::Secret(inner) => without_files(inner, is_known),
        PropertyValue::Array(items) => {
            let items = items.iter_mut();
            items.for_each(|item| without_files(item, is_known));
        }
        PropertyValue::Object(map) => {
            let members = map.values_mut();
            members.for_each(|member| without_files(member, is_known));
        }
        _ => {}
    }
}

/// Adds the paths and addresses of all assets and archives in a value.
fn files_in<'a>(value: &'a PropertyValue, found: &mut Vec<&'a str>) {
    match value {
        PropertyValue::Asset(asset) => match &asset.content {
            AssetContent::Path(place) | AssetContent::Uri(place) => found.push(place),
            AssetContent::Elided | AssetContent::Text(_) => {}
        },
        PropertyValue::Archive(archive) => match &archive.content {
            ArchiveContent::Path(place) | ArchiveContent::Uri(place) => found.push(place),
            ArchiveContent::Assets(entries) => {
                entries.values().for_each(|entry| files_in(entry, found));
            }
            ArchiveContent::Elided => {}
        },
        PropertyValue::Secret(inner) => files_in(inner, found),
        PropertyValue::Array(items) => items.iter().for_each(|item| files_in(item, found)),
        PropertyValue::Object(map) => map.values().for_each(|member| files_in(member, found)),
        _ => {}
    }
}

impl Graph {
    /// Records the resources and files in an answer of the engine about a node.
    pub(super) fn record_received(&mut self, node: NodeId, urn: &str, outputs: &PropertyMap) {
        let repeats = self.may_repeat(node);
        self.received.add_urn(urn);
        if !repeats {
            let outputs = outputs.values();
            outputs.for_each(|value| self.received.add_all(value));
            return;
        }
        self.repeating_urns.insert(urn.to_owned());
        let is_foreign = |value| self.received.foreign_file(value).is_some();
        if outputs.values().any(is_foreign) {
            self.foreign_files.insert(node);
        }
    }

    /// Whether the answer about a node may repeat data that the component wrote. The host itself serves the component's own package, and
    /// lets it give only resources and files that came in.
    fn may_repeat(&self, node: NodeId) -> bool {
        let (is_other, token) = match self.node(node) {
            Some(Node::Resource(resource)) => {
                (resource.kind == ResourceKind::Custom, &resource.token)
            }
            Some(Node::Lookup(lookup)) => match lookup.kind {
                LookupKind::Read | LookupKind::Invoke => (true, &lookup.token),
                LookupKind::Method => (false, &lookup.token),
                LookupKind::Reference => {
                    let opened = self.opened.get(&node);
                    return opened.is_some_and(|urn| self.repeating_urns.contains(urn));
                }
            },
            _ => return false,
        };
        is_other && token.split(':').next() != Some(self.authority.own.as_str())
    }

    /// Refuses a value of a node with a file that the session was not given.
    pub(super) fn without_foreign_file(&self, id: NodeId, found: Resolved) -> Resolution {
        if !self.foreign_files.contains(&id) {
            return Resolution::Known(found);
        }
        match self.received.foreign_file(&found.value) {
            None => Resolution::Known(found),
            Some(place) => self.refuse(
                format!(
                    "{} gives the file `{}`, which the component was not given",
                    self.shown(id),
                    Excerpt::name(place)
                ),
                "this is for the component's author: take the file as an input of the component, because a component hands on only files \
                 that its program gives it",
            ),
        }
    }

    /// Refuses a reference to a resource that the session was not given, among the inputs, arguments or outputs of another component
    /// or of this one: in the session that gets them, the reference would open the resource.
    pub(super) fn check_passed_on<'a>(
        &self,
        kind: &str,
        owner: &str,
        mut values: impl Iterator<Item = (&'a String, &'a PropertyValue)>,
    ) -> Result<(), Resolution> {
        let foreign =
            values.find_map(|(name, value)| Some((name, self.received.foreign_urn(value)?)));
        match foreign {
            None => Ok(()),
            Some((name, urn)) => Err(self.refuse(
                format!(
                    "the {kind} `{}` of {owner} refers to `{}`, which the component was not given",
                    Excerpt::name(name),
                    Excerpt::name(urn)
                ),
                "this is for the component's author: hand on resources that the component declares or was given",
            )),
        }
    }

    /// Ends the session for this reason.
    pub(super) fn refuse(&self, reason: String, hint: &str) -> Resolution {
        let refusal = CallError::Refused {
            reason,
            hint: Some(hint.to_owned()),
        };
        self.refused.borrow_mut().get_or_insert(refusal);
        Resolution::Failed
    }

    /// Removes the paths of files that the session was not given from the outputs that a hook sees. Files in the inputs
    /// of the resource stay: the component or the program gave them.
    pub(super) fn without_foreign_outputs(
        &self,
        inputs: [&Option<PropertyMap>; 2],
        outputs: [&mut Option<PropertyMap>; 2],
    ) {
        let mut beside = Received::default();
        let inputs = inputs.into_iter().flatten().flat_map(PropertyMap::values);
        inputs.for_each(|value| beside.add_all(value));
        let is_known = |place: &str| self.received.has_file(place) || beside.has_file(place);
        let outputs = outputs.into_iter().flatten();
        let values = outputs.flat_map(PropertyMap::values_mut);
        values.for_each(|value| without_files(value, &is_known));
    }
}
