//! Every function of the host that a guest can call, again and again: what the host keeps for it stays within the limits.

use std::collections::BTreeSet;

use tonic::Code;
use wit_parser::{Resolve, WorldItem};

use super::attack::Stage;
use crate::fake::calls::create;
use crate::fake::guest::Guest;
use crate::fake::module::World;
use crate::fake::steps::{Answer, Asked, Exchange, Sent, Step};

/// Memory that the process takes besides for all of this, in KiB: that of one guest, what the host keeps for it by its
/// limits, and what it takes to serve a call.
const MEMORY_KIB: u64 = 128 << 10;

/// WASI as far as it lets the host keep something, and what leads there.
const WORLD: &str = "
package test:keeping;
world hostile {
    include pulumi-wasm:provider/provider@0.1.0;
    import wasi:io/poll@0.2.0;
    import wasi:io/streams@0.2.0;
    import wasi:cli/stdin@0.2.0;
    import wasi:cli/stdout@0.2.0;
    import wasi:cli/stderr@0.2.0;
    import wasi:clocks/monotonic-clock@0.2.0;
    import wasi:random/random@0.2.0;
    import wasi:sockets/instance-network@0.2.0;
    import wasi:http/types@0.2.0;
    import wasi:http/outgoing-handler@0.2.0;
}
package wasi:io@0.2.0 {
    interface error { resource error; }
    interface poll {
        resource pollable { ready: func() -> bool; block: func(); }
        poll: func(in: list<borrow<pollable>>) -> list<u32>;
    }
    interface streams {
        use error.{error};
        use poll.{pollable};
        variant stream-error { last-operation-failed(error), closed }
        resource input-stream {
            read: func(len: u64) -> result<list<u8>, stream-error>;
            subscribe: func() -> pollable;
        }
        resource output-stream {
            check-write: func() -> result<u64, stream-error>;
            write: func(contents: list<u8>) -> result<_, stream-error>;
            blocking-write-and-flush: func(contents: list<u8>) -> result<_, stream-error>;
            subscribe: func() -> pollable;
        }
    }
}
package wasi:cli@0.2.0 {
    interface stdin { use wasi:io/streams@0.2.0.{input-stream}; get-stdin: func() -> input-stream; }
    interface stdout { use wasi:io/streams@0.2.0.{output-stream}; get-stdout: func() -> output-stream; }
    interface stderr { use wasi:io/streams@0.2.0.{output-stream}; get-stderr: func() -> output-stream; }
}
package wasi:clocks@0.2.0 {
    interface monotonic-clock {
        use wasi:io/poll@0.2.0.{pollable};
        subscribe-instant: func(when: u64) -> pollable;
        subscribe-duration: func(when: u64) -> pollable;
    }
}
package wasi:random@0.2.0 {
    interface random { get-random-bytes: func(len: u64) -> list<u8>; }
}
package wasi:sockets@0.2.0 {
    interface network { resource network; }
    interface instance-network { use network.{network}; instance-network: func() -> network; }
}
package wasi:http@0.2.0 {
    interface types {
        use wasi:io/streams@0.2.0.{output-stream};
        variant method {
            get, head, post, put, delete, connect, options, trace, patch, other(string)
        }
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
        resource fields {
            constructor();
            from-list: static func(entries: list<tuple<string, list<u8>>>) -> result<fields, header-error>;
            set: func(name: string, value: list<list<u8>>) -> result<_, header-error>;
            append: func(name: string, value: list<u8>) -> result<_, header-error>;
            clone: func() -> fields;
        }
        resource request-options { constructor(); }
        resource outgoing-body { write: func() -> result<output-stream>; }
        resource outgoing-request {
            constructor(headers: fields);
            body: func() -> result<outgoing-body>;
            set-method: func(method: method) -> result;
            set-authority: func(authority: option<string>) -> result;
            set-path-with-query: func(path-with-query: option<string>) -> result;
            headers: func() -> fields;
        }
        resource outgoing-response {
            constructor(headers: fields);
            body: func() -> result<outgoing-body>;
        }
        resource future-incoming-response;
    }
    interface outgoing-handler {
        use types.{outgoing-request, request-options, future-incoming-response, error-code};
        handle: func(request: outgoing-request, options: option<request-options>)
            -> result<future-incoming-response, error-code>;
    }
}
";

