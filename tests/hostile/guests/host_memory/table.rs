//! Every function that a guest can call, and the result of calling it without end.

use test_support::fake::steps::{Asked, Exchange, Sent, Step};

/// How it ends that a function is called without end.
#[derive(Clone, Copy)]
pub(super) enum Ends {
    /// One of these limits is reached.
    Limit(&'static [&'static str]),
    /// Little is kept after any number of calls. It may also fail, and is then not called again.
    Bounded,
}

use Ends::{Bounded, Limit};

const KEPT: Ends = Limit(&["host-memory", "handles"]);

/// A function, by its interface, the steps before it, and those that are repeated.
pub(super) struct Called {
    pub(super) name: &'static str,
    pub(super) before: Vec<Step>,
    pub(super) again: Vec<Step>,
    pub(super) ends: Ends,
}

/// A text of 1 MiB and one of 64 KiB, as arguments; a name, and the place for answers.
const MEBIBYTE: &str = "(i32.const 2097152) (i32.const 1048576)";
const PART: &str = "(i32.const 2097152) (i32.const 65536)";
const NAME: &str = "(i32.const 2097152) (i32.const 1)";
const ANSWER: &str = "(i32.const 1024)";
/// The guest's counter as a text, which differs in each call.
const COUNTED: &str = "(i32.const 1200) (i32.const 4)";
/// The newest handle.
const MADE: &str = "(global.get $times)";
/// New headers.
const FIELDS: &str = "(call $types.'constructor'fields)";
const GIVEN: &str = "(i32.load (i32.const 1028))";

pub(super) fn text(instructions: impl Into<String>) -> Vec<Step> {
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

/// A new request, with this done to it.
fn request(does: &str) -> String {
    format!(
        "(global.set $times (call $types.'constructor'outgoing-request {FIELDS})) {}",
        does.replace("REQUEST", MADE)
    )
}

#[expect(clippy::too_many_lines, reason = "it is a table")]
pub(super) fn table(silent: &str) -> Vec<Called> {
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
                "(call $waiting.pause (i32.const 0) (i32.const 1) (f64.const 1) (i32.const 1) (i32.const 0) {nothing} (i32.const 1)
                {MEBIBYTE} {ANSWER})"
            ),
            Bounded,
        ),
        called("views.publish", format!("(call $views.publish {nothing} {ANSWER})"), Bounded),
        called(
            "shared.acquire",
            format!("(call $shared.acquire {NAME} (f64.const 1000) (i32.const 1000) {nothing} {ANSWER})"),
            Bounded,
        ),
        called("shared.get", format!("(call $shared.get {COUNTED} {ANSWER})"), Bounded),
        called(
            "shared.keep",
            // The number of the making is behind the case of the result and the case of the value.
            format!(
                "(call $shared.get {COUNTED} {ANSWER})
                (call $shared.keep (i32.load (i32.const 1032)) (i32.const 2097152) (i32.const 1024) (i32.const 60000)
                {nothing} {ANSWER})"
            ),
            Bounded,
        ),
        called("shared.give-up", "(call $shared.give-up (i32.const 9))", Bounded),
        called("shared.forget", format!("(call $shared.forget {NAME} {NAME} {ANSWER})"), Bounded),
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
        // Without a countermeasure, an emptied map keeps the capacity of its former entries.
        called(
            "types.[method]fields.delete",
            format!(
                "{fields} (call $types.'method'fields.set {MADE} {NAME} (i32.const 3145728) (i32.const 3000) {ANSWER})
                (call $types.'method'fields.delete {MADE} {NAME} {ANSWER})"
            ),
            Limit(&["host-memory", "handles", "call-time"]),
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
