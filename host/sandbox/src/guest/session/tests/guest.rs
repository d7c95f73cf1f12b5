//! Guests of these tests, in WebAssembly text: what they declare, step by step.

use pulumi_wasm_core::value::special_values;

use crate::guest::testing::{Text, WIT_0_1_0};

/// Where host functions write their answers. An error there is the error of the guest as well: both are laid out alike.
pub(super) const ANSWER: u32 = 512;
/// Where the text of the data begins.
const DATA: u32 = 1024;
/// The session of a request that is behind the first parameter of a function.
pub(super) const SESSION: &str = "(i32.load offset=64 (local.get 0))";

/// Imports of each guest.
const IMPORTS: &str = "
    (import \"pulumi-wasm:provider/deployment@0.1.0\" \"register\"
        (func $register (param i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32)))
    (import \"pulumi-wasm:provider/deployment@0.1.0\" \"register-outputs\"
        (func $finish (param i32 i32 i32 i32 i32 i32 i32)))
    (import \"pulumi-wasm:provider/deployment@0.1.0\" \"apply\"
        (func $derive (param i32 i32 i32 i32 i32 i32 i32 i32 i32)))
    (import \"pulumi-wasm:provider/deployment@0.1.0\" \"look-up\"
        (func $find (param i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32)))
    (import \"pulumi-wasm:provider/random@0.1.0\" \"get\" (func $random (param i32 i32)))
    (import \"pulumi-wasm:provider/clock@0.1.0\" \"now\" (func $now (param i32)))
    (import \"pulumi-wasm:provider/http@0.1.0\" \"fetch\" (func $fetch (param i32 i32)))
    (import \"pulumi-wasm:provider/log@0.1.0\" \"emit\" (func $emit (param i32 i32 i32 i32 i32 i32)))
    (import \"pulumi-wasm:provider/shared@0.1.0\" \"get\" (func $shared (param i32 i32 i32)))
    (global $kept (mut i32) (i32.const 0))";

/// A guest that is being written.
#[derive(Default)]
pub(super) struct Guest {
    data: Vec<u8>,
    pub(super) construct: String,
    pub(super) callback: String,
    pub(super) close: Option<String>,
    pub(super) configure: Option<String>,
}

impl Guest {
    /// Puts a text into the guest's memory: its address and length.
    fn place(&mut self, text: &str) -> [u32; 2] {
        let at = self.end();
        self.data.extend_from_slice(text.as_bytes());
        self.data.resize(self.data.len().next_multiple_of(8), 0);
        [at, u32::try_from(text.len()).expect("a short text")]
    }

    fn end(&self) -> u32 {
        DATA + u32::try_from(self.data.len()).expect("short data")
    }

    /// A text in the guest's memory, as two arguments.
    pub(super) fn text(&mut self, text: &str) -> String {
        let [at, length] = self.place(text);
        format!("(i32.const {at}) (i32.const {length})")
    }

    /// The address of words in the guest's memory.
    pub(super) fn words(&mut self, words: &[u32]) -> u32 {
        let at = self.end();
        let bytes = words.iter().flat_map(|word| word.to_le_bytes());
        self.data.extend(bytes);
        self.data.resize(self.data.len().next_multiple_of(8), 0);
        at
    }

    /// Declares a resource; its number is behind [`ANSWER`].
    pub(super) fn register(&mut self, kind: u32, token: &str, name: &str, inputs: &str) -> String {
        self.register_with(kind, token, name, inputs, "{}")
    }

    pub(super) fn register_with(
        &mut self,
        kind: u32,
        token: &str,
        name: &str,
        inputs: &str,
        options: &str,
    ) -> String {
        let name = self.text(name);
        self.register_in(SESSION, kind, token, &name, inputs, options)
    }

    /// The same with a session and a name that are computed.
    pub(super) fn register_in(
        &mut self,
        session: &str,
        kind: u32,
        token: &str,
        name: &str,
        inputs: &str,
        options: &str,
    ) -> String {
        let [token, inputs, options, position, extra] =
            [token, inputs, options, "site.rs:7", "{}"].map(|text| self.text(text));
        format!(
            "(call $register {session} (i32.const {kind}) {token} {name} {inputs} {options} {position} {extra} \
             (i32.const {ANSWER})) {MUST}"
        )
    }

    /// A random pet of that name.
    pub(super) fn pet(&mut self, name: &str, inputs: &str) -> String {
        self.register(0, "random:index:Pet", name, inputs)
    }

    /// Says the outputs of a group.
    pub(super) fn finish(&mut self, node: u32, outputs: &str) -> String {
        let [outputs, extra] = [outputs, "{}"].map(|text| self.text(text));
        format!(
            "(call $finish {SESSION} (i32.const {node}) {outputs} {extra} (i32.const {ANSWER})) {MUST}"
        )
    }

    /// Declares a value that a callback makes.
    pub(super) fn derive(&mut self, source: &str, callback: u32) -> String {
        let [source, position, extra] = [source, "site.rs:8", "{}"].map(|text| self.text(text));
        format!(
            "(call $derive {SESSION} {source} (i32.const {callback}) {position} {extra} (i32.const {ANSWER})) {MUST}"
        )
    }

    /// Looks something up.
    pub(super) fn find(&mut self, kind: &str, token: &str, arguments: &str) -> String {
        let texts = [kind, token, "", arguments, "{}", "site.rs:9", "{}"];
        let texts = texts.map(|text| self.text(text)).join(" ");
        format!("(call $find {SESSION} {texts} (i32.const {ANSWER})) {MUST}")
    }

    /// The answer of an exported function: a text, and nothing beside it.
    pub(super) fn gives(&mut self, text: &str) -> String {
        let ([at, length], [extra, two]) = (self.place(text), self.place("{}"));
        let answer = self.words(&[0, at, length, extra, two]);
        format!("(return (i32.const {answer}))")
    }

    /// Fetches an address.
    pub(super) fn fetch(&mut self, url: &str) -> String {
        let [[method, three], [url, length], [extra, two]] =
            ["GET", url, "{}"].map(|text| self.place(text));
        let mut request = [0; 20];
        request[..4].copy_from_slice(&[method, three, url, length]);
        request[18..].copy_from_slice(&[extra, two]);
        let request = self.words(&request);
        format!("(call $fetch (i32.const {request}) (i32.const {ANSWER})) {MUST}")
    }

    /// The component.
    pub(super) fn component(mut self) -> Vec<u8> {
        let done = self.words(&[0, 0]);
        let escaped = self.data.iter().map(|byte| format!("\\{byte:02x}"));
        let escaped: String = escaped.collect();
        assert!(self.data.len() < 60_000, "the heap begins behind it");
        let head = format!("{IMPORTS} (data (i32.const {DATA}) \"{escaped}\")");
        let done = format!("(i32.const {done})");
        let [close, configure] =
            [self.close, self.configure].map(|body| body.unwrap_or_else(|| done.clone()));
        let [construct, callback] =
            [self.construct, self.callback].map(|body| format!("{body} unreachable"));
        let text = Text {
            wit: &[WIT_0_1_0],
            world: "component-provider",
            head: &head,
            functions: &[
                ("construct", &construct),
                ("run-callback", &callback),
                ("close", &close),
                ("configure", &configure),
            ],
            otherwise: "unreachable",
        };
        text.component()
    }
}

/// Returns the error of a host function as the guest's error.
pub(super) const MUST: &str = "(if (i32.load8_u (i32.const 512)) (then (return (i32.const 512))))";

/// The JSON of an output.
pub(super) fn out(node: u32, path: &str) -> String {
    format!(
        "{{\"{}\":\"{}\",\"handle\":{node},\"path\":\"{path}\"}}",
        special_values::KEY,
        special_values::OUTPUT
    )
}