/// How it ends that a function is called without end.
#[derive(Clone, Copy)]
enum Ends {
    /// One of these limits is reached.
    Limit(&'static [&'static str]),
    /// However often it is called, little is kept. It may fail as well, and is not called any more then.
    Bounded,
}

use Ends::{Bounded, Limit};

const KEPT: Ends = Limit(&["host-memory", "handles"]);

/// A function, by its interface, and what is done before it and again and again.
struct Called {
    name: &'static str,
    before: Vec<Step>,
    again: Vec<Step>,
    ends: Ends,
}

/// A text of 1 MiB and one of 64 KiB, as arguments; a name, and where answers go.
const MEBIBYTE: &str = "(i32.const 2097152) (i32.const 1048576)";
const PART: &str = "(i32.const 2097152) (i32.const 65536)";
const NAME: &str = "(i32.const 2097152) (i32.const 1)";
const ANSWER: &str = "(i32.const 1024)";
/// What was made last.
const MADE: &str = "(global.get $times)";
/// New headers.
const FIELDS: &str = "(call $types.'constructor'fields)";
const GIVEN: &str = "(i32.load (i32.const 1028))";

fn text(instructions: impl Into<String>) -> Vec<Step> {
    vec![Step::Text(instructions.into())]
}

fn called(name: &'static str, again: impl Into<String>, ends: Ends) -> Called {
    prepared(name, "", again, ends)
}

fn prepared(
    name: &'static str,
    before: impl Into<String>,
    again: impl Into<String>,
    ends: Ends,
) -> Called {
    Called {
        name,
        before: text(before),
        again: text(again),
        ends,
    }
}

/// A request that is made anew, with this done to it.
fn request(does: &str) -> String {
    format!(
        "(global.set $times (call $types.'constructor'outgoing-request {FIELDS})) {}",
        does.replace("REQUEST", MADE)
    )
}

