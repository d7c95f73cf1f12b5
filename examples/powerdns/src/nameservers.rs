//! The NS records of a zone itself, which are part of the zone where its program says what they are.

use pulumi_wasm_provider::prelude::*;

use crate::api::Api;
use crate::content::same_records;
use crate::model::{Record, RecordSetChange};
use crate::name::DomainName;

/// The cache time of NS records in a zone without earlier ones: the server's value for new ones.
const TIME_TO_LIVE: u32 = 3600;

const NS: &str = "NS";

/// The servers' names as the zone has them. Their order means nothing, so where they are the recorded ones, they come
/// as recorded.
pub(crate) fn read(api: &Api<'_>, zone: &DomainName, recorded: &[String]) -> Result<Vec<String>> {
    let found = api.record_set(zone, zone, NS)?;
    let names: Vec<_> = found
        .into_iter()
        .flat_map(|set| set.records)
        .filter(|record| !record.disabled)
        .map(|record| record.content.to_ascii_lowercase())
        .collect();
    Ok(if same_records(NS, &names, recorded) {
        recorded.to_vec()
    } else {
        names
    })
}

/// Makes these the servers' names. How long the records may be cached stays as it is, and so do their comments.
pub(crate) fn write(api: &Api<'_>, zone: &DomainName, names: &[String]) -> Result<()> {
    if same_records(NS, &read(api, zone, names)?, names) {
        // Writing them again would raise the serial number, and make other servers copy the zone for nothing.
        return Ok(());
    }
    if names.is_empty() {
        return api.change_records(
            zone,
            RecordSetChange::Delete {
                name: zone.as_str(),
                record_type: NS,
            },
        );
    }
    let ttl = api
        .record_set(zone, zone, NS)?
        .map_or(TIME_TO_LIVE, |set| set.ttl);
    let records = names
        .iter()
        .map(|name| Record {
            content: name.clone(),
            disabled: false,
        })
        .collect();
    let change = RecordSetChange::Replace {
        name: zone.as_str(),
        record_type: NS,
        ttl,
        records,
        comments: None,
    };
    api.change_records(zone, change)
}
