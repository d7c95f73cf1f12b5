//! Every boundary of every operation, one per run.

use pulumi_wasm_core::call::Operation;
use tonic::Status;

use super::host::Host;
use super::model::{Model, Step};
use super::plan::{Fault, Place};
use super::things::{Kind, There};

/// One run: a thing, and the operation that is interrupted.
struct Run<'a> {
    host: &'a Host,
    kind: Kind,
    operation: Operation,
    zone: String,
    model: Model,
}

impl<'a> Run<'a> {
    /// The state of a thing before the operation.
    async fn begin(host: &'a Host, kind: Kind, operation: Operation, number: usize) -> Self {
        let zone = format!("z{number}.test.");
        kind.prepare(&host.server, &zone);
        let name = format!("thing{number}");
        let mut model = Model::new(host.client.clone(), kind.token(), &name);
        if operation != Operation::Create {
            let made = model.up(&kind.inputs(&zone, 1)).await;
            assert_eq!(made.unwrap(), Step::Created);
        }
        Self {
            host,
            kind,
            operation,
            zone,
            model,
        }
    }

    /// The version of the thing in the program at the end; `None` if the program no longer contains it.
    fn wanted(&self) -> Option<u8> {
        match self.operation {
            Operation::Create => Some(1),
            Operation::Update => Some(2),
            _ => None,
        }
    }

    async fn act(&mut self) -> Result<(), Status> {
        match self.wanted() {
            Some(version) => {
                let inputs = self.kind.inputs(&self.zone, version);
                self.model.up(&inputs).await.map(drop)
            }
            None => self.model.destroy().await,
        }
    }

    fn there(&self) -> There {
        self.kind.there(&self.host.server, &self.zone)
    }

    /// The fault after the operation ended: nothing may be changed without a record or a message.
    fn disagreement(&self, outcome: &Result<(), Status>) -> Option<String> {
        let there = self.there();
        let state = self.model.state.as_ref();
        let is_partial = state.is_some_and(|state| state.is_partial);
        let is_right = match (outcome, self.operation) {
            (Ok(()), _) => {
                let wanted = self.wanted().map_or(There::Nothing, There::Version);
                there == wanted && !is_partial
            }
            (Err(_), Operation::Create) if state.is_some() => is_partial && there != There::Nothing,
            (Err(status), Operation::Create) => {
                // A reader of this message knows that there may be something, and how to take it over.
                there == There::Nothing || status.message().contains("import")
            }
            (Err(_), Operation::Update) => is_partial || there == There::Version(1),
            // It is still recorded, and is deleted again.
            (Err(_), _) => state.is_some(),
        };
        (!is_right).then(|| {
            let said = outcome.as_ref().err().map(Status::message);
            format!("the server has {there:?}, the state {state:?}; said was {said:?}")
        })
    }

    /// The next commands, until everything matches the program; how often an import was needed.
    async fn recover(&mut self) -> Result<usize, String> {
        let mut imports = 0;
        if let Err(status) = self.act().await {
            // The only other way: the existing thing is taken over, as the message says.
            let id = status
                .message()
                .split_once("`import: ")
                .and_then(|(_, rest)| rest.split_once('`'))
                .map(|(id, _)| id.to_owned())
                .ok_or_else(|| format!("the next step failed: {status}"))?;
            self.model
                .import(&id)
                .await
                .map_err(|status| format!("the import failed: {status}"))?;
            imports += 1;
            self.act()
                .await
                .map_err(|status| format!("the step after the import failed: {status}"))?;
        }
        match self.disagreement(&Ok(())) {
            Some(reason) => Err(format!("after recovery {reason}")),
            None => Ok(imports),
        }
    }

    async fn end(mut self) -> Result<(), String> {
        let gone = self.model.destroy().await;
        gone.map_err(|status| format!("the destroy at the end failed: {status}"))?;
        match self.there() {
            There::Nothing => Ok(()),
            there => Err(format!("after the end the server has {there:?}")),
        }
    }
}

/// One run with a fault; how often an import was needed.
async fn faulty(
    host: &Host,
    kind: Kind,
    operation: Operation,
    number: usize,
    fault: (usize, Fault),
) -> Result<usize, String> {
    let mut run = Run::begin(host, kind, operation, number).await;
    host.plan
        .watch(operation, Some((Place::Index(fault.0), fault.1)));
    let outcome = run.act().await;
    host.plan.finish();
    if let Some(reason) = run.disagreement(&outcome) {
        return Err(reason);
    }
    let imports = run.recover().await?;
    run.end().await?;
    Ok(imports)
}

/// All boundaries of an operation, each with every fault.
async fn all(kind: Kind, operation: Operation) {
    let host = Host::start().await;
    let mut run = Run::begin(&host, kind, operation, 0).await;
    host.plan.watch(operation, None);
    run.act().await.unwrap();
    let boundaries = host.plan.finish();
    assert!(boundaries.len() >= 2, "{boundaries:?}");
    run.end().await.unwrap();

    let (mut number, mut imports, mut wrong) = (0, 0, Vec::new());
    for (index, boundary) in boundaries.iter().enumerate() {
        for fault in Fault::ALL {
            if fault == Fault::Outage && !boundary.contains(" http.") {
                continue;
            }
            number += 1;
            match faulty(&host, kind, operation, number, (index, fault)).await {
                Ok(count) => imports += count,
                Err(reason) => wrong.push(format!("{fault:?} at {index}, {boundary}: {reason}")),
            }
        }
    }
    eprintln!("{number} runs, {imports} of them with an import: {boundaries:?}");
    assert!(
        wrong.is_empty(),
        "{} of {number} runs of {operation:?} of {kind:?}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[tokio::test]
async fn zones_are_created_or_known_to_be_there() {
    all(Kind::Zone, Operation::Create).await;
}

#[tokio::test]
async fn zones_are_updated_or_known_to_be_in_between() {
    all(Kind::Zone, Operation::Update).await;
}

#[tokio::test]
async fn zones_are_deleted_or_still_recorded() {
    all(Kind::Zone, Operation::Delete).await;
}

#[tokio::test]
async fn records_are_created_or_known_to_be_there() {
    all(Kind::Records, Operation::Create).await;
}

#[tokio::test]
async fn records_are_updated_or_known_to_be_in_between() {
    all(Kind::Records, Operation::Update).await;
}

#[tokio::test]
async fn records_are_deleted_or_still_recorded() {
    all(Kind::Records, Operation::Delete).await;
}