#[expect(clippy::too_many_lines, reason = "it is a table")]
fn table(silent: &str) -> Vec<Called> {
    let dropped = |call: &str| format!("(drop (call {call}))");
    let opened = |body| {
        Exchange::Open(Asked {
            body: Some(body),
            ..Asked::new("POST", silent)
        })
    };
    let list = "(i32.store (i32.const 1100) (i32.const 2097152)) (i32.store (i32.const 1104) (i32.const 1))
        (i32.store (i32.const 1108) (i32.const 2097152)) (i32.store (i32.const 1112) (i32.const 65536))";
    let fields = format!("(global.set $times {FIELDS})");
    let appended = format!("(call $types.'method'fields.append {MADE} {NAME} {PART} {ANSWER})");
    let stdout = "(global.set $times (call $stdout.get-stdout))";
    let written_body = format!(
        "(call $types.'method'outgoing-request.body REQUEST {ANSWER})
        (call $types.'method'outgoing-body.write {GIVEN} {ANSWER})
        (global.set $times {GIVEN})
        (call $streams.'method'output-stream.write {MADE} {PART} {ANSWER})
        (call $streams.'method'output-stream.write {MADE} {PART} {ANSWER})"
    );
    let nothing = "(i32.const 0) (i32.const 0)";
    vec![
        // The host's own interfaces.
        called("log.emit", format!("(call $log.emit (i32.const 0) {MEBIBYTE} (i32.const 0) {nothing})"), Bounded),
        Called {
            name: "http.fetch",
            before: Vec::new(),
            again: vec![Step::Ask(Asked::new("GET", "http://127.0.0.1:9"))],
            ends: Bounded,
        },
        Called {
            name: "http.open",
            before: Vec::new(),
            again: vec![Step::Exchange(opened(Sent::Text("x")))],
            ends: Limit(&["host-memory", "http-connections"]),
        },
        Called {
            name: "http.write",
            before: vec![Step::Exchange(opened(Sent::Written(None)))],
            again: text(format!("(call $http.write (i32.load (i32.const 512)) {MEBIBYTE} {ANSWER})")),
            ends: Limit(&["host-memory", "call-time"]),
        },
        called("http.answer", format!("(call $http.answer (i32.const 9) {ANSWER})"), Bounded),
        called("http.read", format!("(call $http.read (i32.const 9) (i32.const -1) {ANSWER})"), Bounded),
        called("http.close", "(call $http.close (i32.const 9))", Bounded),
        called("clock.now", format!("(call $clock.now {ANSWER})"), Bounded),
        called("clock.monotonic-ms", dropped("$clock.monotonic-ms"), Bounded),
        called("clock.sleep", format!("(call $clock.sleep (i32.const 0) {ANSWER})"), Bounded),
        called("random.get", format!("(call $random.get (i32.const 1048576) {ANSWER})"), Limit(&["memory"])),
        called("env.get", format!("(call $env.get {NAME} {ANSWER})"), Bounded),
        called(
            "checkpoint.save",
            format!("(call $checkpoint.save {NAME} (i32.const 2097152) (i32.const 2) {nothing} {ANSWER})"),
            Bounded,
        ),
        called("asset.open", format!("(call $asset.open (i32.const 0) {ANSWER})"), Bounded),
        called("asset.read", format!("(call $asset.read (i32.const 0) (f64.const 0) (i32.const -1) {ANSWER})"), Bounded),
        called("asset.entries", format!("(call $asset.entries (i32.const 0) {ANSWER})"), Bounded),
        called(
            "waiting.pause",
            format!(
                "(call $waiting.pause (i32.const 1) (f64.const 1) (i32.const 1) (i32.const 0) {nothing} (i32.const 1)
                {MEBIBYTE} {ANSWER})"
            ),
            Bounded,
        ),
        called("views.publish", format!("(call $views.publish {nothing} {ANSWER})"), Bounded),
        // WASI.
        called("types.[constructor]fields", dropped("$types.'constructor'fields"), KEPT),
        prepared(
            "types.[static]fields.from-list",
            list,
            format!("(call $types.'static'fields.from-list (i32.const 1100) (i32.const 1) {ANSWER})"),
            KEPT,
        ),
        prepared(
            "types.[method]fields.set",
            list,
            format!(
                "{fields} (call $types.'method'fields.set {MADE} {NAME} (i32.const 1108) (i32.const 1) {ANSWER})"
            ),
            KEPT,
        ),
        called("types.[method]fields.append", format!("{fields} {appended}"), KEPT),
        prepared(
            "types.[method]fields.clone",
            format!("{fields} {appended}"),
            format!("(drop (call $types.'method'fields.clone {MADE}))"),
            KEPT,
        ),
        called(
            "types.[constructor]request-options",
            dropped("$types.'constructor'request-options"),
            KEPT,
        ),
        called("types.[constructor]outgoing-request", request(""), KEPT),
        called(
            "types.[method]outgoing-request.body",
            request(&format!("(call $types.'method'outgoing-request.body REQUEST {ANSWER})")),
            KEPT,
        ),
        called("types.[method]outgoing-body.write", request(&written_body), KEPT),
        called(
            "types.[method]outgoing-request.set-method",
            request(&format!(
                "(drop (call $types.'method'outgoing-request.set-method REQUEST (i32.const 9) {MEBIBYTE}))"
            )),
            KEPT,
        ),
        called(
            "types.[method]outgoing-request.set-authority",
            request(&format!(
                "(drop (call $types.'method'outgoing-request.set-authority REQUEST (i32.const 1) {PART}))"
            )),
            KEPT,
        ),
        called(
            "types.[method]outgoing-request.set-path-with-query",
            request(
                "(drop (call $types.'method'outgoing-request.set-path-with-query REQUEST (i32.const 1)
                    (i32.const 2097151) (i32.const 60000)))",
            ),
            KEPT,
        ),
        prepared(
            "types.[method]outgoing-request.headers",
            request(""),
            format!("(drop (call $types.'method'outgoing-request.headers {MADE}))"),
            KEPT,
        ),
        called(
            "types.[constructor]outgoing-response",
            format!("(drop (call $types.'constructor'outgoing-response {FIELDS}))"),
            KEPT,
        ),
        called(
            "types.[method]outgoing-response.body",
            format!(
                "(call $types.'method'outgoing-response.body (call $types.'constructor'outgoing-response {FIELDS})
                {ANSWER})"
            ),
            KEPT,
        ),
        called(
            "outgoing-handler.handle",
            request(&format!(
                "(drop (call $types.'method'outgoing-request.set-authority REQUEST (i32.const 1) {NAME}))
                (drop (call $types.'method'outgoing-request.set-path-with-query REQUEST (i32.const 1)
                    (i32.const 2097151) (i32.const 1)))
                (call $outgoing-handler.handle REQUEST {nothing} {ANSWER})"
            )),
            KEPT,
        ),
        called("stdin.get-stdin", dropped("$stdin.get-stdin"), KEPT),
        called("stdout.get-stdout", dropped("$stdout.get-stdout"), KEPT),
        called("stderr.get-stderr", dropped("$stderr.get-stderr"), KEPT),
        prepared(
            "streams.[method]input-stream.read",
            "(global.set $times (call $stdin.get-stdin))",
            format!("(call $streams.'method'input-stream.read {MADE} (i64.const -1) {ANSWER})"),
            Bounded,
        ),
        prepared(
            "streams.[method]input-stream.subscribe",
            "(global.set $times (call $stdin.get-stdin))",
            format!("(drop (call $streams.'method'input-stream.subscribe {MADE}))"),
            KEPT,
        ),
        prepared(
            "streams.[method]output-stream.check-write",
            stdout,
            format!("(call $streams.'method'output-stream.check-write {MADE} {ANSWER})"),
            Bounded,
        ),
        prepared(
            "streams.[method]output-stream.write",
            stdout,
            format!("(call $streams.'method'output-stream.write {MADE} {NAME} {ANSWER})"),
            Bounded,
        ),
        prepared(
            "streams.[method]output-stream.blocking-write-and-flush",
            stdout,
            format!("(call $streams.'method'output-stream.blocking-write-and-flush {MADE} {NAME} {ANSWER})"),
            Bounded,
        ),
        prepared(
            "streams.[method]output-stream.subscribe",
            stdout,
            format!("(drop (call $streams.'method'output-stream.subscribe {MADE}))"),
            KEPT,
        ),
        called(
            "monotonic-clock.subscribe-instant",
            "(drop (call $monotonic-clock.subscribe-instant (i64.const -1)))",
            KEPT,
        ),
        called(
            "monotonic-clock.subscribe-duration",
            "(drop (call $monotonic-clock.subscribe-duration (i64.const -1)))",
            KEPT,
        ),
        prepared(
            "poll.[method]pollable.ready",
            "(global.set $times (call $monotonic-clock.subscribe-duration (i64.const 0)))",
            format!("(drop (call $poll.'method'pollable.ready {MADE}))"),
            Bounded,
        ),
        prepared(
            "poll.[method]pollable.block",
            "(global.set $times (call $monotonic-clock.subscribe-duration (i64.const 0)))",
            format!("(call $poll.'method'pollable.block {MADE})"),
            Bounded,
        ),
        prepared(
            "poll.poll",
            "(i32.store (i32.const 1100) (call $monotonic-clock.subscribe-duration (i64.const 0)))",
            format!("(call $poll.poll (i32.const 1100) (i32.const 1) {ANSWER})"),
            Bounded,
        ),
        called(
            "random.get-random-bytes",
            format!("(call $random.get-random-bytes (i64.const 4096) {ANSWER})"),
            Bounded,
        ),
        called(
            "instance-network.instance-network",
            dropped("$instance-network.instance-network"),
            KEPT,
        ),
    ]
}

