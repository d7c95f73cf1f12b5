//! The memory that the host keeps behind the handles of WASI that a guest holds.
//!
//! The table of an instance does not say how many handles it has or what they hold, so it is measured whenever more
//! than the reserved bytes were added since the last measurement. Each measuring reserves some more, so that the table
//! is looked at once for many handles.

use std::any::Any;

use http::HeaderMap;
use pulumi_wasm_capability::budget::{LimitReached, Reservation};
use wasmtime::component::ResourceTable;
use wasmtime_wasi::p2::{DynInputStream, DynOutputStream};
use wasmtime_wasi_http::FieldMap;
use wasmtime_wasi_http::p2::bindings::http::types::Method;
use wasmtime_wasi_http::p2::types::{
    HostFutureIncomingResponse, HostIncomingResponse, HostOutgoingRequest, HostOutgoingResponse,
};

use super::http::WRITTEN_AT_ONCE;

/// The size of any handle: its place in two tables, and its object.
pub(super) const HANDLE: usize = 512;
/// The size of a header apart from its texts.
const HEADER: usize = 256;
/// The size in a map for each header that it has room for.
const INDEX: usize = 8;
/// The size of a stream: a task and its queue.
pub(super) const STREAM: usize = 16 << 10;
/// The size of a request's body: two parts that were written and not sent.
pub(super) const WRITTEN_BODY: usize = 2 * WRITTEN_AT_ONCE + STREAM;
/// The least spare reservation beyond the used memory, and the part of that memory that is reserved if it is more.
const SPARE: usize = 64 << 10;
const SPARE_PART: usize = 8;
/// A table that takes less is not measured when a call ends.
const MUCH: u64 = 1 << 20;

/// The memory behind an instance's handles.
pub(in crate::guest) struct Handles {
    held: Reservation,
    /// The upper bound of the used memory: the measured amount, and the additions since.
    estimate: usize,
}

impl Handles {
    pub(in crate::guest) fn new(held: Reservation) -> Self {
        Self { held, estimate: 0 }
    }

    /// Reserves memory for a new entry.
    ///
    /// # Errors
    /// If the host's memory for the call is used up.
    pub(super) fn add(
        &mut self,
        table: &mut ResourceTable,
        bytes: usize,
    ) -> Result<(), LimitReached> {
        self.estimate = self.estimate.saturating_add(bytes);
        if self.estimate as u64 <= self.held.bytes() {
            return Ok(());
        }
        self.estimate = measure(table).saturating_add(bytes);
        let spare = (self.estimate / SPARE_PART).max(SPARE);
        self.held.resize(self.estimate.saturating_add(spare))
    }

    /// Frees unused memory at the end of a call.
    pub(in crate::guest) fn settle(&mut self, table: &mut ResourceTable) {
        if self.held.bytes() < MUCH {
            return;
        }
        self.estimate = measure(table);
        if (self.estimate as u64) < self.held.bytes() {
            // A smaller amount is never refused.
            _ = self.held.resize(self.estimate);
        }
    }
}

fn measure(table: &mut ResourceTable) -> usize {
    table
        .iter_mut()
        .map(|entry| HANDLE + behind(entry))
        .fold(0, usize::saturating_add)
}

fn behind(entry: &dyn Any) -> usize {
    if let Some(fields) = entry.downcast_ref::<FieldMap>() {
        of_headers(fields)
    } else if let Some(request) = entry.downcast_ref::<HostOutgoingRequest>() {
        let method = match &request.method {
            Method::Other(name) => name.len(),
            _ => 0,
        };
        let text = |text: &Option<String>| text.as_ref().map_or(0, String::len);
        let body = request.body.as_ref().map_or(0, |_| WRITTEN_BODY);
        let texts = method + text(&request.authority) + text(&request.path_with_query);
        texts + body + of_headers(&request.headers)
    } else if let Some(response) = entry.downcast_ref::<HostOutgoingResponse>() {
        let body = response.body.as_ref().map_or(0, |_| WRITTEN_BODY);
        body + of_headers(&response.headers)
    } else if let Some(response) = entry.downcast_ref::<HostIncomingResponse>() {
        of_headers(&response.headers)
    } else if let Some(HostFutureIncomingResponse::Ready(Ok((response, _)))) = entry.downcast_ref()
    {
        of_headers(response.headers())
    } else if entry.is::<DynOutputStream>() || entry.is::<DynInputStream>() {
        STREAM
    } else if let Some(HostFutureIncomingResponse::Pending(_)) = entry.downcast_ref() {
        WRITTEN_BODY
    } else {
        0
    }
}

/// The size of headers.
pub(super) fn of_headers(headers: &HeaderMap) -> usize {
    let sizes = headers
        .iter()
        .map(|(name, value)| of_header(name.as_str(), value.as_bytes()));
    sizes.sum::<usize>() + INDEX * headers.capacity()
}

/// The size of one header.
pub(super) fn of_header(name: &str, value: &[u8]) -> usize {
    HEADER + name.len() + value.len()
}
