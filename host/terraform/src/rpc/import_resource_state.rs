//! ImportResourceState: the beginning of an import. The core reads the resource next.

use std::collections::BTreeMap;

use crate::convert::encode;
use crate::convert::value::Value;
use crate::proto::tfplugin6::Diagnostic;
use crate::proto::tfplugin6::import_resource_state::{ImportedResource, Request, Response};
use crate::provider::Provider;
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
    let names = typed.block.attributes.keys();
    let mut members: BTreeMap<String, Value> =
        names.map(|name| (name.clone(), Value::Null)).collect();
    members.insert(ID.to_owned(), Value::String(request.id.clone()));
    let recorded = Recorded {
        id: request.id,
        inputs: None,
        outputs: None,
    };
    Ok(Response {
        imported_resources: vec![ImportedResource {
            type_name: request.type_name.clone(),
            state: Some(encode::dynamic_value(&Value::Map(members))),
            private: recorded.to_bytes(),
            identity: None,
        }],
        ..Response::default()
    })
}