/// How often a function is called that makes the host keep something, and one that does not.
const MANY: u32 = 20_000;
const SOME: u32 = 100;
/// Where the guest counts.
const COUNT: &str = "(i32.const 1200)";

impl Called {
    /// What a guest does when it creates.
    fn steps(&self) -> Vec<Step> {
        let times = match self.ends {
            Limit(_) => MANY,
            Bounded => SOME,
        };
        let memory = "(if (i32.lt_u (memory.size) (i32.const 64)) (then (drop (memory.grow (i32.const 32)))))
            (memory.fill (i32.const 2097152) (i32.const 120) (i32.const 1048576))
            (i32.store8 (i32.const 2097151) (i32.const 47))";
        let mut steps = text(memory);
        steps.extend(self.before.iter().cloned());
        let done = Answer::Created {
            id: "made",
            outputs: "{}",
        };
        let is_done = format!("(i32.ge_u (i32.load {COUNT}) (i32.const {times}))");
        let mut again = text(format!(
            "(i32.store {COUNT} (i32.add (i32.load {COUNT}) (i32.const 1))) (if {is_done} (then"
        ));
        again.push(Step::Answer(done));
        again.extend(text("))"));
        again.extend(self.again.iter().cloned());
        steps.push(Step::Text(format!("(i32.store {COUNT} (i32.const 0))")));
        steps.push(Step::Again(again));
        steps
    }

