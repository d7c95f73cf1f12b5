//! Requests as guests of other toolchains make them: by `wasi:http`.

use super::guest::Guest;
use super::module::World;
use super::steps::Step;

/// The additional imports of a guest of another toolchain that tests use.
pub const WORLD: &str = "
package acme:guest;

world hostile {
    include pulumi-wasm:provider/provider@0.1.0;
    import wasi:http/types@0.2.0;
    import wasi:http/outgoing-handler@0.2.0;
}

package wasi:io@0.2.0 {
    interface error { resource error; }
    interface poll {
        resource pollable { block: func(); }
    }
    interface streams {
        use error.{error};
        variant stream-error { last-operation-failed(error), closed }
        resource input-stream {
            blocking-read: func(len: u64) -> result<list<u8>, stream-error>;
        }
        resource output-stream {
            blocking-write-and-flush: func(contents: list<u8>) -> result<_, stream-error>;
        }
    }
}

package wasi:http@0.2.0 {
    interface types {
        use wasi:io/poll@0.2.0.{pollable};
        use wasi:io/streams@0.2.0.{input-stream, output-stream};
        variant method {
            get, head, post, put, delete, connect, options, trace, patch, other(string)
        }
        variant scheme { HTTP, HTTPS, other(string) }
        record DNS-error-payload { rcode: option<string>, info-code: option<u16> }
        record TLS-alert-received-payload { alert-id: option<u8>, alert-message: option<string> }
        record field-size-payload { field-name: option<string>, field-size: option<u32> }
        variant error-code {
            DNS-timeout, DNS-error(DNS-error-payload), destination-not-found,
            destination-unavailable, destination-IP-prohibited, destination-IP-unroutable,
            connection-refused, connection-terminated, connection-timeout,
            connection-read-timeout, connection-write-timeout, connection-limit-reached,
            TLS-protocol-error, TLS-certificate-error,
            TLS-alert-received(TLS-alert-received-payload), HTTP-request-denied,
            HTTP-request-length-required, HTTP-request-body-size(option<u64>),
            HTTP-request-method-invalid, HTTP-request-URI-invalid, HTTP-request-URI-too-long,
            HTTP-request-header-section-size(option<u32>),
            HTTP-request-header-size(option<field-size-payload>),
            HTTP-request-trailer-section-size(option<u32>),
            HTTP-request-trailer-size(field-size-payload), HTTP-response-incomplete,
            HTTP-response-header-section-size(option<u32>),
            HTTP-response-header-size(field-size-payload),
            HTTP-response-body-size(option<u64>),
            HTTP-response-trailer-section-size(option<u32>),
            HTTP-response-trailer-size(field-size-payload),
            HTTP-response-transfer-coding(option<string>),
            HTTP-response-content-coding(option<string>), HTTP-response-timeout,
            HTTP-upgrade-failed, HTTP-protocol-error, loop-detected, configuration-error,
            internal-error(option<string>)
        }
        variant header-error { invalid-syntax, forbidden, immutable }
        type field-key = string;
        type field-value = list<u8>;
        type duration = u64;
        resource fields {
            constructor();
            append: func(name: field-key, value: field-value) -> result<_, header-error>;
        }
        type headers = fields;
        type trailers = fields;
        resource request-options {
            constructor();
            set-connect-timeout: func(duration: option<duration>) -> result;
            set-first-byte-timeout: func(duration: option<duration>) -> result;
            set-between-bytes-timeout: func(duration: option<duration>) -> result;
        }
        resource outgoing-body {
            write: func() -> result<output-stream>;
            finish: static func(this: outgoing-body, trailers: option<trailers>) -> result<_, error-code>;
        }
        resource outgoing-request {
            constructor(headers: headers);
            body: func() -> result<outgoing-body>;
            set-method: func(method: method) -> result;
            set-scheme: func(scheme: option<scheme>) -> result;
            set-authority: func(authority: option<string>) -> result;
            set-path-with-query: func(path-with-query: option<string>) -> result;
        }
        resource incoming-response { consume: func() -> result<incoming-body>; }
        resource incoming-body { %stream: func() -> result<input-stream>; }
        resource future-incoming-response {
            subscribe: func() -> pollable;
            get: func() -> option<result<result<incoming-response, error-code>>>;
        }
    }
    interface outgoing-handler {
        use types.{outgoing-request, request-options, future-incoming-response, error-code};
        handle: func(request: outgoing-request, options: option<request-options>)
            -> result<future-incoming-response, error-code>;
    }
}
";

/// Methods by their numbers.
pub const GET: u32 = 0;
pub const POST: u32 = 2;
pub const CONNECT: u32 = 5;
pub const TRACE: u32 = 7;

