//! WASI for guests: the functions of wasmtime. Before a function that makes the host keep memory, the host checks the
//! limits.

pub(super) mod clocks;
pub(super) mod handles;
pub(super) mod http;
pub(super) mod stdio;

use wasmtime::component::{Linker, LinkerInstance, Resource};
use wasmtime::{Result, StoreContextMut};
use wasmtime_wasi::WasiView;
use wasmtime_wasi::cli::WasiCliView;
use wasmtime_wasi::p2::bindings::cli::{stderr, stdin, stdout};
use wasmtime_wasi::p2::{DynInputStream, DynOutputStream};
use wasmtime_wasi_http::p2::HeaderResult;
use wasmtime_wasi_http::p2::bindings::http::types::{
    self, ErrorCode, HeaderError, Host, HostFields, HostOutgoingRequest as _, Method,
};
use wasmtime_wasi_http::p2::body::HostOutgoingBody;
use wasmtime_wasi_http::p2::types::{
    HostFutureIncomingResponse, HostIncomingResponse, HostOutgoingRequest, HostOutgoingResponse,
};
use wasmtime_wasi_http::{FieldMap, WasiHttpCtxView, WasiHttpView};

use self::handles::{HANDLE, STREAM, WRITTEN_BODY, of_header, of_headers};
use super::state::GuestState;

/// The interfaces by the names that wasmtime gives them.
const TYPES: &str = "wasi:http/types@0.2.12";
const STDIN: &str = "wasi:cli/stdin@0.2.12";
const STDOUT: &str = "wasi:cli/stdout@0.2.12";
const STDERR: &str = "wasi:cli/stderr@0.2.12";

type State<'a> = StoreContextMut<'a, GuestState>;
/// The result of a request, or that the guest has already taken it.
type Got = Told<Told<Resource<HostIncomingResponse>, ErrorCode>, ()>;
/// An answer that guests see.
type Told<T, E> = std::result::Result<T, E>;
type Values = Vec<(String, Vec<u8>)>;

/// Puts all of WASI that guests get into a linker.
pub(super) fn link(linker: &mut Linker<GuestState>) -> Result<()> {
    wasmtime_wasi::p2::add_to_linker_async(linker)?;
    wasmtime_wasi_http::p2::add_only_http_to_linker_async(linker)?;
    linker.allow_shadowing(true);
    link_fields(&mut linker.instance(TYPES)?)?;
    link_messages(&mut linker.instance(TYPES)?)?;
    link_streams(linker)?;
    linker.allow_shadowing(false);
    Ok(())
}

/// Headers, which a guest can make, add to and copy.
fn link_fields(types: &mut LinkerInstance<'_, GuestState>) -> Result<()> {
    types.func_wrap("[constructor]fields", |mut store: State<'_>, (): ()| {
        let state = store.data_mut();
        state.add(HANDLE)?;
        Ok((HostFields::new(&mut state.http())?,))
    })?;
    types.func_wrap(
        "[static]fields.from-list",
        |mut store: State<'_>, (entries,): (Values,)| {
            let state = store.data_mut();
            let sizes = entries.iter().map(|(name, value)| of_header(name, value));
            state.add(HANDLE + sizes.sum::<usize>())?;
            let made = HostFields::from_list(&mut state.http(), entries);
            Ok((state.told(made)?,))
        },
    )?;
    types.func_wrap(
        "[method]fields.set",
        |mut store: State<'_>,
         (fields, name, values): (Resource<FieldMap>, String, Vec<Vec<u8>>)| {
            let state = store.data_mut();
            let sizes = values.iter().map(|value| of_header(&name, value));
            state.add(sizes.sum())?;
            let set = state.change_fields(&fields, |http, fields| {
                HostFields::set(http, fields, name.clone(), values.clone())
            });
            Ok((state.told(set)?,))
        },
    )?;
    types.func_wrap(
        "[method]fields.delete",
        |mut store: State<'_>, (fields, name): (Resource<FieldMap>, String)| {
            let state = store.data_mut();
            let deleted = state.change_fields(&fields, |http, fields| {
                HostFields::delete(http, fields, name.clone())
            });
            Ok((state.told(deleted)?,))
        },
    )?;
    types.func_wrap(
        "[method]fields.append",
        |mut store: State<'_>, (fields, name, value): (Resource<FieldMap>, String, Vec<u8>)| {
            let state = store.data_mut();
            state.add(of_header(&name, &value))?;
            let appended = HostFields::append(&mut state.http(), fields, name, value);
            Ok((state.told(appended)?,))
        },
    )?;
    types.func_wrap(
        "[method]fields.clone",
        |mut store: State<'_>, (fields,): (Resource<FieldMap>,)| {
            let state = store.data_mut();
            let size = of_headers(state.ctx().table.get(&fields)?);
            state.add(HANDLE + size)?;
            Ok((HostFields::clone(&mut state.http(), fields)?,))
        },
    )
}

