//! An attack, its course, and the rules that must hold afterwards.

use std::path::Path;

use futures_util::StreamExt;
use prost_types::value::Kind;
use prost_types::{Struct, Value};
use test_support::protocol::pulumirpc as pb;
use tonic::{Code, Status};

use test_support::fake::calls::{
    arguments, check_request, create, object, properties, string, structure, text,
};
use test_support::fake::guest::{FUNCTION, Guest, THING};
use test_support::fake::plugin::{Client, Plugin};
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, Step};
use test_support::fake::subject::{Recorded, Subject};
use test_support::{within, words_about};

/// Attacks that are carried out at once on one process.
const AT_ONCE: usize = 4;
/// The maximum memory that an attack may make a process use, with any data.
const MEMORY_KIB: u64 = 2 << 20;

/// The call that is the attack, or the first that meets it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asked {
    /// Adding the package.
    Parameterize,
    CheckConfig,
    Check,
    Diff,
    Create,
    PreviewCreate,
    /// An update of a resource whose create failed after a checkpoint.
    Resume,
    Read,
    Update,
    PreviewUpdate,
    Delete,
    List,
    Invoke,
}

/// The required end of an attack.
#[derive(Debug, Clone)]
enum Outcome {
    /// Without an effect.
    Nothing,
    /// With one of these codes.
    Fails(Vec<Code>, Vec<String>),
}

/// The attack, and its required end.
pub(crate) struct Attack {
    pub(crate) name: &'static str,
    component: Component,
    flags: Vec<String>,
    asked: Asked,
    outcome: Outcome,
    /// Whether it may also succeed without effect.
    may_be_nothing: bool,
}

enum Component {
    Guest(Box<Guest>),
    File(Vec<u8>),
}

impl From<Guest> for Component {
    fn from(guest: Guest) -> Self {
        Component::Guest(Box::new(guest))
    }
}

impl From<Vec<u8>> for Component {
    fn from(file: Vec<u8>) -> Self {
        Component::File(file)
    }
}

impl Attack {
    /// An attack by creating a resource.
    #[expect(private_bounds, reason = "only guests and bytes are meant")]
    pub(crate) fn new(name: &'static str, component: impl Into<Component>) -> Self {
        Self {
            name,
            component: component.into(),
            flags: Vec::new(),
            asked: Asked::Create,
            outcome: Outcome::Nothing,
            may_be_nothing: false,
        }
    }

    /// By another call.
    pub(crate) fn asks(mut self, asked: Asked) -> Self {
        self.asked = asked;
        self
    }

    /// Sets a limit of the package.
    pub(crate) fn limit(self, setting: &str) -> Self {
        self.flag("--limit", setting)
    }

    pub(crate) fn flag(mut self, name: &str, value: &str) -> Self {
        self.flags.extend([name.to_owned(), value.to_owned()]);
        self
    }

    /// It fails with this code and these words in the message.
    pub(crate) fn fails(mut self, code: Code, words: &[&str]) -> Self {
        let words = words.iter().map(|word| (*word).to_owned());
        self.outcome = Outcome::Fails(vec![code], words.collect());
        self
    }

    /// The error says that the request was malformed: the call failed, and its effect is not in doubt.
    pub(crate) fn refused(self, words: &[&str]) -> Self {
        self.fails(Code::FailedPrecondition, words)
            .or(Code::InvalidArgument)
    }

    /// Or with this code.
    pub(crate) fn or(mut self, code: Code) -> Self {
        if let Outcome::Fails(codes, _) = &mut self.outcome {
            codes.push(code);
        }
        self
    }

    /// It crashes in a call that may have changed something, for this reason.
    pub(crate) fn crashes(self, reason: &str) -> Self {
        self.fails(Code::Unknown, &["the component crashed", reason])
    }

    /// It fails by a limit, which the message names with the next step.
    pub(crate) fn reaches(self, code: Code, limit: &str) -> Self {
        let words = words_about(limit);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        self.fails(code, &words)
    }

    /// It may succeed instead on a machine that is fast or large enough.
    pub(crate) fn or_nothing(mut self) -> Self {
        self.may_be_nothing = true;
        self
    }

