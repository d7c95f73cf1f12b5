//! ListResource: the resources of a type that exist, as a stream, page by page.

use std::sync::Arc;

use pulumi_wasm_core::call::{Call, Operation};
use pulumi_wasm_core::component::ListedResource;
use pulumi_wasm_core::operations;
use pulumi_wasm_core::operations::list::{Listing, Query};
use pulumi_wasm_core::text::on_one_line;
use pulumi_wasm_core::value::PropertyMap;
use tokio::sync::mpsc::Sender;

use super::import_resource_state::begun;
use super::invoked::read;
use super::read_resource;
use crate::convert::properties;
use crate::diagnostics;
use crate::log::CallLog;
use crate::proto::tfplugin6::Diagnostic;
use crate::proto::tfplugin6::list_resource::{Event, Request};
use crate::provider::{Provider, Typed};
use crate::schema::catalog::Kind;

/// Sends the events of a list. It ends when the receiver is dropped.
pub(crate) async fn serve(provider: &Provider, request: Request, events: &Sender<Event>) {
    if let Err(diagnostic) = list(provider, request, events).await {
        send(
            events,
            Event {
                diagnostic,
                ..Event::default()
            },
        )
        .await;
    }
}

/// Returns whether the receiver still waits.
async fn send(events: &Sender<Event>, event: Event) -> bool {
    events.send(event).await.is_ok()
}

async fn list(
    provider: &Provider,
    request: Request,
    events: &Sender<Event>,
) -> Result<(), Vec<Diagnostic>> {
    let typed = provider.typed(Kind::List, &request.type_name).await?;
    let config = read(&typed, request.config.as_ref())?;
    let query = properties::inputs(&config, &typed.block);
    let (call, log) = typed.call(Operation::List);
    let failed = |error| typed.failed((&call, &log), &error);
    let query = operations::list_query(typed.package(), &call, query).map_err(failed)?;
    let Query::Known(query) = query else {
        return Err(vec![diagnostics::error(
            "The resources cannot be listed",
            "the query has unknown values, or the provider is not configured",
        )]);
    };
    let limit = u64::try_from(request.limit).unwrap_or(0);
    let listing = Listing::begin(limit, 0, "").map_err(failed)?;
    let resource = if request.include_resource_object {
        Some(provider.typed(Kind::Resource, &request.type_name).await?)
    } else {
        None
    };
    let wanted = Wanted { query, resource };
    pages(&typed, (&call, &log), listing, &wanted, events).await
}

/// The query of a list, and the type of the resources if the state of each is wanted.
struct Wanted<'a> {
    query: PropertyMap,
    resource: Option<Typed<'a>>,
}

async fn pages(
    typed: &Typed<'_>,
    (call, log): (&Call, &Arc<CallLog>),
    mut listing: Listing,
    wanted: &Wanted<'_>,
    events: &Sender<Event>,
) -> Result<(), Vec<Diagnostic>> {
    loop {
        call.kept.clear();
        let page = listing.next(typed.package(), call, &wanted.query).await;
        let page = page.map_err(|error| typed.failed((call, log), &error))?;
        let Some(page) = page else {
            // The hook may have warned after its last resource, or without one.
            let diagnostic = log.take();
            if !diagnostic.is_empty() {
                let last = Event {
                    diagnostic,
                    ..Event::default()
                };
                send(events, last).await;
            }
            return Ok(());
        };
        for listed in page.found {
            let mut event = event(typed, call, listed, wanted.resource.as_ref()).await;
            event.diagnostic.extend(log.take());
            if !send(events, event).await {
                return Ok(());
            }
        }
    }
}

async fn event(
    typed: &Typed<'_>,
    call: &Call,
    listed: ListedResource,
    resource: Option<&Typed<'_>>,
) -> Event {
    let display_name = on_one_line(&call.secrets.text(&listed.name)).into_owned();
    let mut event = Event {
        identity: Some(typed.identity(&listed.id)),
        display_name,
        ..Event::default()
    };
    if let Some(resource) = resource {
        let (state, recorded) = begun(resource, listed.id);
        match read_resource::present(resource, &state, &recorded).await {
            Ok(found) => {
                event.resource_object = found.new_state;
                event.diagnostic = found.diagnostics;
            }
            Err(diagnostics) => event.diagnostic = diagnostics,
        }
    }
    event
}
