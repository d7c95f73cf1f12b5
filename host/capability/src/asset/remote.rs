//! Content at `http` and `https` addresses: fetched like a guest's request, under the same grants.

use std::collections::BTreeMap;

use pulumi_wasm_core::error::GuestError;
use pulumi_wasm_core::value::{ArchiveContent, AssetContent, PropertyValue};
use url::Url;

use super::fault::Fault;
use super::unpack::{ArchiveFormat, format_of};
use crate::budget::Reservation;
use crate::http::{HttpClient, HttpRequest};
use crate::limits::{Limit, Limits};

/// Redirects that are followed, each under its own grant.
const MAX_REDIRECTS: u32 = 10;

/// The content that was read from addresses.
pub(super) type Fetched = BTreeMap<String, Vec<u8>>;

/// Reads every remote address in an asset or archive, archives inside it too. `memory` grows with the content that is
/// read.
///
/// # Errors
/// The errors of the requests, and an error if the content exceeds the limit of an asset.
pub(super) async fn fetch_all(
    value: &PropertyValue,
    http: &HttpClient,
    limits: &Limits,
    memory: &mut Reservation,
) -> Result<Fetched, Fault> {
    let mut addresses = Vec::new();
    collect(value, &mut addresses);
    let mut fetched = Fetched::new();
    for address in addresses {
        if !fetched.contains_key(address) {
            let bytes = fetch(address, http, limits, memory).await?;
            fetched.insert(address.to_owned(), bytes);
        }
    }
    Ok(fetched)
}

/// Whether an address is read over the network.
pub(super) fn is_remote(address: &Url) -> bool {
    matches!(address.scheme(), "http" | "https")
}

fn collect<'a>(value: &'a PropertyValue, addresses: &mut Vec<&'a str>) {
    let mut add = |address: &'a str| {
        if Url::parse(address).is_ok_and(|address| is_remote(&address)) {
            addresses.push(address);
        }
    };
    match value.reveal() {
        PropertyValue::Asset(asset) => {
            if let AssetContent::Uri(address) = &asset.content {
                add(address);
            }
        }
        PropertyValue::Archive(archive) => match &archive.content {
            // An address that does not name an archive is refused without a request.
            ArchiveContent::Uri(address) if format_of_address(address).is_some() => add(address),
            ArchiveContent::Assets(assets) => {
                assets.values().for_each(|inner| collect(inner, addresses));
            }
            _ => {}
        },
        _ => {}
    }
}

fn format_of_address(address: &str) -> Option<ArchiveFormat> {
    format_of(Url::parse(address).ok()?.path())
}

async fn fetch(
    address: &str,
    http: &HttpClient,
    limits: &Limits,
    memory: &mut Reservation,
) -> Result<Vec<u8>, Fault> {
    let request = HttpRequest {
        redirects: MAX_REDIRECTS,
        ..HttpRequest::get(address)
    };
    let answer = http.send(request).await.map_err(refused)?;
    match answer.status {
        200 => {}
        301 | 302 | 303 | 307 | 308 => {
            let reason = "its address redirects to an address that the host cannot request";
            return Err(Fault::unusable(reason).at(&shown(&answer.url)));
        }
        404 | 410 => {
            let reason = "the server has no file at its address";
            return Err(Fault::new(GuestError::NotFound, reason).at(&shown(&answer.url)));
        }
        status => {
            let reason = format!("its address answered with status {status}");
            return Err(Fault::new(GuestError::Unavailable, reason).at(&shown(&answer.url)));
        }
    }
    let (limit, mut body) = (Limit::AssetSize, answer.body);
    let mut bytes = Vec::new();
    while let Some(chunk) = body.chunk().await.map_err(refused)? {
        if (bytes.len() + chunk.len()) as u64 > limits.get(limit) {
            return Err(Fault::limit(limit, limits));
        }
        memory
            .grow(chunk.len())
            .map_err(|reached| Fault::reached(&reached))?;
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}

/// An address without user, query and fragment, in which secrets may be.
fn shown(address: &Url) -> String {
    let mut shown = address.clone();
    shown.set_query(None);
    shown.set_fragment(None);
    // Fails only for addresses without a host, which have no user either.
    _ = shown.set_username("");
    _ = shown.set_password(None);
    format!("`{shown}`")
}

/// The part of a failed request that a guest may know: its kind.
fn refused(error: GuestError) -> Fault {
    let detail = error.message();
    let (kind, reason): (fn(String) -> GuestError, _) = match error {
        GuestError::Denied(_) => (GuestError::Denied, "its address may not be reached"),
        GuestError::TimedOut(_) => (GuestError::TimedOut, "its address gave no answer in time"),
        GuestError::Cancelled(_) => (GuestError::Cancelled, "the deployment is being cancelled"),
        GuestError::Unavailable(_) => (GuestError::Unavailable, "its address cannot be reached"),
        _ => (GuestError::Other, "its address cannot be read"),
    };
    Fault::new(kind, reason).detailed(detail)
}

#[cfg(test)]
mod tests;
