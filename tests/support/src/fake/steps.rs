//! The actions of a fake guest's function, and the WebAssembly text for them.

mod answer;
mod data;
pub mod error;
mod http;
mod import;
mod tell;

pub use answer::Answer;
pub(super) use answer::NO_REFRESH;
pub use data::Data;
pub use http::{Asked, Exchange, Sent};
pub(super) use import::{IMPORT_ANSWER, constants, pass_errors_on};

use super::declare::{self, Declare};
use super::find::{self, Find};
use super::reach::{self, Reach};
use super::request::Request;
use super::share::{self, Share};

/// Severities of `log.emit`.
pub const DEBUG: u32 = 0;
pub const INFO: u32 = 1;
pub const WARNING: u32 = 2;

/// One step of a function. A function's last step answers or never returns.
#[derive(Debug, Clone)]
pub enum Step {
    /// Never ends.
    Loop,
    /// Grows the memory until it is refused, and crashes.
    GrowMemory,
    /// Grows the table until it is refused, and crashes.
    GrowTable,
    Recurse,
    /// Repeats these steps until one of them returns.
    Again(Vec<Step>),
    /// Instructions as they are.
    Text(String),
    Crash,
    Log {
        severity: u32,
        text: &'static str,
        times: u32,
    },
    /// Waits, and fails as the wait fails.
    Sleep(u32),
    /// Waits, and ignores the result.
    Doze(u32),
    Checkpoint {
        id: &'static str,
        outputs: &'static str,
    },
    Fetch {
        method: &'static str,
        url: String,
    },
    /// A fetch with headers and a body.
    Send {
        method: &'static str,
        url: String,
        headers: Vec<(String, String)>,
        body: Option<&'static str>,
    },
    /// A fetch with all options.
    Ask(Asked),
    /// A request whose bodies are handled in parts.
    Exchange(Exchange),
    Variable(&'static str),
    /// Opens assets, waits, publishes views.
    Reach(Reach),
    /// Declares a resource that a component is made of, in the world [`Component`](super::module::World::Component).
    Declare(Declare),
    /// Looks up the resources of a component, in the same world.
    Find(Find),
    /// Shares values and rates.
    Share(Share),
    /// Logs a text of the request, such as `inputs` or `id`, for debugging; `none` if it is missing.
    Tell(&'static str),
    /// Logs 16 random bytes for debugging, a letter for each half.
    TellRandom,
    /// Other steps if a number or truth value of the request, such as `preview`, is not 0.
    WhenTrue(&'static str, Vec<Step>),
    /// Answers with a text of the request instead of properties; `{}` if the text is missing.
    AnswerWith(Answer, &'static str),
    /// Counts calls of this instance, and answers with the count as the id.
    AnswerCount,
    /// Other steps for resources whose name has this length.
    WhenNameHas(usize, Vec<Step>),
    Answer(Answer),
}

/// The body of a function that takes these steps and returns an address.
pub fn body(steps: &[Step], data: &mut Data, request: Option<&Request<'_>>) -> String {
    let mut text: String = steps
        .iter()
        .map(|step| instruction(step, data, request))
        .collect();
    text.push_str(" unreachable");
    text
}

fn instruction(step: &Step, data: &mut Data, request: Option<&Request<'_>>) -> String {
    let nothing = data.text("{}");
    let asked = || request.expect("a function that is asked something");
    match step {
        Step::Loop => "(loop $for_ever (br $for_ever))".to_owned(),
        Step::GrowMemory => {
            "(loop $more (br_if $more (i32.ne (memory.grow (i32.const 16)) (i32.const -1))))"
                .to_owned()
        }
        Step::GrowTable => "(loop $more (br_if $more (i32.ne (table.grow $table (ref.null func) \
                            (i32.const 1000)) (i32.const -1))))"
            .to_owned(),
        Step::Recurse => "(drop (call $recurse (i32.const -1)))".to_owned(),
        Step::Crash => "(call $crash)".to_owned(),
        Step::Text(text) => text.clone(),
        Step::Again(steps) => {
            let steps: String = steps
                .iter()
                .map(|step| instruction(step, data, request))
                .collect();
            format!("(loop $over_and_over {steps} (br $over_and_over))")
        }
        Step::Log {
            severity,
            text,
            times,
        } => import::log(*severity, text, *times, data),
        Step::Sleep(milliseconds) => import::sleep(*milliseconds),
        Step::Doze(milliseconds) => import::doze(*milliseconds),
        Step::Checkpoint { id, outputs } => import::checkpoint(id, outputs, data),
        Step::Fetch { method, url } => http::fetch(&Asked::new(method, url.as_str()), data),
        Step::Send {
            method,
            url,
            headers,
            body,
        } => {
            let asked = Asked {
                headers: headers.clone(),
                body: body.map(Sent::Text),
                ..Asked::new(method, url.as_str())
            };
            http::fetch(&asked, data)
        }
        Step::Ask(asked) => http::fetch(asked, data),
        Step::Exchange(step) => http::exchange(step, data),
        Step::Variable(name) => import::variable(name, data),
        Step::Reach(step) => reach::instruction(step, data),
        Step::Declare(step) => declare::instruction(step, data, asked()),
        Step::Find(step) => find::instruction(step, data, asked()),
        Step::Share(step) => share::instruction(step, data),
        Step::Tell(part) => tell::text(part, asked(), data),
        Step::TellRandom => tell::random(data),
        Step::WhenTrue(part, steps) => {
            let is_true = asked().number(part);
            let steps = body(steps, data, request);
            format!("(if {is_true} (then {steps}))")
        }
        Step::AnswerWith(answer, part) => {
            let [at, length] = asked().text(part, nothing);
            let word = answer.properties();
            let answer = data.answer(answer);
            let place = answer + 4 * u32::try_from(word).expect("a small number");
            format!(
                "(i32.store (i32.const {place}) {at}) (i32.store offset=4 (i32.const {place}) {length}) \
                 (return (i32.const {answer}))"
            )
        }
        Step::AnswerCount => {
            let [digits, _] = data.text("0");
            let [outputs, length] = data.text("{}");
            let answer = data.words(&[0, digits, 1, outputs, length, nothing[0], nothing[1]]);
            format!(
                "(i32.store8 (i32.const {digits}) (i32.add (i32.load8_u (i32.const {digits})) (i32.const 1))) \
                 (return (i32.const {answer}))"
            )
        }
        Step::WhenNameHas(length, steps) => {
            let steps = body(steps, data, request);
            // The request begins with its context: URN, token and name, each an address and a length.
            format!(
                "(if (i32.eq (i32.load offset=20 (local.get 0)) (i32.const {length})) (then {steps}))"
            )
        }
        Step::Answer(answer) => format!("(return (i32.const {}))", data.answer(answer)),
    }
}
