//! Methods of Connect and gRPC services that only read. Their clients send every method by POST, so the manifest has to name
//! those that a read or a preview may call.
//!
//! Connect's generator for Go, `protoc-gen-connect-go`, writes a client for each service into a file `NAME.connect.go`. The
//! file says which methods have the `idempotency_level` `NO_SIDE_EFFECTS`, the option of protobuf for methods that are safe in
//! the sense of HTTP. Most services leave it out and follow Google's API improvement proposals, in which `Get` and `List`
//! methods only read: <https://google.aip.dev/131> and <https://google.aip.dev/132>.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::Context;
use regex::Regex;

use crate::commands::add::names::words;
use crate::files::bounded_file;

/// The end of the names of generated files.
const CLIENTS: &str = ".connect.go";

/// Why a method only reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reads {
    /// The service says so.
    Declared,
    /// Its name says so. The author has to judge whether that is right.
    Named,
}

impl std::fmt::Display for Reads {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(match self {
            Reads::Declared => "its service declares `NO_SIDE_EFFECTS`",
            Reads::Named => "judged by its name alone, so check that it changes nothing",
        })
    }
}

/// The methods of services that the provider calls and that only read, as requests for `safeRequests` of the manifest: such as
/// `POST /acme.v1.ZoneService/GetZone`. `files` are the source files of the provider and of its modules.
///
/// # Errors
/// If a source file cannot be read.
pub(super) fn safe_requests(files: &[PathBuf]) -> anyhow::Result<BTreeMap<String, Reads>> {
    let reader = Reader::new()?;
    let mut methods = Vec::new();
    let is_client = |file: &&PathBuf| file.to_string_lossy().ends_with(CLIENTS);
    for file in files.iter().filter(is_client) {
        reader.read_clients(&text(file)?, &mut methods);
    }
    if methods.is_empty() {
        return Ok(BTreeMap::new());
    }
    let mut used = BTreeSet::new();
    for file in files {
        let text = text(file)?;
        if !reader.generated.is_match(&text) {
            let names = reader.selected.captures_iter(&text);
            used.extend(names.map(|found| found[1].to_owned()));
        }
    }
    methods.retain(|method| used.contains(&method.name));
    let requests = methods
        .into_iter()
        .map(|method| (format!("POST {}", method.path), method.reads));
    Ok(requests.collect())
}

fn text(file: &Path) -> anyhow::Result<String> {
    bounded_file::text(file).with_context(|| format!("cannot read {}", file.display()))
}

/// A method that only reads.
#[derive(Debug, PartialEq, Eq)]
struct Method {
    name: String,
    /// Behind the base address: `/SERVICE/METHOD`.
    path: String,
    reads: Reads,
}

/// A reader of sources.
struct Reader {
    /// The constant with a method's path.
    procedure: Regex,
    /// The beginning of the value with all methods of a client.
    client: Regex,
    /// A method in it, up to the options of the caller.
    entry: Regex,
    /// A function that calls a method with one request and one answer.
    unary: Regex,
    /// The mark of generated files.
    generated: Regex,
    /// The name of a field or method that is selected.
    selected: Regex,
}