/// Requests, answers and their bodies.
fn link_messages(types: &mut LinkerInstance<'_, GuestState>) -> Result<()> {
    types.func_wrap(
        "[method]outgoing-request.body",
        |mut store: State<'_>, (request,): (Resource<HostOutgoingRequest>,)| {
            let state = store.data_mut();
            state.add(WRITTEN_BODY)?;
            let body: Told<Resource<HostOutgoingBody>, ()> =
                types::HostOutgoingRequest::body(&mut state.http(), request)?;
            Ok((body,))
        },
    )?;
    types.func_wrap(
        "[method]outgoing-response.body",
        |mut store: State<'_>, (response,): (Resource<HostOutgoingResponse>,)| {
            let state = store.data_mut();
            state.add(WRITTEN_BODY)?;
            let body: Told<Resource<HostOutgoingBody>, ()> =
                types::HostOutgoingResponse::body(&mut state.http(), response)?;
            Ok((body,))
        },
    )?;
    types.func_wrap(
        "[method]outgoing-request.set-method",
        |mut store: State<'_>, (request, method): (Resource<HostOutgoingRequest>, Method)| {
            let state = store.data_mut();
            if let Method::Other(name) = &method {
                state.add(name.len())?;
            }
            Ok((state.http().set_method(request, method)?,))
        },
    )?;
    types.func_wrap(
        "[method]outgoing-request.set-path-with-query",
        |mut store: State<'_>, (request, path): (Resource<HostOutgoingRequest>, Option<String>)| {
            let state = store.data_mut();
            state.add(path.as_ref().map_or(0, String::len))?;
            Ok((state.http().set_path_with_query(request, path)?,))
        },
    )?;
    types.func_wrap(
        "[method]outgoing-request.set-authority",
        |mut store: State<'_>,
         (request, authority): (Resource<HostOutgoingRequest>, Option<String>)| {
            let state = store.data_mut();
            state.add(authority.as_ref().map_or(0, String::len))?;
            Ok((state.http().set_authority(request, authority)?,))
        },
    )?;
    types.func_wrap(
        "[method]future-incoming-response.get",
        |mut store: State<'_>, (future,): (Resource<HostFutureIncomingResponse>,)| {
            let state = store.data_mut();
            // A refusal while the request was under way ends the call here.
            state.current_call.memory.check()?;
            state.add(HANDLE)?;
            let got: Option<Got> =
                types::HostFutureIncomingResponse::get(&mut state.http(), future)?;
            Ok((got,))
        },
    )
}

/// The standard streams.
fn link_streams(linker: &mut Linker<GuestState>) -> Result<()> {
    linker
        .instance(STDIN)?
        .func_wrap("get-stdin", |mut store: State<'_>, (): ()| {
            let state = store.data_mut();
            state.add(HANDLE + STREAM)?;
            let stream: Resource<DynInputStream> = stdin::Host::get_stdin(&mut state.cli())?;
            Ok((stream,))
        })?;
    linker
        .instance(STDOUT)?
        .func_wrap("get-stdout", |mut store: State<'_>, (): ()| {
            let state = store.data_mut();
            state.add(HANDLE + STREAM)?;
            let stream: Resource<DynOutputStream> = stdout::Host::get_stdout(&mut state.cli())?;
            Ok((stream,))
        })?;
    linker
        .instance(STDERR)?
        .func_wrap("get-stderr", |mut store: State<'_>, (): ()| {
            let state = store.data_mut();
            state.add(HANDLE + STREAM)?;
            let stream: Resource<DynOutputStream> = stderr::Host::get_stderr(&mut state.cli())?;
            Ok((stream,))
        })
}

impl GuestState {
    /// Checks that the host may keep this many more bytes behind the guest's handles.
    fn add(&mut self, bytes: usize) -> Result<()> {
        Ok(self.handles.add(&mut self.table, bytes)?)
    }

    /// Changes headers in a way that may remove some. The map keeps the capacity of removed entries, which is not
    /// measured. So the idempotent change is repeated while the map is shared: that copies the map without the extra
    /// capacity.
    fn change_fields(
        &mut self,
        fields: &Resource<FieldMap>,
        change: impl Fn(&mut WasiHttpCtxView<'_>, Resource<FieldMap>) -> HeaderResult<()>,
    ) -> HeaderResult<()> {
        let again = || Resource::new_borrow(fields.rep());
        change(&mut self.http(), again())?;
        let shared = self.ctx().table.get(&again())?.clone();
        let changed = change(&mut self.http(), again());
        drop::<FieldMap>(shared);
        changed
    }

    /// The result of a change of headers for the guest: a header error, or an error of the host.
    fn told<T>(&mut self, outcome: HeaderResult<T>) -> Result<Told<T, HeaderError>> {
        match outcome {
            Ok(value) => Ok(Ok(value)),
            Err(error) => Ok(Err(self.http().convert_header_error(error)?)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Engine;

    #[test]
    fn the_functions_take_the_places_of_those_of_wasmtime() {
        let engine = Engine::new().running().expect("an engine");
        let mut linker = Linker::new(engine.wasmtime());
        wasmtime_wasi::p2::add_to_linker_async(&mut linker).expect("WASI");
        wasmtime_wasi_http::p2::add_only_http_to_linker_async(&mut linker).expect("HTTP");
        // Were they under other names, they would be added beside them.
        let places = [
            (TYPES, "[method]outgoing-request.body"),
            (STDIN, "get-stdin"),
            (STDOUT, "get-stdout"),
            (STDERR, "get-stderr"),
        ];
        for (interface, function) in places {
            let mut instance = linker.instance(interface).expect("an interface");
            let added = instance.func_wrap(function, |_: State<'_>, (): ()| Ok(()));
            assert!(added.is_err(), "{interface} {function}");
        }
    }
}
