//! A provider that uses everything once.

use crate::prelude::*;

mod machine;

pub(crate) use machine::{Machine, MachineInputs};

/// How to reach the server.
#[derive(Config)]
pub(crate) struct Settings {
    /// Its address.
    pub(crate) server_url: String,
    /// Who we are.
    #[property(secret, env = "SAMPLE_TOKEN")]
    pub(crate) token: Option<String>,
    #[property(default = 30)]
    pub(crate) timeout: u32,
    #[property(skip)]
    pub(crate) session: String,
}

#[config]
impl Configure for Settings {
    fn configure(&mut self, cx: &Context) -> Result<()> {
        cx.debug("logging in");
        if self.server_url == "refuse" {
            return Err(Error::denied("no entry"));
        }
        self.session = format!(
            "{}@{}",
            self.token.as_deref().unwrap_or("nobody"),
            self.server_url
        );
        Ok(())
    }

    fn check(config: &SettingsDraft, cx: &CheckContext) -> Result<()> {
        match config.server_url.get() {
            Some(url) if url.is_empty() => cx.fail("serverUrl", "is empty"),
            _ => {}
        }
        Ok(())
    }
}

/// Has no functions but the one that it must have.
#[derive(Resource)]
#[resource(
    token = "sample:other/note:Note",
    description = "A note.",
    deprecated = "use paper"
)]
pub(crate) struct Note {
    pub(crate) text: Json,
}

#[resource]
impl Lifecycle for Note {
    fn create(inputs: NoteInputs, _: &Context) -> Result<Created<Self>> {
        Ok(Created::with_state("note", Note { text: inputs.text }))
    }
}

#[derive(Arguments)]
pub(crate) struct AddArguments {
    /// The first number.
    pub(crate) first: f64,
    #[property(default = 1)]
    pub(crate) second: f64,
}

#[derive(Object, Clone)]
pub(crate) struct AddResult {
    pub(crate) sum: f64,
}

/// Adds two numbers.
#[function(pure)]
pub(crate) fn add_numbers(arguments: AddArguments) -> Result<AddResult> {
    if arguments.first < 0.0 {
        return Err(Error::invalid("first", "is negative"));
    }
    Ok(AddResult {
        sum: arguments.first + arguments.second,
    })
}

#[derive(Arguments)]
pub(crate) struct Session {
    session: String,
}

#[function(token = "sample:index:whoAmI", description = "Who we are.")]
pub(crate) fn session(cx: &Context) -> Result<Session> {
    Ok(Session {
        session: cx.config::<Settings>().session.clone(),
    })
}

provider! {
    name: "sample",
    version: "1.2.3",
    description: "Everything once",
    config: Settings,
    resources: [Machine, Note],
    functions: [add_numbers, session],
    net: [
        { host: "config:serverUrl", required: true, reason: "the server that is managed" },
        "*.example.com",
    ],
    env: [{ name: "SAMPLE_REGION", reason: "where we are" }],
}
