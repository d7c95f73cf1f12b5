//! ImportResourceState: the beginning of an import. The core reads the resource next.

use std::collections::BTreeMap;

use crate::convert::value::Value;
use crate::convert::wire::{decode, encode};
use crate::diagnostics;
use crate::proto::tfplugin6::import_resource_state::{ImportedResource, Request, Response};
use crate::proto::tfplugin6::{Diagnostic, ResourceIdentityData};
use crate::provider::{Provider, Typed};
use crate::recorded::Recorded;
use crate::schema::block::ID;
use crate::schema::catalog::Kind;

pub(crate) async fn serve(provider: &Provider, request: Request) -> Response {
    let found = begin(provider, request).await;
    found.unwrap_or_else(|diagnostics| Response {
        diagnostics,
        ..Response::default()
    })
}

async fn begin(provider: &Provider, request: Request) -> Result<Response, Vec<Diagnostic>> {
    let typed = provider.typed(Kind::Resource, &request.type_name).await?;
    let id = match request.identity {
        Some(identity) if request.id.is_empty() => id_of(&typed, &identity)?,
        _ => request.id,
    };
    if id.is_empty() {
        return Err(vec![refused(
            "the id is empty\nhint: give the id that the server has for the resource",
        )]);
    }
    Ok(Response {
        imported_resources: vec![imported(&typed, id)],
        ..Response::default()
    })
}

fn imported(typed: &Typed<'_>, id: String) -> ImportedResource {
    let (state, recorded) = begun(typed, id);
    ImportedResource {
        type_name: typed.name.to_owned(),
        state: Some(encode::dynamic_value(&state)),
        private: recorded.to_bytes(&typed.block),
        identity: Some(typed.identity(&recorded.id)),
    }
}

/// The beginning of an import: a resource with a known id and nothing else, and its state.
pub(super) fn begun(typed: &Typed<'_>, id: String) -> (Value, Recorded) {
    let names = typed.block.attributes.keys();
    let mut members: BTreeMap<String, Value> =
        names.map(|name| (name.clone(), Value::Null)).collect();
    members.insert(ID.to_owned(), Value::String(id.clone()));
    let recorded = Recorded {
        id,
        inputs: None,
        outputs: None,
    };
    (Value::Map(members), recorded)
}

/// The id in the identity of an import.
fn id_of(typed: &Typed<'_>, data: &ResourceIdentityData) -> Result<String, Vec<Diagnostic>> {
    let identity = &typed.block.identity;
    let value = decode::known_value(data.identity_data.as_ref(), &identity.value_type());
    let value = value.map_err(|error| vec![diagnostics::unreadable("identity", &error)])?;
    identity.id(&value).map_err(|reason| vec![refused(&reason)])
}

fn refused(reason: &str) -> Diagnostic {
    diagnostics::error("The resource cannot be imported", reason)
}
