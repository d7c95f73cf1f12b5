//! UpgradeResourceState: a stored state in the form of the current schema. The component's migrations work on the private bytes, in
//! each call that carries them; here only attributes that the schema no longer has are left out.

use bytes::Bytes;

use crate::convert::stored;
use crate::diagnostics;
use crate::proto::tfplugin6::upgrade_resource_state::{Request, Response};
use crate::proto::tfplugin6::{Diagnostic, DynamicValue, RawState};
use crate::provider::{Provider, Typed};
use crate::schema::catalog::Kind;

pub(crate) async fn serve(provider: &Provider, request: Request) -> Response {
    let upgraded = upgrade(provider, request).await;
    upgraded.unwrap_or_else(|diagnostics| Response {
        diagnostics,
        ..Response::default()
    })
}

async fn upgrade(provider: &Provider, request: Request) -> Result<Response, Vec<Diagnostic>> {
    let typed = provider.typed(Kind::Resource, &request.type_name).await?;
    let raw = request.raw_state.unwrap_or_default();
    Ok(Response {
        upgraded_state: Some(current_form(&typed, (request.version, true), raw)?),
        ..Response::default()
    })
}

/// A stored state in the form of the current schema. `stored` is its version, with whether it is of this type already.
///
/// # Errors
/// With a message, if it is newer, or is not a state.
pub(super) fn current_form(
    typed: &Typed<'_>,
    (stored, is_of_type): (i64, bool),
    raw: RawState,
) -> Result<DynamicValue, Vec<Diagnostic>> {
    let version = typed.block.version;
    let refuse = |reason: &str| vec![diagnostics::error("The state cannot be read", reason)];
    if stored > version {
        return Err(refuse(&format!(
            "it was written by a newer version of the provider: it has version {stored} of `{}`, and this provider knows up to \
             {version}\nhint: use the newer version of the provider",
            typed.name
        )));
    }
    if raw.json.is_empty() {
        return Err(refuse(
            "it is in the form of Terraform 0.11\nhint: bring it up to date with Terraform 0.12 first",
        ));
    }
    let fitted = std::str::from_utf8(&raw.json)
        .map_err(|error| error.to_string())
        .and_then(|text| {
            let fitted = if stored == version && is_of_type {
                // The core itself leaves out attributes that the schema does not have.
                stored::object(text).map(|()| raw.json.clone())
            } else {
                stored::fitted(text, typed.block.value_type()).map(Bytes::from)
            };
            fitted.map_err(|error| error.to_string())
        });
    let json = fitted.map_err(|reason| {
        refuse(&format!(
            "{reason}\nhint: restore a backup of the state, or remove the resource from it and import it again"
        ))
    })?;
    Ok(DynamicValue {
        msgpack: Bytes::new(),
        json,
    })
}
