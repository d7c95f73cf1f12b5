//! Providers of Terraform: from the launch of a process to its first plan, and plans and applies by size.

#[path = "../../terraform/protocol/messages.rs"]
#[allow(dead_code, reason = "the tests need more of it")]
mod messages;
#[path = "../../terraform/protocol/wire.rs"]
#[allow(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a wrong answer ends the measurement"
)]
mod wire;

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use anyhow::{Context as _, Result, bail, ensure};
use bytes::{BufMut as _, Bytes, BytesMut};
use prost::Message;
use serde::Serialize;
use serde_json::{Map, Value, json};

use self::messages::{
    ApplyRequest, ApplyResponse, Diagnostic, Empty, GetSchemaResponse, PlanRequest, PlanResponse,
    Schema,
};
use self::wire::dynamic;
use crate::block_on;
use crate::connection::Connection;
use crate::memory::Memory;
use crate::order::{Order, Provider};

/// The cookie of all plugins of Terraform.
const COOKIE: &str = "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";
/// The resource that each provider serves.
const TYPE: &str = "bench_thing";
const SIZES: [usize; 3] = [20, 200, 2_000];
/// The calls of each size whose median is taken, after as many that warm up.
const CALLS: usize = 60;

#[derive(Debug, Serialize)]
pub(crate) struct Report {
    providers: Vec<ProviderReport>,
}

