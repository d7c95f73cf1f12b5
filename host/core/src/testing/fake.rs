//! A component without a sandbox, which records its requests.

use std::sync::Arc;

use async_trait::async_trait;
use parking_lot::Mutex;
use serde_json::Value as Json;

use crate::call::{Call, Effects, Severity};
use crate::component::{
    CheckRequest, Checkpoint, Component, ComponentOrigin, ConfiguredGrants, CreateOutcome,
    CreateRequest, Created, DeleteRequest, DiffAnswer, DiffRequest, GuestSession, Judged, ListPage,
    ListRequest, ListedResource, OldState, PreviewCreateRequest, PreviewUpdateRequest, ReadAnswer,
    ReadRequest, RecordedState, ResumeRequest, UpdateOutcome, UpdateRequest, Updated,
};
use crate::error::CallError;
use crate::error::failure::PropertyFailure;
use crate::manifest::Manifest;
use crate::operations::check::CheckResult;
use crate::testing::session::{FakeSession, Script};
use crate::value::PropertyMap;
use crate::value::delta::Delta;

/// A call as the component gets it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Asked {
    pub hook: &'static str,
    pub preview: bool,
    pub effects: Option<Effects>,
    pub inputs: Option<PropertyMap>,
    pub outputs: Option<PropertyMap>,
    pub old_inputs: Option<PropertyMap>,
    /// The host's own preview.
    pub shown: Option<PropertyMap>,
    /// Limit and page size of a list.
    pub wanted: (Option<u32>, Option<u32>),
    /// The state version that a migration begins with.
    pub version: u32,
}

/// The component's answers to hooks; a hook without one succeeds with the values that came.
#[derive(Default)]
pub struct Answers {
    pub check: Option<CheckResult>,
    pub diff: Option<DiffAnswer>,
    pub create: Option<CreateOutcome>,
    /// The checkpoints that a create saves.
    pub saves: Vec<Checkpoint>,
    /// A create that never ends.
    pub hangs: bool,
    pub preview: Option<Result<PropertyMap, CallError>>,
    pub update: Option<UpdateOutcome>,
    pub delete: Option<CallError>,
    pub read: Option<Result<Option<ReadAnswer>, CallError>>,
    pub invoke: Option<Result<(PropertyMap, Vec<PropertyFailure>), CallError>>,
    pub migrate: Option<CallError>,
    /// Pages of names.
    pub list: Vec<Vec<&'static str>>,
    pub construct: Option<Script>,
}

/// A component without a sandbox.
pub struct Fake {
    origin: ComponentOrigin,
    manifest: Manifest,
    answers: Answers,
    asked: Mutex<Vec<Asked>>,
    configuration: Mutex<Option<PropertyMap>>,
    granted: Mutex<Vec<String>>,
}

impl Fake {
    pub fn new(file: &str, manifest: &Json, answers: Answers) -> Arc<Self> {
        Arc::new(Self {
            origin: ComponentOrigin {
                file: file.to_owned(),
                digest: "0123".to_owned(),
            },
            manifest: Manifest::parse(&manifest.to_string()).expect("a manifest"),
            answers,
            asked: Mutex::default(),
            configuration: Mutex::default(),
            granted: Mutex::default(),
        })
    }

    fn note(&self, call: &Call, asked: Asked) {
        // As a sandbox does with all values for a guest.
        let told = [&asked.inputs, &asked.outputs, &asked.old_inputs];
        for properties in told.into_iter().flatten() {
            call.secrets.learn(properties);
        }
        self.asked.lock().push(Asked {
            preview: call.preview,
            effects: Some(call.effects),
            ..asked
        });
    }

    /// Saves the checkpoints of its answers, and hangs if it should.
    async fn save_and_hang(&self, call: &Call) {
        for checkpoint in &self.answers.saves {
            if let Some(notes) = &call.notes {
                notes.keep(call, checkpoint).await;
            }
        }
        if self.answers.hangs {
            std::future::pending::<()>().await;
        }
    }

    /// The outputs of its previews.
    fn preview(&self) -> Result<PropertyMap, CallError> {
        let outputs = self.answers.preview.clone();
        outputs.unwrap_or_else(|| Ok(PropertyMap::new()))
    }

    /// The calls so far, in order.
    pub fn asked(&self) -> Vec<Asked> {
        self.asked.lock().clone()
    }

