//! The function `getZone`.

#![cfg_attr(
    not(target_arch = "wasm32"),
    allow(dead_code, reason = "only a component calls it")
)]

use pulumi_wasm_provider::prelude::*;

use crate::api::Api;
use crate::kind::ZoneKind;
use crate::name::DomainName;
use crate::nameservers;

/// Which zone to look at.
#[derive(Arguments)]
pub(crate) struct GetZoneArguments {
    /// The domain name of the zone. The dot at its end may be left out.
    name: String,
}

/// A zone as it is now.
#[derive(Results)]
pub(crate) struct GetZoneResult {
    /// The domain name of the zone, with the dot at its end.
    name: String,
    /// Where the records come from.
    kind: ZoneKind,
    /// The names of the servers that answer for the zone: its NS records.
    nameservers: Vec<String>,
    /// The addresses of the servers that the zone is copied from.
    masters: Vec<String>,
    /// The account that the zone belongs to; empty if it has no account.
    account: String,
    /// Whether the zone is signed.
    dnssec: bool,
    /// The serial number in the zone's SOA record.
    serial: u32,
    /// Where the zone is in the server's API.
    url: String,
}

/// Looks up a zone of the server, of any manager. It is an error if the server has no zone of that name.
#[function]
pub(crate) fn get_zone(arguments: GetZoneArguments, cx: &FunctionContext) -> Result<GetZoneResult> {
    let name =
        DomainName::parse(&arguments.name).map_err(|reason| Error::invalid("name", reason))?;
    let api = Api::new(cx);
    let zone = api
        .zone(&name)?
        .ok_or_else(|| Error::not_found(format!("the server has no zone {name}")))?;
    Ok(GetZoneResult {
        nameservers: nameservers::read(&api, &name, &[])?,
        name: name.to_string(),
        kind: zone.kind,
        masters: zone.masters,
        account: zone.account,
        dnssec: zone.dnssec,
        serial: zone.serial,
        url: zone.url,
    })
}
