//! An engine's record of one resource, and its next request: the part of Pulumi's rules that failures depend on.

use prost_types::Struct;
use tonic::Status;

use test_support::fake::calls::saved;
use test_support::fake::plugin::Client;
use test_support::fake::subject::{Recorded, Subject};

/// A resource of a program, and the engine's state of it.
pub(crate) struct Model {
    client: Client,
    subject: Subject,
    pub(crate) state: Option<State>,
}

/// The record of a resource.
#[derive(Debug, Clone)]
pub(crate) struct State {
    pub(crate) id: String,
    pub(crate) inputs: Struct,
    pub(crate) outputs: Struct,
    /// Whether its last change is recorded as failed.
    pub(crate) is_partial: bool,
}

impl State {
    fn recorded(&self) -> Recorded {
        Recorded {
            id: self.id.clone(),
            inputs: Some(self.inputs.clone()),
            outputs: Some(self.outputs.clone()),
        }
    }
}

/// The action of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    Created,
    Updated,
    Replaced,
    Same,
}

impl Model {
    pub(crate) fn new(client: Client, token: &str, name: &str) -> Self {
        Self {
            client,
            subject: Subject::new("faults", token, name),
            state: None,
        }
    }

    async fn check(&mut self, inputs: &Struct) -> Struct {
        let olds = self.state.as_ref().map(|state| state.inputs.clone());
        let request = self.subject.check(olds, Some(inputs.clone()));
        let answer = self.client.check(request).await.unwrap().into_inner();
        assert!(answer.failures.is_empty(), "{:?}", answer.failures);
        answer.inputs.unwrap()
    }

    /// The action of `pulumi up` on the resource.
    pub(crate) async fn up(&mut self, inputs: &Struct) -> Result<Step, Status> {
        let inputs = self.check(inputs).await;
        let Some(state) = self.state.clone() else {
            return self.create(inputs).await.map(|()| Step::Created);
        };
        let request = self.subject.diff(state.recorded(), Some(inputs.clone()));
        let difference = self.client.diff(request).await?.into_inner();
        if !difference.replaces.is_empty() {
            self.destroy().await?;
            return self.create(inputs).await.map(|()| Step::Replaced);
        }
        let is_same = difference.changes == 1;
        if is_same && !state.is_partial {
            return Ok(Step::Same);
        }
        self.update(state, inputs).await.map(|()| Step::Updated)
    }

    async fn create(&mut self, inputs: Struct) -> Result<(), Status> {
        let request = self.subject.create(Some(inputs.clone()));
        match self.client.create(request).await {
            Ok(answer) => {
                let answer = answer.into_inner();
                self.state = Some(State {
                    id: answer.id,
                    inputs,
                    outputs: answer.properties.unwrap_or_default(),
                    is_partial: false,
                });
                Ok(())
            }
            Err(status) => {
                self.state = saved(&status).map(|detail| State {
                    id: detail.id,
                    inputs,
                    outputs: detail.properties.unwrap_or_default(),
                    is_partial: true,
                });
                Err(status)
            }
        }
    }

    async fn update(&mut self, state: State, inputs: Struct) -> Result<(), Status> {
        let request = self.subject.update(state.recorded(), Some(inputs.clone()));
        match self.client.update(request).await {
            Ok(answer) => {
                self.state = Some(State {
                    inputs,
                    outputs: answer.into_inner().properties.unwrap_or_default(),
                    is_partial: false,
                    ..state
                });
                Ok(())
            }
            Err(status) => {
                // The old inputs stay, together with the outputs that the failure reports.
                if let Some(detail) = saved(&status) {
                    self.state = Some(State {
                        outputs: detail.properties.unwrap_or_default(),
                        is_partial: true,
                        ..state
                    });
                }
                Err(status)
            }
        }
    }

    /// The action of `pulumi destroy`.
    pub(crate) async fn destroy(&mut self) -> Result<(), Status> {
        let Some(state) = &self.state else {
            return Ok(());
        };
        let request = self.subject.delete(state.recorded());
        self.client.delete(request).await?;
        self.state = None;
        Ok(())
    }

    /// The action of the resource option `import` for one `up`.
    pub(crate) async fn import(&mut self, id: &str) -> Result<(), Status> {
        let request = self.subject.read(Recorded {
            id: id.to_owned(),
            ..Recorded::default()
        });
        let answer = self.client.read(request).await?.into_inner();
        assert!(!answer.id.is_empty(), "there is nothing to import");
        self.state = Some(State {
            id: answer.id,
            inputs: answer.inputs.unwrap_or_default(),
            outputs: answer.properties.unwrap_or_default(),
            is_partial: false,
        });
        Ok(())
    }
}
