//! Lists existing resources.

use crate::bindings::exports::pulumi_wasm::provider::lifecycle as wit;
use crate::config::SharedConfig;
use crate::context::Context;
use crate::error::Result;
use crate::fields::decode;
use crate::hook_context::{HookContext, ListContext};
use crate::host::no_extra;
use crate::list::{List, ListRequest, ListedResource};

pub(crate) fn list<R: List>(
    request: wit::ListRequest,
    config: SharedConfig,
) -> Result<wit::ListResponse> {
    let context = ListContext::of(Context::new(request.context, config));
    let request = ListRequest {
        query: decode(request.query)?,
        limit: Some(request.limit).filter(|limit| *limit > 0),
        page_size: Some(request.page_size).filter(|size| *size > 0),
        continuation_token: Some(request.continuation_token).filter(|token| !token.is_empty()),
    };
    let page = R::list(request, &context)?;
    let listed = |ListedResource { id, name }| wit::ListedResource {
        id,
        name,
        extra: no_extra(),
    };
    Ok(wit::ListResponse {
        resources: page.resources.into_iter().map(listed).collect(),
        continuation_token: page.continuation_token.unwrap_or_default(),
        extra: no_extra(),
    })
}