    fn judge(&self, outcome: Result<(), tonic::Status>) -> Result<(), String> {
        let wrong = |outcome: &str| Err(format!("{}: {outcome}", self.name));
        match (self.ends, outcome) {
            (Bounded, Ok(())) => Ok(()),
            (Bounded, Err(status)) if status.code() != Code::Unknown => Ok(()),
            (Limit(_), Ok(())) => wrong("it was never refused"),
            (Limit(limits), Err(status))
                if limits
                    .iter()
                    .any(|limit| status.message().contains(&format!("`--limit {limit}="))) =>
            {
                Ok(())
            }
            (_, Err(status)) => wrong(status.message()),
        }
    }
}

/// All functions of the interfaces that the guest imports: those of the host's own interfaces as their WIT files say.
fn imported() -> BTreeSet<String> {
    let mut resolve = Resolve::default();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/wit/0.1.0");
    resolve.push_path(folder).expect("the WIT files");
    let package = resolve.push_str("hostile.wit", WORLD).expect("WIT");
    let world = resolve
        .select_world(&[package], Some("hostile"))
        .expect("the world");
    let interfaces = resolve.worlds[world]
        .imports
        .values()
        .filter_map(|item| match item {
            WorldItem::Interface { id, .. } => Some(&resolve.interfaces[*id]),
            _ => None,
        });
    let named = |interface: &wit_parser::Interface| -> Vec<String> {
        let short = interface.name.clone().unwrap_or_default();
        let functions = interface.functions.values();
        functions
            .map(|function| {
                // The resource of a method is part of its name.
                format!("{short}.{}", function.name)
            })
            .collect()
    };
    interfaces.flat_map(named).collect()
}

#[tokio::test]
async fn whatever_is_called_again_and_again_is_kept_within_limits() {
    let (silent, _) = super::wasi::silent().await;
    let table = table(&silent);
    let listed: BTreeSet<String> = table.iter().map(|called| called.name.to_owned()).collect();
    let imported = imported();
    let missing: Vec<_> = imported.difference(&listed).collect();
    assert!(
        missing.is_empty(),
        "functions without an entry: {missing:?}"
    );
    let stage = Stage::new().await;
    // One guest does all of it, each for a resource whose name has another length.
    let steps: Vec<Step> = table
        .iter()
        .enumerate()
        .map(|(index, called)| Step::WhenNameHas(index + 1, called.steps()))
        .collect();
    let guest = Guest::new()
        .in_world(World::Wider(WORLD))
        .does("create", steps);
    stage.scene.add("keeping.wasm", &guest);
    let limits = [
        "host-memory=8MiB",
        "memory=16MiB",
        "transfer=2MiB",
        "call-time=1s",
    ];
    let mut words = vec!["keeping.wasm", "--allow-net", &silent];
    words.extend(limits.iter().flat_map(|limit| ["--limit", limit]));
    let client = stage.session(&words).await.expect("a package");
    let only = std::env::var("HOSTILE_ONLY").unwrap_or_default();
    let mut wrong = Vec::new();
    for (index, called) in table.iter().enumerate() {
        if !called.name.contains(&only) {
            continue;
        }
        let before = stage.memory_kib();
        let begun = std::time::Instant::now();
        let outcome = create(client.clone(), &"x".repeat(index + 1))
            .await
            .map(drop);
        let grown = stage.memory_kib().saturating_sub(before);
        if std::env::var_os("HOSTILE_SHOW").is_some() {
            let shown = outcome.as_ref().map_err(tonic::Status::message);
            let took = begun.elapsed().as_millis();
            println!(
                "--- {} ({took} ms, {grown} KiB more)\n{shown:?}",
                called.name
            );
        }
        wrong.extend(called.judge(outcome).err());
        if grown > MEMORY_KIB {
            wrong.push(format!("{}: it took {grown} KiB", called.name));
        }
    }
    wrong.extend(stage.serves().await.err());
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