#[derive(Debug, Serialize)]
struct ProviderReport {
    name: String,
    /// One per process.
    processes: Vec<Times>,
    calls: Vec<Calls>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// The times of the events of a process in milliseconds from its launch, and its memory after the first plan.
#[derive(Debug, Serialize)]
struct Times {
    line_ms: f64,
    plan_ms: f64,
    memory: Memory,
}

/// The medians of one size in microseconds.
#[derive(Debug, Serialize)]
struct Calls {
    leaves: usize,
    plan_us: f64,
    apply_us: f64,
    /// After these calls.
    memory: Memory,
}

/// Starts the providers in turns, and measures their calls.
pub(crate) fn run(order: &Order) -> Result<Report> {
    let named = |provider: &Provider| ProviderReport {
        name: provider.name.clone(),
        processes: Vec::new(),
        calls: Vec::new(),
        error: None,
    };
    let mut reports: Vec<ProviderReport> = order.providers.iter().map(named).collect();
    for index in order.turns() {
        if let (Some(provider), Some(report)) = (order.providers.get(index), reports.get_mut(index))
            && report.error.is_none()
        {
            match start(provider) {
                Ok(times) => report.processes.push(times),
                Err(error) => report.error = Some(format!("{error:#}")),
            }
        }
    }
    for (provider, report) in order.providers.iter().zip(&mut reports) {
        match calls(provider) {
            Ok(calls) => report.calls = calls,
            Err(error) => report.error = Some(format!("{error:#}")),
        }
    }
    Ok(Report { providers: reports })
}

fn start(provider: &Provider) -> Result<Times> {
    let process = Process::launch(provider)?;
    let line_ms = milliseconds(process.begun);
    block_on(async {
        let connection = process.connect().await?;
        let schema = schema(&connection).await?;
        let config = thing(&schema, 20)?;
        plan(&connection, &config).await?;
        Ok(Times {
            line_ms,
            plan_ms: milliseconds(process.begun),
            memory: Memory::of(process.child.id())?,
        })
    })
}

fn calls(provider: &Provider) -> Result<Vec<Calls>> {
    let process = Process::launch(provider)?;
    block_on(async {
        let connection = process.connect().await?;
        let schema = schema(&connection).await?;
        let mut measured = Vec::new();
        for leaves in SIZES {
            let config = thing(&schema, leaves)?;
            let planned = plan(&connection, &config).await?;
            let request = ApplyRequest {
                type_name: TYPE.to_owned(),
                prior_state: dynamic(&Value::Null),
                planned_state: planned.planned_state,
                config: dynamic(&config),
                planned_private: planned.planned_private,
            };
            let applied: ApplyResponse = call(&connection, "ApplyResourceChange", &request).await?;
            succeeds(&applied.diagnostics)?;
            let made = wire::read(applied.new_state.as_ref());
            ensure!(made["total"].is_number(), "the thing has no total: {made}");
            measured.push(Calls {
                leaves,
                plan_us: median(&connection, "PlanResourceChange", &creation(&config)).await?,
                apply_us: median(&connection, "ApplyResourceChange", &request).await?,
                memory: Memory::of(process.child.id())?,
            });
        }
        Ok(measured)
    })
}

async fn schema(connection: &Connection) -> Result<Schema> {
    let mut schema: GetSchemaResponse = call(connection, "GetProviderSchema", &Empty {}).await?;
    succeeds(&schema.diagnostics)?;
    let found = schema.resource_schemas.remove(TYPE);
    found.with_context(|| format!("the provider has no {TYPE}"))
}

/// A thing with so many values other than lists and maps, and null for each other attribute.
fn thing(schema: &Schema, leaves: usize) -> Result<Value> {
    let block = schema.block.as_ref().context("the type has no block")?;
    let attributes = block.attributes.iter().map(|attribute| &attribute.name);
    let blocks = block.block_types.iter().map(|nested| &nested.type_name);
    let names = attributes.chain(blocks);
    let mut whole: Map<String, Value> = names.map(|name| (name.clone(), Value::Null)).collect();
    // A label and a secret, a third of the rest in tags, and items of three leaves.
    let tags = (leaves - 2) / 3;
    let items = (leaves - 2 - tags) / 3;
    let tag = |index| {
        (
            format!("tag-{index}"),
            json!(format!("value of tag {index}")),
        )
    };
    let item =
        |index| json!({ "name": format!("item number {index}"), "size": 0.5, "enabled": true });
    whole.insert("label".to_owned(), json!("thing"));
    whole.insert("secret".to_owned(), json!("hidden"));
    let tags: Map<String, Value> = (0..tags).map(tag).collect();
    whole.insert("tags".to_owned(), tags.into());
    whole.insert("items".to_owned(), (0..items).map(item).collect());
    Ok(whole.into())
}

fn creation(config: &Value) -> PlanRequest {
    PlanRequest {
        type_name: TYPE.to_owned(),
        prior_state: dynamic(&Value::Null),
        proposed_new_state: dynamic(config),
        config: dynamic(config),
        prior_private: Vec::new(),
    }
}

async fn plan(connection: &Connection, config: &Value) -> Result<PlanResponse> {
    let planned: PlanResponse = call(connection, "PlanResourceChange", &creation(config)).await?;
    succeeds(&planned.diagnostics)?;
    let promised = wire::read(planned.planned_state.as_ref());
    ensure!(
        promised["total"] == wire::unknown(),
        "the total is known before the apply"
    );
    Ok(planned)
}

fn succeeds(diagnostics: &[Diagnostic]) -> Result<()> {
    match diagnostics {
        [] => Ok(()),
        [first, ..] => bail!("{}: {}", first.summary, first.detail),
    }
}

async fn call<A: Message + Default>(
    connection: &Connection,
    method: &str,
    request: &impl Message,
) -> Result<A> {
    let mut caller = connection.calls(&path(method), &framed(request))?;
    let answer = caller.fetch().await?;
    // The answer begins with a byte and its length.
    let message = answer.get(5..).context("the answer has no message")?;
    A::decode(message).context("the answer cannot be read")
}

/// The median time of a call in microseconds.
async fn median(connection: &Connection, method: &str, request: &impl Message) -> Result<f64> {
    let mut caller = connection.calls(&path(method), &framed(request))?;
    let mut times = Vec::new();
    for _ in 0..2 {
        times.clear();
        for _ in 0..CALLS {
            let asked = Instant::now();
            caller.call().await?;
            times.push(asked.elapsed());
        }
    }
    times.sort_unstable();
    let median = times.get(CALLS / 2).context("no call was made")?;
    Ok(median.as_secs_f64() * 1e6)
}

fn path(method: &str) -> String {
    format!("/tfplugin6.Provider/{method}")
}

/// A message as gRPC sends it.
fn framed(message: &impl Message) -> Bytes {
    let bytes = message.encode_to_vec();
    let mut framed = BytesMut::with_capacity(bytes.len() + 5);
    framed.put_u8(0);
    framed.put_u32(u32::try_from(bytes.len()).unwrap_or(u32::MAX));
    framed.extend_from_slice(&bytes);
    framed.freeze()
}

/// A provider's process, launched as a core launches it, without encryption; it ends with its value.
struct Process {
    child: Child,
    begun: Instant,
    socket: String,
}

impl Process {
    fn launch(provider: &Provider) -> Result<Self> {
        let (program, arguments) = provider
            .command
            .split_first()
            .with_context(|| format!("{} has no command", provider.name))?;
        let begun = Instant::now();
        let mut child = Command::new(program)
            .args(arguments)
            .envs(&provider.environment)
            .env("TF_PLUGIN_MAGIC_COOKIE", COOKIE)
            .env("PLUGIN_PROTOCOL_VERSIONS", "6")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("{program} cannot be started"))?;
        let output = child.stdout.take();
        let mut process = Self {
            child,
            begun,
            socket: String::new(),
        };
        let mut line = String::new();
        BufReader::new(output.context("the output has no pipe")?).read_line(&mut line)?;
        let mut parts = line.trim_end().split('|').skip(2);
        let (Some("unix"), Some(socket)) = (parts.next(), parts.next()) else {
            bail!("the first line of {} is `{line}`", provider.name);
        };
        socket.clone_into(&mut process.socket);
        Ok(process)
    }

    async fn connect(&self) -> Result<Connection> {
        let stream = tokio::net::UnixStream::connect(&self.socket).await?;
        Connection::over(stream, "localhost").await
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

fn milliseconds(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1e3
}