    fn bytes(&self) -> Vec<u8> {
        match &self.component {
            Component::Guest(guest) => guest.build(),
            Component::File(bytes) => bytes.clone(),
        }
    }

    /// Runs it in a separate session.
    async fn carry_out(&self, stage: &Stage) -> Result<(), Status> {
        // Also another resource: the note of an interrupted create is for the next create of the same resource.
        let name = self
            .name
            .replace(|letter: char| !letter.is_ascii_alphanumeric(), "-");
        let file = format!("{name}.wasm");
        stage.scene.write(&file, &self.bytes());
        let mut words = vec![file.as_str()];
        words.extend(self.flags.iter().map(String::as_str));
        let mut client = stage.session(&words).await?;
        ask(&mut client, self.asked, &name).await
    }

    fn judge(&self, ended: &Result<(), Status>) -> Result<(), String> {
        match (&self.outcome, ended) {
            (Outcome::Nothing, Ok(())) => Ok(()),
            (Outcome::Nothing, Err(status)) => Err(format!("it failed: {}", shown(status))),
            (Outcome::Fails(..), Ok(())) if self.may_be_nothing => Ok(()),
            (Outcome::Fails(..), Ok(())) => Err("it succeeded".to_owned()),
            (Outcome::Fails(codes, words), Err(status)) => {
                let missing = words.iter().find(|word| !status.message().contains(*word));
                match missing {
                    Some(word) => Err(format!("`{word}` is missing in: {}", shown(status))),
                    None if !codes.contains(&status.code()) => {
                        Err(format!("it is not {codes:?}: {}", shown(status)))
                    }
                    None => Ok(()),
                }
            }
        }
    }
}

fn shown(status: &Status) -> String {
    let text: String = status.message().chars().take(2000).collect();
    format!("{:?}: {text}", status.code())
}

/// A process that many engines attach to, each with a separate package.
pub(crate) struct Stage {
    pub(crate) scene: Scene,
    pub(crate) plugin: Plugin,
    good: Client,
}

/// The good call that no attack may disturb.
const GOOD: &str = "{\"label\":\"good\"}";

impl Stage {
    pub(crate) async fn new() -> Self {
        let scene = Scene::new().await;
        let made = Answer::Created {
            id: "good",
            outputs: GOOD,
        };
        let good = Guest::new().does("create", [Step::Answer(made)]);
        scene.add("good.wasm", &good);
        let plugin = scene.attach().await;
        let good = plugin.connect().await;
        let mut stage = Self {
            scene,
            plugin,
            good,
        };
        stage.good = stage.session(&["good.wasm"]).await.expect("a package");
        stage.serves().await.expect("a good component");
        stage
    }

    /// A connection with a package, by a user's arguments.
    pub(crate) async fn session(&self, words: &[&str]) -> Result<Client, Status> {
        let mut client = self.plugin.connect().await;
        let request = pb::ProviderHandshakeRequest {
            engine_address: self.scene.engine.address.clone(),
            ..pb::ProviderHandshakeRequest::default()
        };
        within(client.handshake(request)).await?;
        within(client.parameterize(arguments(words))).await?;
        Ok(client)
    }

    /// Whether the good component is still served as it was before.
    pub(crate) async fn serves(&self) -> Result<(), String> {
        match create(self.good.clone(), "good").await {
            Ok(answer)
                if answer.id == "good"
                    && text(answer.properties.as_ref(), "label").as_deref() == Some("good") =>
            {
                Ok(())
            }
            Ok(other) => Err(format!("the good component answered {other:?}")),
            Err(status) => Err(format!("the good component failed: {}", shown(&status))),
        }
    }

