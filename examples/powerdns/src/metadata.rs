//! The metadata of a zone. The provider only manages the kinds that the program mentions, because the server keeps its
//! own notes in the same place.

use std::collections::BTreeMap;

use pulumi_wasm_provider::prelude::*;

use crate::api::Api;
use crate::name::DomainName;

/// The values of each kind.
pub(crate) type Metadata = BTreeMap<String, Vec<String>>;

/// The server's metadata of the recorded kinds.
pub(crate) fn read(api: &Api<'_>, zone: &DomainName, recorded: Metadata) -> Result<Metadata> {
    let mut found: BTreeMap<_, _> = api
        .metadata(zone)?
        .into_iter()
        .map(|entry| (entry.kind, entry.metadata))
        .collect();
    let current = recorded
        .into_iter()
        .filter_map(|(kind, recorded)| match found.remove(&kind) {
            Some(values) => Some((kind, values)),
            None => recorded.is_empty().then_some((kind, recorded)),
        });
    Ok(current.collect())
}

/// Removes the kinds that the program no longer mentions, and sets the others.
pub(crate) fn write(
    api: &Api<'_>,
    zone: &DomainName,
    old: &Metadata,
    new: &Metadata,
) -> Result<()> {
    let superfluous = |kind: &String| old.contains_key(kind) && !new.contains_key(kind);
    if old.keys().any(superfluous) {
        // Some of them may never have got there: the server refused them, and refuses to take them away as well.
        let found = api.metadata(zone)?.into_iter().map(|entry| entry.kind);
        for kind in found.filter(superfluous) {
            api.set_metadata(zone, &kind, &[])?;
        }
    }
    for (kind, values) in new {
        api.set_metadata(zone, kind, values)?;
    }
    Ok(())
}