/// How a guest ends the body of its request.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Left {
    Finished,
    WithTrailers,
    Dropped,
    /// As if it were still being written.
    Open,
}

/// A request by `wasi:http`. The guest reports the result: `code N` with the number of the error code, `status` and the
/// parts of the body that it reads, `broken` if the rest is missing.
#[derive(Clone)]
pub struct WasiRequest {
    pub method: u32,
    /// The number of the scheme: `http` or `https`.
    pub scheme: u32,
    pub authority: String,
    pub path: &'static str,
    pub headers: Vec<(&'static str, &'static str)>,
    /// The text that is written, and the end of the body.
    pub body: Option<(&'static str, Left)>,
    /// Milliseconds for the connection, the first byte, and between bytes.
    pub waits: [Option<u64>; 3],
    /// How often the answer's body is read.
    pub reads: usize,
    /// Whether the answer is waited for.
    pub is_awaited: bool,
}

/// The places in the guest's memory: handles, answers of the host, texts.
const REQUEST: u32 = 600;
const FUTURE: u32 = 604;
const BODY: u32 = 608;
const STREAM: u32 = 612;
const OPTIONS: u32 = 616;
const FIELDS: u32 = 620;
const HANDED: u32 = 640;
const GOT: u32 = 704;
const ANSWER: u32 = 1024;
const TEXTS: usize = 2048;

/// Texts in the guest's memory, concatenated.
struct Texts {
    end: usize,
    code: String,
}

impl Texts {
    /// Address and length, as arguments.
    fn put(&mut self, text: &str) -> String {
        let at = self.end;
        for byte in text.bytes() {
            let end = self.end;
            self.code.push_str(&format!(
                "(i32.store8 (i32.const {end}) (i32.const {byte}))"
            ));
            self.end += 1;
        }
        assert!(self.end < 4096, "the texts are too long");
        format!("(i32.const {at}) (i32.const {})", text.len())
    }
}

fn load(at: u32) -> String {
    format!("(i32.load (i32.const {at}))")
}

fn say(text: &str, nothing: &str) -> String {
    format!("(call $log.emit (i32.const 0) {text} (i32.const 0) {nothing})")
}

impl WasiRequest {
    /// A request to a server, whose address begins with `http://` or `https://`.
    pub fn new(method: u32, server: &str, path: &'static str) -> Self {
        let (scheme, authority) = server.split_once("://").unwrap_or(("http", server));
        Self {
            method,
            scheme: u32::from(scheme == "https"),
            authority: authority.to_owned(),
            path,
            headers: Vec::new(),
            body: None,
            waits: [None; 3],
            reads: 1,
            is_awaited: true,
        }
    }

    pub fn get(server: &str) -> Self {
        Self::new(GET, server, "/")
    }

    pub fn step(&self) -> Step {
        let mut texts = Texts {
            end: TEXTS,
            code: String::new(),
        };
        let nothing = texts.put("{}");
        let mut code = format!(
            "(i32.store (i32.const {OPTIONS}) (i32.const 0))
            (i32.store (i32.const {FIELDS}) (call $types.'constructor'fields))"
        );
        for (name, value) in &self.headers {
            let (name, value) = (texts.put(name), texts.put(value));
            code.push_str(&format!(
                "(call $types.'method'fields.append {} {name} {value} (i32.const {ANSWER}))",
                load(FIELDS)
            ));
        }
        let (authority, path) = (texts.put(&self.authority), texts.put(self.path));
        let request = load(REQUEST);
        code.push_str(&format!(
            "(i32.store (i32.const {REQUEST}) (call $types.'constructor'outgoing-request {fields}))
            (drop (call $types.'method'outgoing-request.set-method
                {request} (i32.const {method}) (i32.const 0) (i32.const 0)))
            (drop (call $types.'method'outgoing-request.set-scheme
                {request} (i32.const 1) (i32.const {scheme}) (i32.const 0) (i32.const 0)))
            (drop (call $types.'method'outgoing-request.set-authority {request} (i32.const 1) {authority}))
            (drop (call $types.'method'outgoing-request.set-path-with-query {request} (i32.const 1) {path}))",
            fields = load(FIELDS),
            method = self.method,
            scheme = self.scheme,
        ));
        if self.body.is_some() {
            code.push_str(&format!(
                "(call $types.'method'outgoing-request.body {request} (i32.const {ANSWER}))
                (i32.store (i32.const {BODY}) (i32.load (i32.const {})))
                (call $types.'method'outgoing-body.write {} (i32.const {ANSWER}))
                (i32.store (i32.const {STREAM}) (i32.load (i32.const {})))",
                ANSWER + 4,
                load(BODY),
                ANSWER + 4,
            ));
        }
        code.push_str(&self.options());
        let code_at = texts.put("code ..").replace(" (i32.const 7)", "");
        let digit = |place: usize, value: &str| {
            let at = texts.end - 2 + place;
            format!("(i32.store8 (i32.const {at}) (i32.add (i32.const 48) {value}))")
        };
        let failed = |at: u32| {
            let number = format!("(i32.load8_u (i32.const {at}))");
            format!(
                "{} {} {}",
                digit(0, &format!("(i32.div_u {number} (i32.const 10))")),
                digit(1, &format!("(i32.rem_u {number} (i32.const 10))")),
                say(&format!("{code_at} (i32.const 7)"), &nothing),
            )
        };
        let failed_at_once = failed(HANDED + 8);
        let failed_later = failed(GOT + 24);
        let has_options = u32::from(self.waits.iter().any(Option::is_some));
        let answered = self.answered(&mut texts, &nothing);
        let sent = self.sent(&mut texts);
        let awaited = if self.is_awaited {
            format!(
                "(call $poll.'method'pollable.block
                    (call $types.'method'future-incoming-response.subscribe {future}))
                (call $types.'method'future-incoming-response.get {future} (i32.const {GOT}))
                (if (i32.load8_u (i32.const {})) (then {failed_later}) (else {answered}))",
                GOT + 16,
                future = load(FUTURE),
            )
        } else {
            String::new()
        };
        code.push_str(&format!(
            "(call $outgoing-handler.handle {request} (i32.const {has_options}) {} (i32.const {HANDED}))
            (if (i32.load8_u (i32.const {HANDED}))
                (then {failed_at_once})
                (else
                    (i32.store (i32.const {FUTURE}) (i32.load (i32.const {})))
                    {sent}
                    {awaited}))",
            load(OPTIONS),
            HANDED + 8,
        ));
        Step::Text(format!("{}{code}", texts.code))
    }

