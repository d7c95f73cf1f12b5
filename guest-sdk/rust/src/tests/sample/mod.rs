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
}

#[config]
impl Configure for Settings {
    /// The session, which a login gives.
    type Client = String;

    fn configure(&self, cx: &ConfigureContext) -> Result<String> {
        cx.debug("logging in");
        if self.server_url == "refuse" {
            return Err(Error::denied("no entry"));
        }
        let user = self.token.as_deref().unwrap_or("nobody");
        Ok(format!("{user}@{}", self.server_url))
    }

    fn check(config: &SettingsDraft, cx: &CheckContext) -> Result<()> {
        match config.server_url.get() {
            Some(url) if url.is_empty() => cx.fail(Settings::SERVER_URL, "is empty"),
            _ => {}
        }
        Ok(())
    }
}

/// Has only the required function.
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
    fn create(request: CreateRequest<Self>, _: &CreateContext) -> Result<Created<Self>> {
        Ok(Created::with_state(
            "note",
            Note {
                text: request.inputs.text,
            },
        ))
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

#[derive(Results)]
pub(crate) struct Session {
    session: String,
}

#[function(token = "sample:index:whoAmI", description = "Who we are.")]
pub(crate) fn session(cx: &FunctionContext) -> Result<Session> {
    Ok(Session {
        session: cx.client::<Settings>().clone(),
    })
}

provider!(
    Provider::new("sample")
        .version("1.2.3")
        .description("Everything once")
        .config::<Settings>()
        .resource::<Machine>()
        .resource::<Note>()
        .function(add_numbers)
        .function(session)
        .net(
            Net::from(Settings::SERVER_URL)
                .required()
                .reason("the server that is managed")
        )
        .net(Net::host("*.example.com"))
        .env(Env::new("SAMPLE_REGION").reason("where we are"))
);