    /// The most memory that the process has had so far.
    pub(crate) fn memory_kib(&self) -> u64 {
        let process = self.plugin.child.id().expect("a running process");
        let status = Path::new("/proc").join(process.to_string()).join("status");
        let text = std::fs::read_to_string(status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let number = line.and_then(|rest| rest.split_whitespace().next());
        // Only Linux reports it.
        number.and_then(|number| number.parse().ok()).unwrap_or(0)
    }
}

/// Runs attacks on one process, and checks that each ends as required and leaves the process unchanged.
pub(crate) async fn withstand(attacks: Vec<Attack>) {
    let stage = Stage::new().await;
    // For a developer who examines one attack.
    let only = std::env::var("HOSTILE_ONLY").unwrap_or_default();
    let chosen = attacks.iter().filter(|attack| attack.name.contains(&only));
    let carried_out = chosen.map(async |attack| {
        let before = stage.memory_kib();
        let begun = std::time::Instant::now();
        let ended = attack.carry_out(&stage).await;
        if std::env::var_os("HOSTILE_SHOW").is_some() {
            let grown = stage.memory_kib().saturating_sub(before) >> 10;
            let shown = ended
                .as_ref()
                .map_err(shown)
                .map_or_else(|text| text, |()| "Ok".to_owned());
            let took = begun.elapsed().as_millis();
            println!("--- {} ({took} ms, {grown} MiB more)\n{shown}", attack.name);
        }
        let judged = attack.judge(&ended);
        let served = stage.serves().await;
        [judged, served].map(|outcome| outcome.map_err(|error| format!("{}: {error}", attack.name)))
    });
    let outcomes: Vec<_> = futures_util::stream::iter(carried_out)
        .buffer_unordered(AT_ONCE)
        .collect()
        .await;
    let wrong: Vec<String> = outcomes
        .into_iter()
        .flatten()
        .filter_map(Result::err)
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    let memory = stage.memory_kib();
    assert!(memory < MEMORY_KIB, "the process took {memory} KiB");
}

/// Makes the call.
async fn ask(client: &mut Client, asked: Asked, name: &str) -> Result<(), Status> {
    let subject = Subject::thing(name);
    let inputs = || Some(properties(&[("label", "x")]));
    let recorded = Recorded {
        id: "made".to_owned(),
        inputs: inputs(),
        outputs: inputs(),
    };
    match asked {
        Asked::Parameterize => Ok(()),
        Asked::CheckConfig => {
            let request = check_request("", properties(&[]));
            within(client.check_config(request)).await.map(drop)
        }
        Asked::Check => {
            let request = subject.check(None, inputs());
            within(client.check(request)).await.map(drop)
        }
        Asked::Diff => {
            let request = subject.diff(recorded, inputs());
            within(client.diff(request)).await.map(drop)
        }
        Asked::Create => create(client.clone(), name).await.map(drop),
        Asked::PreviewCreate => {
            let request = pb::CreateRequest {
                preview: true,
                ..subject.create(inputs())
            };
            within(client.create(request)).await.map(drop)
        }
        Asked::Resume => {
            let partial = object(&[(
                "partial",
                Value {
                    kind: Some(Kind::BoolValue(true)),
                },
            )]);
            let recorded = Recorded {
                outputs: Some(structure(&[("label", string("x")), ("__wasm", partial)])),
                ..recorded
            };
            let request = subject.update(recorded, inputs());
            within(client.update(request)).await.map(drop)
        }
        Asked::Read => within(client.read(subject.read(recorded))).await.map(drop),
        Asked::Update => {
            let request = subject.update(recorded, inputs());
            within(client.update(request)).await.map(drop)
        }
        Asked::PreviewUpdate => {
            let request = pb::UpdateRequest {
                preview: true,
                ..subject.update(recorded, inputs())
            };
            within(client.update(request)).await.map(drop)
        }
        Asked::Delete => {
            let request = subject.delete(recorded);
            within(client.delete(request)).await.map(drop)
        }
        Asked::List => {
            let request = pb::ListRequest {
                token: THING.to_owned(),
                query: Some(Struct::default()),
                ..pb::ListRequest::default()
            };
            let mut pages = within(client.list(request)).await?.into_inner();
            while within(pages.message()).await?.is_some() {}
            Ok(())
        }
        Asked::Invoke => {
            let request = pb::InvokeRequest {
                tok: FUNCTION.to_owned(),
                ..pb::InvokeRequest::default()
            };
            within(client.invoke(request)).await.map(drop)
        }
    }
}