    fn options(&self) -> String {
        let mut code = String::new();
        let names = ["connect", "first-byte", "between-bytes"];
        for (name, wait) in names.iter().zip(self.waits) {
            let Some(milliseconds) = wait else { continue };
            code.push_str(&format!(
                "(if (i32.eqz {options})
                    (then (i32.store (i32.const {OPTIONS}) (call $types.'constructor'request-options))))
                (drop (call $types.'method'request-options.set-{name}-timeout
                    {options} (i32.const 1) (i64.const {})))",
                milliseconds * 1_000_000,
                options = load(OPTIONS),
            ));
        }
        code
    }

    fn sent(&self, texts: &mut Texts) -> String {
        let Some((body, left)) = self.body else {
            return String::new();
        };
        let text = texts.put(body);
        let written = format!(
            "(call $streams.'method'output-stream.blocking-write-and-flush {} {text} (i32.const {ANSWER}))",
            load(STREAM)
        );
        let closed = format!(
            "(call $streams.'resource-drop'output-stream {})",
            load(STREAM)
        );
        let ended = match left {
            Left::Open => return written,
            Left::Dropped => format!("(call $types.'resource-drop'outgoing-body {})", load(BODY)),
            Left::Finished => format!(
                "(call $types.'static'outgoing-body.finish {} (i32.const 0) (i32.const 0) (i32.const {ANSWER}))",
                load(BODY)
            ),
            Left::WithTrailers => format!(
                "(call $types.'static'outgoing-body.finish
                    {} (i32.const 1) (call $types.'constructor'fields) (i32.const {ANSWER}))",
                load(BODY)
            ),
        };
        format!("{written} {closed} {ended}")
    }

    fn answered(&self, texts: &mut Texts, nothing: &str) -> String {
        let broken = say(&texts.put("broken"), nothing);
        let part = say(
            &format!("{} {}", load(ANSWER + 4), load(ANSWER + 8)),
            nothing,
        );
        let read = format!(
            "(call $streams.'method'input-stream.blocking-read {} (i64.const 1000) (i32.const {ANSWER}))
            (if (i32.load8_u (i32.const {ANSWER})) (then {broken}) (else {part}))",
            load(STREAM)
        );
        format!(
            "(call $types.'method'incoming-response.consume (i32.load (i32.const {})) (i32.const {ANSWER}))
            (call $types.'method'incoming-body.stream {first} (i32.const {ANSWER}))
            (i32.store (i32.const {STREAM}) {first})
            {}",
            GOT + 24,
            read.repeat(self.reads),
            first = load(ANSWER + 4),
        )
    }
}

impl Guest {
    /// A guest that can send requests with `wasi:http`.
    pub fn with_wasi_http(self) -> Self {
        self.in_world(World::Wider(WORLD))
    }
}
