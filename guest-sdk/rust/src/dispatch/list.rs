//! Finding things that exist.

use crate::bindings::exports::pulumi_wasm::provider::lifecycle as wit;
use crate::config::SharedConfig;
use crate::context::Context;
use crate::error::Result;
use crate::fields::decode;
use crate::host::no_extra;
use crate::list::{Found, List, Paging};

pub(crate) fn list<R: List>(
    request: wit::ListRequest,
    config: SharedConfig,
) -> Result<wit::ListResponse> {
    let context = Context::new(request.context, config);
    let query = decode(request.query)?;
    let paging = Paging {
        limit: Some(request.limit).filter(|limit| *limit > 0),
        page_size: Some(request.page_size).filter(|size| *size > 0),
        continuation: Some(request.continuation_token).filter(|token| !token.is_empty()),
    };
    let page = R::list(query, &paging, &context)?;
    let listed = |Found { id, name }| wit::ListedResource {
        id,
        name,
        extra: no_extra(),
    };
    Ok(wit::ListResponse {
        resources: page.found.into_iter().map(listed).collect(),
        continuation_token: page.continuation.unwrap_or_default(),
        extra: no_extra(),
    })
}