impl Reader {
    fn new() -> Result<Self, regex::Error> {
        Ok(Self {
            procedure: Regex::new(r#"(?mR)^\s*(?:const )?(\w+Procedure)\s*=\s*"(/[\w.]+/\w+)"$"#)?,
            client: Regex::new(r"return &(\w+)\{")?,
            entry: Regex::new(
                r"(?s)(\w+):\s*\w+\.NewClient\[[^(]*\]\(\s*\w+,\s*baseURL\s*\+\s*(\w+),(.*?)opts\.\.\.",
            )?,
            unary: Regex::new(
                r"func \((\w+) \*(\w+)\) (\w+)\([^{]*\{[^}]*?\b(\w+)\.(\w+)\.CallUnary\(",
            )?,
            generated: Regex::new(r"(?mR)^// Code generated .* DO NOT EDIT\.$")?,
            selected: Regex::new(r"\.([A-Z]\w*)")?,
        })
    }

    /// Reads the clients in a generated file.
    fn read_clients(&self, text: &str, methods: &mut Vec<Method>) {
        let paths: BTreeMap<&str, &str> = self
            .procedure
            .captures_iter(text)
            .filter_map(|found| Some((found.get(1)?.as_str(), found.get(2)?.as_str())))
            .collect();
        // The name of the function for each client and field.
        let unary: BTreeMap<(&str, &str), &str> = self
            .unary
            .captures_iter(text)
            .filter(|found| found[1] == found[4])
            .filter_map(|found| {
                let part = |number| found.get(number).map(|part| part.as_str());
                Some(((part(2)?, part(5)?), part(3)?))
            })
            .collect();
        let clients: Vec<_> = self.client.captures_iter(text).collect();
        for (number, client) in clients.iter().enumerate() {
            let (Some(begin), Some(name)) = (client.get(0), client.get(1)) else {
                continue;
            };
            let next = clients.get(number + 1).and_then(|next| next.get(0));
            let entries = &text[begin.end()..next.map_or(text.len(), |next| next.start())];
            for entry in self.entry.captures_iter(entries) {
                let (Some(field), Some(procedure)) = (entry.get(1), entry.get(2)) else {
                    continue;
                };
                let function = unary.get(&(name.as_str(), field.as_str()));
                let (Some(function), Some(path)) = (function, paths.get(procedure.as_str())) else {
                    continue;
                };
                let method = path.rsplit('/').next().unwrap_or_default();
                let reads = if entry[3].contains("IdempotencyNoSideEffects") {
                    Reads::Declared
                } else if is_named_as_read(method) {
                    Reads::Named
                } else {
                    continue;
                };
                methods.push(Method {
                    name: (*function).to_owned(),
                    path: (*path).to_owned(),
                    reads,
                });
            }
        }
    }
}

/// Words for a change, or for a second act. Methods such as `GetOrCreateZone`, `GetNextInvoiceNumber` and `GetAccessToken` may change something.
const CHANGES: [&str; 16] = [
    "acquire", "and", "claim", "create", "delete", "dequeue", "make", "new", "next", "or", "pop",
    "reset", "rotate", "then", "token", "upload",
];

/// Whether a name says that the method gets or lists things, and does nothing else.
fn is_named_as_read(method: &str) -> bool {
    let rest = method
        .strip_prefix("Get")
        .or_else(|| method.strip_prefix("List"));
    rest.is_some_and(|things| {
        things.starts_with(|letter: char| letter.is_ascii_uppercase())
            && !words(things)
                .iter()
                .any(|word| CHANGES.contains(&word.as_str()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file as the generator writes it, for two services.
    const CLIENTS: &str = r#"// Code generated by a test. DO NOT EDIT.
package zonesconnect

const (
	ZoneServiceGetZoneProcedure = "/acme.v1.ZoneService/GetZone"
	ZoneServiceListZonesProcedure = "/acme.v1.ZoneService/ListZones"
	ZoneServiceDeleteZoneProcedure = "/acme.v1.ZoneService/DeleteZone"
	ZoneServiceFindZoneProcedure = "/acme.v1.ZoneService/FindZone"
	ZoneServiceGetOrCreateZoneProcedure = "/acme.v1.ZoneService/GetOrCreateZone"
	ZoneServiceGetEventsProcedure = "/acme.v1.ZoneService/GetEvents"
)

const EventServiceGetEventsProcedure = "/acme.v1.EventService/GetEvents"

func NewZoneServiceClient(httpClient connect.HTTPClient, baseURL string, opts ...connect.ClientOption) ZoneServiceClient {
	return &zoneServiceClient{
		getZone: connect.NewClient[v1.GetZoneRequest, v1.GetZoneResponse](
			httpClient,
			baseURL+ZoneServiceGetZoneProcedure,
			connect.WithClientOptions(opts...),
		),
		listZones: connect.NewClient[v1.ListZonesRequest, v1.ListZonesResponse](
			httpClient,
			baseURL+ZoneServiceListZonesProcedure,
			connect.WithSchema(zoneServiceMethods.ByName("ListZones")),
			connect.WithIdempotency(connect.IdempotencyNoSideEffects),
			connect.WithClientOptions(opts...),
		),
		deleteZone: connect.NewClient[v1.DeleteZoneRequest, v1.DeleteZoneResponse](
			httpClient,
			baseURL+ZoneServiceDeleteZoneProcedure,
			connect.WithIdempotency(connect.IdempotencyIdempotent),
			opts...,
		),
		findZone: connect.NewClient[v1.FindZoneRequest, v1.FindZoneResponse](
			httpClient,
			baseURL+ZoneServiceFindZoneProcedure,
			connect.WithIdempotency(connect.IdempotencyNoSideEffects),
			opts...,
		),
		getOrCreateZone: connect.NewClient[v1.GetOrCreateZoneRequest, v1.Zone](httpClient, baseURL+ZoneServiceGetOrCreateZoneProcedure, opts...),
		getEvents: connect.NewClient[v1.GetEventsRequest, v1.Event](httpClient, baseURL+ZoneServiceGetEventsProcedure, opts...),
	}
}

func (c *zoneServiceClient) GetZone(ctx context.Context, req *connect.Request[v1.GetZoneRequest]) (*connect.Response[v1.GetZoneResponse], error) {
	return c.getZone.CallUnary(ctx, req)
}

func (c *zoneServiceClient) ListZones(ctx context.Context, req *v1.ListZonesRequest) (*v1.ListZonesResponse, error) {
	response, err := c.listZones.CallUnary(ctx, connect.NewRequest(req))
	if response != nil {
		return response.Msg, err
	}
	return nil, err
}

func (c *zoneServiceClient) DeleteZone(ctx context.Context, req *connect.Request[v1.DeleteZoneRequest]) (*connect.Response[v1.DeleteZoneResponse], error) {
	return c.deleteZone.CallUnary(ctx, req)
}

func (c *zoneServiceClient) FindZone(ctx context.Context, req *connect.Request[v1.FindZoneRequest]) (*connect.Response[v1.FindZoneResponse], error) {
	return c.findZone.CallUnary(ctx, req)
}

func (c *zoneServiceClient) GetOrCreateZone(ctx context.Context, req *connect.Request[v1.GetOrCreateZoneRequest]) (*connect.Response[v1.Zone], error) {
	return c.getOrCreateZone.CallUnary(ctx, req)
}

func (c *zoneServiceClient) GetEvents(ctx context.Context, req *connect.Request[v1.GetEventsRequest]) (*connect.ServerStreamForClient[v1.Event], error) {
	return c.getEvents.CallServerStream(ctx, req)
}

func NewEventServiceClient(httpClient connect.HTTPClient, baseURL string, opts ...connect.ClientOption) EventServiceClient {
	return &eventServiceClient{
		getEvents: connect.NewClient[v1.GetEventsRequest, v1.Events](
			httpClient,
			baseURL+EventServiceGetEventsProcedure,
			opts...,
		),
	}
}

func (c *eventServiceClient) GetEvents(ctx context.Context, req *connect.Request[v1.GetEventsRequest]) (*connect.Response[v1.Events], error) {
	return c.getEvents.CallUnary(ctx, req)
}
"#;

    #[test]
    fn methods_that_only_read_are_those_that_say_so_or_are_named_so_with_one_answer() {
        let reader = Reader::new().unwrap();
        let mut methods = Vec::new();
        reader.read_clients(CLIENTS, &mut methods);
        let mut of_windows = Vec::new();
        let text = CLIENTS.replace('\n', "\r\n");
        reader.read_clients(&text, &mut of_windows);
        assert_eq!(of_windows, methods, "lines that end with CRLF");
        assert!(reader.generated.is_match(&text));
        let found: Vec<_> = methods
            .iter()
            .map(|method| (method.name.as_str(), method.path.as_str(), method.reads))
            .collect();
        let expected = [
            ("GetZone", "/acme.v1.ZoneService/GetZone", Reads::Named),
            (
                "ListZones",
                "/acme.v1.ZoneService/ListZones",
                Reads::Declared,
            ),
            ("FindZone", "/acme.v1.ZoneService/FindZone", Reads::Declared),
            ("GetEvents", "/acme.v1.EventService/GetEvents", Reads::Named),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn names_of_reads_do_nothing_else() {
        for name in [
            "GetZone",
            "ListZones",
            "GetDNSZone",
            "ListAll",
            "GetOrder",
            "GetAndroid",
            "GetNewestZone",
            "ListTokens",
            "ListUploads",
        ] {
            assert!(is_named_as_read(name), "{name}");
        }
        for name in [
            "Get",
            "List",
            "Getaway",
            "Listen",
            "getZone",
            "GetOrCreateZone",
            "GetAndDelete",
            "ListThenClear",
            "DeleteZone",
            "BatchGetZones",
            "GetNewAddress",
            "GetNextInvoiceNumber",
            "GetAccessToken",
            "GetUploadURL",
            "",
        ] {
            assert!(!is_named_as_read(name), "{name}");
        }
    }

    #[test]
    fn only_methods_that_the_program_uses_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let main =
            "package main\n\nfunc read() { zones.GetZone(ctx, req); list := zones.FindZone }\n";
        let mut files = Vec::new();
        for (name, text) in [("zones.connect.go", CLIENTS), ("main.go", main)] {
            files.push(folder.path().join(name));
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        let found = safe_requests(&files).unwrap();
        let found: Vec<_> = found
            .iter()
            .map(|(request, reads)| (request.as_str(), *reads))
            .collect();
        let expected = [
            ("POST /acme.v1.ZoneService/FindZone", Reads::Declared),
            ("POST /acme.v1.ZoneService/GetZone", Reads::Named),
        ];
        assert_eq!(found, expected);
    }
}