    /// The names of the called hooks, in order.
    pub fn hooks(&self) -> Vec<&'static str> {
        self.asked().iter().map(|asked| asked.hook).collect()
    }

    /// The addresses that the user's configuration grants it.
    pub fn granted(&self) -> Vec<String> {
        self.granted.lock().clone()
    }

    /// The configuration that it got.
    pub fn configuration(&self) -> Option<PropertyMap> {
        self.configuration.lock().clone()
    }
}

#[async_trait]
impl Component for Fake {
    fn origin(&self) -> &ComponentOrigin {
        &self.origin
    }

    fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    fn set_configuration(&self, configuration: PropertyMap) {
        *self.configuration.lock() = Some(configuration);
    }

    fn grant(&self, grants: ConfiguredGrants) {
        *self.granted.lock() = match grants {
            ConfiguredGrants::User(addresses) => addresses,
            ConfiguredGrants::Withheld(_) => Vec::new(),
        };
    }

    fn begin_session(&self) -> Box<dyn GuestSession + '_> {
        Box::new(FakeSession(self.answers.construct.clone()))
    }

    fn entries(&self) -> u64 {
        u64::try_from(self.asked().len()).unwrap_or(u64::MAX)
    }

    async fn check_config(
        &self,
        call: &Call,
        configuration: &PropertyMap,
    ) -> Result<Vec<PropertyFailure>, CallError> {
        let asked = Asked {
            hook: "check-config",
            inputs: Some(configuration.clone()),
            ..Asked::default()
        };
        self.note(call, asked);
        Ok(Vec::new())
    }

    async fn check(&self, call: &Call, request: CheckRequest<'_>) -> Result<Judged, CallError> {
        let asked = Asked {
            hook: "check",
            inputs: Some(request.inputs.clone()),
            outputs: request.old_outputs.cloned(),
            old_inputs: Some(request.old_inputs.clone()),
            ..Asked::default()
        };
        self.note(call, asked);
        Ok(match self.answers.check.clone() {
            Some(checked) => Judged {
                delta: Delta::between(request.inputs, checked.inputs.into()),
                failures: checked.failures,
            },
            None => Judged::default(),
        })
    }

    async fn diff(&self, call: &Call, request: DiffRequest<'_>) -> Result<DiffAnswer, CallError> {
        let asked = Asked {
            hook: "diff",
            inputs: Some(request.inputs.clone()),
            outputs: Some(request.old_outputs.clone()),
            old_inputs: Some(request.old_inputs.clone()),
            ..Asked::default()
        };
        self.note(call, asked);
        Ok(self.answers.diff.clone().unwrap_or_else(|| DiffAnswer {
            differences: request.differences.to_vec(),
            delete_before_replace: request.delete_before_replace,
        }))
    }

    async fn create(&self, call: &Call, request: CreateRequest<'_>) -> CreateOutcome {
        let asked = Asked {
            hook: "create",
            inputs: Some(request.inputs.clone()),
            ..Asked::default()
        };
        self.note(call, asked);
        self.save_and_hang(call).await;
        self.answers.create.clone().unwrap_or_else(|| {
            Ok(Created {
                id: "made".to_owned(),
                outputs: request.inputs.clone(),
                ..Created::default()
            })
        })
    }

    async fn resume(&self, call: &Call, request: ResumeRequest<'_>) -> UpdateOutcome {
        let asked = Asked {
            hook: "resume",
            inputs: Some(request.inputs.clone()),
            outputs: Some(request.old_outputs.clone()),
            ..Asked::default()
        };
        self.note(call, asked);
        self.save_and_hang(call).await;
        match self.answers.create.clone() {
            Some(outcome) => outcome.map(|created| Updated {
                outputs: created.outputs,
                refresh_before_update: created.refresh_before_update,
            }),
            None => Ok(Updated {
                outputs: request.inputs.clone(),
                ..Updated::default()
            }),
        }
    }

    async fn preview_create(
        &self,
        call: &Call,
        request: PreviewCreateRequest<'_>,
    ) -> Result<PropertyMap, CallError> {
        let asked = Asked {
            hook: "preview-create",
            inputs: Some(request.inputs.clone()),
            shown: Some(request.outputs.clone()),
            ..Asked::default()
        };
        self.note(call, asked);
        // Heard by users in the preview; not again right before the real call.
        call.log(Severity::Info, "so it would be");
        self.preview()
    }

    async fn read(
        &self,
        call: &Call,
        request: ReadRequest<'_>,
    ) -> Result<Option<ReadAnswer>, CallError> {
        let asked = Asked {
            hook: "read",
            inputs: request.old_inputs.cloned(),
            outputs: request.old_outputs.cloned(),
            ..Asked::default()
        };
        self.note(call, asked);
        self.answers.read.clone().unwrap_or_else(|| {
            Ok(Some(ReadAnswer {
                id: request.id.to_owned(),
                outputs: request.old_outputs.cloned().unwrap_or_default(),
                ..ReadAnswer::default()
            }))
        })
    }

    async fn update(&self, call: &Call, request: UpdateRequest<'_>) -> UpdateOutcome {
        let asked = Asked {
            hook: "update",
            inputs: Some(request.inputs.clone()),
            outputs: Some(request.old_outputs.clone()),
            old_inputs: Some(request.old_inputs.clone()),
            ..Asked::default()
        };
        self.note(call, asked);
        self.answers.update.clone().unwrap_or_else(|| {
            Ok(Updated {
                outputs: request.inputs.clone(),
                ..Updated::default()
            })
        })
    }

    async fn preview_update(
        &self,
        call: &Call,
        request: PreviewUpdateRequest<'_>,
    ) -> Result<PropertyMap, CallError> {
        let update = request.update;
        let asked = Asked {
            hook: "preview-update",
            inputs: Some(update.inputs.clone()),
            outputs: Some(update.old_outputs.clone()),
            old_inputs: Some(update.old_inputs.clone()),
            shown: Some(request.outputs.clone()),
            ..Asked::default()
        };
        self.note(call, asked);
        self.preview()
    }

    async fn delete(&self, call: &Call, request: DeleteRequest<'_>) -> Result<(), CallError> {
        let asked = Asked {
            hook: "delete",
            outputs: Some(request.old_outputs.clone()),
            inputs: Some(request.old_inputs.clone()),
            ..Asked::default()
        };
        self.note(call, asked);
        self.answers.delete.clone().map_or(Ok(()), Err)
    }

    /// Its state of version 0 calls the property `label` something else: `title`. It returns it without a mark, as
    /// guests do.
    async fn migrate(&self, call: &Call, state: OldState) -> Result<RecordedState, CallError> {
        let OldState { version, recorded } = state;
        let asked = Asked {
            hook: "migrate",
            version,
            inputs: recorded.inputs.clone(),
            outputs: recorded.outputs.clone(),
            ..Asked::default()
        };
        self.note(call, asked);
        if let Some(error) = &self.answers.migrate {
            return Err(error.clone());
        }
        let renamed = |mut properties: PropertyMap| {
            if let Some(title) = properties.remove("title") {
                properties.insert("label".to_owned(), title.without_secrets());
            }
            properties
        };
        Ok(RecordedState {
            inputs: recorded.inputs.map(renamed),
            outputs: recorded.outputs.map(renamed),
        })
    }

    async fn list(&self, call: &Call, request: ListRequest<'_>) -> Result<ListPage, CallError> {
        let asked = Asked {
            hook: "list",
            inputs: Some(request.query.clone()),
            wanted: (request.limit, request.page_size),
            ..Asked::default()
        };
        self.note(call, asked);
        let page: usize = request.continuation_token.parse().unwrap_or(0);
        let names = self.answers.list.get(page).cloned().unwrap_or_default();
        let listed = names.into_iter().map(|name| ListedResource {
            id: name.to_owned(),
            name: name.to_owned(),
        });
        let is_last = page + 1 >= self.answers.list.len();
        Ok(ListPage {
            found: listed.collect(),
            continuation_token: if is_last {
                String::new()
            } else {
                (page + 1).to_string()
            },
        })
    }

    async fn invoke(
        &self,
        call: &Call,
        arguments: &PropertyMap,
    ) -> Result<(PropertyMap, Vec<PropertyFailure>), CallError> {
        let asked = Asked {
            hook: "invoke",
            inputs: Some(arguments.clone()),
            ..Asked::default()
        };
        self.note(call, asked);
        let answer = self.answers.invoke.clone();
        answer.unwrap_or_else(|| Ok((arguments.clone(), Vec::new())))
    }
}
