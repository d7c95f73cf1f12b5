//! List: things of a type that exist, as a stream, page by page.

use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::Arc;

use futures_util::{FutureExt, stream};
use pulumi_wasm_core::call::{Call, Operation, Subject};
use pulumi_wasm_core::operations;
use pulumi_wasm_core::operations::list::{Listing, Query};
use pulumi_wasm_core::package::Package;
use pulumi_wasm_core::text::on_one_line;
use pulumi_wasm_core::value::PropertyMap;
use pulumi_wasm_sandbox::scheduler;
use tokio_stream::Stream;
use tonic::Status;

use crate::pulumi::convert::map_from_proto;
use crate::pulumi::engine::log::RequestLog;
use crate::pulumi::session::Session;
use crate::pulumi::status;
use crate::pulumi::wire::pulumirpc::list_response::{
    Computed, Continuation, Response, Result as Found,
};
use crate::pulumi::wire::pulumirpc::{ListRequest, ListResponse};

/// The stream that the engine reads from. Dropping it ends the guest's code.
pub(crate) type ListStream = Pin<Box<dyn Stream<Item = Result<ListResponse, Status>> + Send>>;

pub(crate) async fn serve(
    session: Arc<Session>,
    request: ListRequest,
) -> Result<ListStream, Status> {
    let package = session.package()?;
    let subject = Subject {
        token: request.token,
        ..Subject::default()
    };
    let call = session.call(Operation::List, subject);
    let query = map_from_proto(request.query.as_deref())?;
    let failed = |error| status::from_call(&package, &call, &error);
    let query = operations::list_query(&package, &call, query).map_err(failed)?;
    let listing = Listing::begin(
        u64::try_from(request.limit).unwrap_or(0),
        u64::try_from(request.page_size).unwrap_or(0),
        &request.continuation_token,
    )
    .map_err(failed)?;
    let Query::Known(query) = query else {
        let computed = response(Response::Computed(Computed {}));
        return Ok(Box::pin(stream::iter([Ok(computed)])));
    };
    let state = State {
        log: session.log.sink(),
        package,
        call,
        query,
        listing,
        ready: Vec::new().into_iter(),
    };
    let next = |state| scheduler::run(Box::pin(next(state)));
    Ok(Box::pin(stream::try_unfold(state, next)))
}

/// A list in progress.
struct State {
    log: RequestLog,
    package: Arc<Package>,
    call: Call,
    query: PropertyMap,
    listing: Listing,
    ready: std::vec::IntoIter<ListResponse>,
}

/// The next answer, asking the guest for more if all are used.
async fn next(mut state: State) -> Result<Option<(ListResponse, State)>, Status> {
    loop {
        if let Some(response) = state.ready.next() {
            return Ok(Some((response, state)));
        }
        // The page before was sent. Other requests come first: pages may be empty, and come without end.
        tokio::task::yield_now().await;
        state.call.kept.clear();
        let page = state
            .listing
            .next(&state.package, &state.call, &state.query);
        let page = AssertUnwindSafe(page)
            .catch_unwind()
            .await
            .map_err(|_| status::from_panic("list"))?;
        // The engine gets the guest's messages before the answer.
        state.log.flush().await;
        let page = page.map_err(|error| status::from_call(&state.package, &state.call, &error))?;
        let Some(page) = page else { return Ok(None) };
        let found = page.found.into_iter().map(|listed| {
            response(Response::Result(Found {
                id: listed.id,
                // A name is for people; an import needs an id.
                name: on_one_line(&status::clean(&state.call, &listed.name)).into_owned(),
            }))
        });
        let mut responses: Vec<ListResponse> = found.collect();
        responses.extend(page.continuation.map(|continuation_token| {
            response(Response::Continuation(Continuation { continuation_token }))
        }));
        state.ready = responses.into_iter();
    }
}

fn response(response: Response) -> ListResponse {
    ListResponse {
        response: Some(response),
    }
}
