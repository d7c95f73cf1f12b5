//! The time from the launch of a process to its first component resource, and for further ones.

use std::collections::BTreeMap;
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use prost::Message as _;
use prost_types::value::Kind;
use prost_types::{Struct, Value};
use serde::Serialize;

use crate::memory::Memory;
use crate::monitor::{self, Monitor};
use crate::order::{Order, Provider};
use crate::process::Process;
use crate::protocol::{ConstructRequest, ConstructResponse, ParametersValue};
use crate::session::Session;
use crate::{block_on, cold, start};

/// The text output that every peer makes of the ids of its children.
const NAMES: &str = "names";
/// The parent of all components.
const STACK: &str = "urn:pulumi:dev::bench::pulumi:pulumi:Stack::bench-dev";
/// The title of all components.
const TITLE: &str = "bench";

#[derive(Debug, Serialize)]
pub(crate) struct Report {
    providers: Vec<ProviderReport>,
}

#[derive(Debug, Serialize)]
struct ProviderReport {
    name: String,
    /// One per process.
    processes: Vec<Times>,
    /// The reason for missing runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

#[derive(Debug, Serialize)]
struct Times {
    /// From the launch to the first component, in milliseconds.
    construct_ms: f64,
    /// For each further component, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    further_ms: Option<f64>,
    /// After the first component.
    memory: Memory,
    /// After all components.
    memory_further: Memory,
}

/// Starts every provider as often as is ordered, one after the other in turns.
pub(crate) fn run(order: &Order) -> Result<Report> {
    let monitor = Monitor::start()?;
    let mut reports: Vec<(Option<ParametersValue>, ProviderReport)> = Vec::new();
    for provider in &order.providers {
        let package = start::package(provider);
        let error = package.as_ref().err().map(|error| format!("{error:#}"));
        let report = ProviderReport {
            name: provider.name.clone(),
            processes: Vec::new(),
            error,
        };
        reports.push((package.ok().flatten(), report));
    }
    for index in order.turns() {
        let provider = order.providers.get(index);
        let (Some(provider), Some((package, report))) = (provider, reports.get_mut(index)) else {
            continue;
        };
        if report.error.is_some() {
            continue;
        }
        match once(order, provider, package.as_ref(), &monitor) {
            Ok(times) => report.processes.push(times),
            Err(error) => report.error = Some(format!("{error:#}")),
        }
    }
    Ok(Report {
        providers: reports.into_iter().map(|(_, report)| report).collect(),
    })
}

fn once(
    order: &Order,
    provider: &Provider,
    package: Option<&ParametersValue>,
    monitor: &Monitor,
) -> Result<Times> {
    cold::make(provider)?;
    // Pulumi's SDK for Python logs each registration, and waits for the engine.
    let process = Process::launch_for(provider, &monitor.address)?;
    block_on(async {
        let session = Session::open(&process.address).await?;
        session.configure(package).await?;
        let of = |name: String| construct(&session, monitor, &provider.token, name, order.children);
        of("first".to_owned()).await?;
        let construct_ms = process.begun.elapsed().as_secs_f64() * 1e3;
        let memory = Memory::of(process.id())?;
        let begun = Instant::now();
        for number in 0..order.further {
            of(format!("further-{number}")).await?;
        }
        let all = begun.elapsed().as_secs_f64() * 1e3;
        #[allow(clippy::cast_precision_loss, reason = "a few components")]
        let further_ms = (order.further > 0).then(|| all / order.further as f64);
        Ok(Times {
            construct_ms,
            further_ms,
            memory,
            memory_further: Memory::of(process.id())?,
        })
    })
    .with_context(|| provider.name.clone())
}

/// Constructs a component, and checks that it has the same children as every peer's.
async fn construct(
    session: &Session,
    monitor: &Monitor,
    token: &str,
    name: String,
    children: u32,
) -> Result<()> {
    let kind = |kind| Value { kind: Some(kind) };
    let title = kind(Kind::StringValue(TITLE.to_owned()));
    let count = kind(Kind::NumberValue(children.into()));
    let inputs = BTreeMap::from([("title".to_owned(), title), ("count".to_owned(), count)]);
    let request = ConstructRequest {
        project: "bench".to_owned(),
        stack: "dev".to_owned(),
        parallel: 16,
        monitor_endpoint: monitor.address.clone(),
        r#type: token.to_owned(),
        name: name.clone(),
        parent: STACK.to_owned(),
        inputs: Some(Struct { fields: inputs }),
        organization: "organization".to_owned(),
        accepts_output_values: true,
    };
    let answer = session.ask("Construct", &request).await?;
    let answer = ConstructResponse::decode(answer)?;
    let ids = (1..=children).map(|number| monitor::id(&format!("{name}-pet-{number}")));
    let wanted = ids.collect::<Vec<_>>().join(" ");
    let found = answer.state.as_ref().and_then(|state| text(state, NAMES));
    ensure!(
        found == Some(wanted.as_str()),
        "`{name}` has other outputs: {answer:?}"
    );
    // The component itself, too.
    let wanted = (children as usize + 1, 1);
    let counted = monitor.take();
    ensure!(
        counted == wanted,
        "`{name}` registered and completed {counted:?} resources, not {wanted:?}"
    );
    Ok(())
}

/// The text of a value, which may be an output with its dependencies.
fn text<'a>(values: &'a Struct, name: &str) -> Option<&'a str> {
    match values.fields.get(name)?.kind.as_ref()? {
        Kind::StringValue(text) => Some(text),
        Kind::StructValue(output) => text(output, "value"),
        _ => None,
    }
}
