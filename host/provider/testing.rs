//! A component that does what a test wants, and the package around it.

use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use serde_json::{Value as Json, json};
use tokio_util::sync::CancellationToken;

use super::call::{Call, Effects, LogSink, Operation, Severity, Subject};
use super::check::Checked;
use super::component::{
    CallFailure, CheckRequest, Checkpoint, Component, CreateOutcome, CreateRequest, Created,
    DeleteRequest, DiffAnswer, DiffRequest, ListPage, ListRequest, Listed, OldState, Origin,
    ReadAnswer, ReadRequest, RecordedState, UpdateOutcome, UpdateRequest, Updated,
};
use super::error::{CallError, GuestError};
use super::failure::PropertyFailure;
use super::manifest::Manifest;
use super::package::Package;
use super::value::{PropertyMap, PropertyValue};

/// The resource type of the fake component.
pub(crate) const THING: &str = "acme:index:Thing";
/// The function of the fake component.
pub(crate) const LOOK: &str = "acme:index:look";

/// What a call brought to the component.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Asked {
    pub(crate) hook: &'static str,
    pub(crate) preview: bool,
    pub(crate) effects: Option<Effects>,
    pub(crate) inputs: Option<PropertyMap>,
    pub(crate) outputs: Option<PropertyMap>,
    pub(crate) old_inputs: Option<PropertyMap>,
    /// The host's own preview.
    pub(crate) shown: Option<PropertyMap>,
    /// Limit and page size of a list.
    pub(crate) wanted: (Option<u32>, Option<u32>),
    /// The state version that a migration begins with.
    pub(crate) version: u32,
}

/// What the component answers to a hook; what is not set succeeds with what came.
#[derive(Default)]
pub(crate) struct Answers {
    pub(crate) check: Option<Checked>,
    pub(crate) diff: Option<DiffAnswer>,
    pub(crate) create: Option<CreateOutcome>,
    pub(crate) preview: Option<Result<PropertyMap, CallFailure>>,
    pub(crate) update: Option<UpdateOutcome>,
    pub(crate) read: Option<Result<Option<ReadAnswer>, CallError>>,
    pub(crate) invoke: Option<Result<(PropertyMap, Vec<PropertyFailure>), CallError>>,
    pub(crate) migrate: Option<CallError>,
    /// Pages of names.
    pub(crate) list: Vec<Vec<&'static str>>,
}

/// A component without a sandbox.
pub(crate) struct Fake {
    origin: Origin,
    manifest: Manifest,
    answers: Answers,
    asked: Mutex<Vec<Asked>>,
    configuration: Mutex<Option<PropertyMap>>,
}

impl Fake {
    pub(crate) fn new(file: &str, manifest: &Json, answers: Answers) -> Arc<Self> {
        Arc::new(Self {
            origin: Origin {
                file: file.to_owned(),
                digest: "0123".to_owned(),
            },
            manifest: Manifest::parse(&manifest.to_string()).expect("a manifest"),
            answers,
            asked: Mutex::default(),
            configuration: Mutex::default(),
        })
    }

    fn note(&self, call: &Call, asked: Asked) {
        self.asked
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(Asked {
                preview: call.preview,
                effects: Some(call.effects),
                ..asked
            });
    }

    /// What was asked so far, in order.
    pub(crate) fn asked(&self) -> Vec<Asked> {
        self.asked
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// The names of the hooks that were asked, in order.
    pub(crate) fn hooks(&self) -> Vec<&'static str> {
        self.asked().iter().map(|asked| asked.hook).collect()
    }

    /// The configuration that it was given.
    pub(crate) fn configuration(&self) -> Option<PropertyMap> {
        self.configuration
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

#[async_trait]
impl Component for Fake {
    fn origin(&self) -> &Origin {
        &self.origin
    }

    fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    fn set_configuration(&self, configuration: PropertyMap) {
        *self
            .configuration
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = Some(configuration);
    }

    fn grant(&self, _addresses: Vec<String>) {}

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

    async fn check(&self, call: &Call, request: CheckRequest<'_>) -> Result<Checked, CallError> {
        let asked = Asked {
            hook: "check",
            inputs: Some(request.inputs.clone()),
            outputs: request.old_outputs.cloned(),
            old_inputs: Some(request.old_inputs.clone()),
            ..Asked::default()
        };
        self.note(call, asked);
        Ok(self.answers.check.clone().unwrap_or_else(|| Checked {
            inputs: request.inputs.clone(),
            ..Checked::default()
        }))
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
            differences: request.found.to_vec(),
            delete_before_replace: request.delete_before_replace,
        }))
    }

    async fn create(&self, call: &Call, request: CreateRequest<'_>) -> CreateOutcome {
        let asked = Asked {
            hook: if request.resume.is_some() {
                "resume"
            } else {
                "create"
            },
            inputs: Some(request.inputs.clone()),
            outputs: request.resume.map(|resume| resume.outputs.clone()),
            shown: request.preview.cloned(),
            ..Asked::default()
        };
        self.note(call, asked);
        if call.preview {
            let shown = self.answers.preview.clone();
            return shown
                .unwrap_or_else(|| Ok(PropertyMap::new()))
                .map(|outputs| Created {
                    outputs,
                    ..Created::default()
                });
        }
        self.answers.create.clone().unwrap_or_else(|| {
            Ok(Created {
                id: request
                    .resume
                    .map_or("made", |resume| &resume.id)
                    .to_owned(),
                outputs: request.inputs.clone(),
                ..Created::default()
            })
        })
    }

    async fn read(
        &self,
        call: &Call,
        request: ReadRequest<'_>,
    ) -> Result<Option<ReadAnswer>, CallError> {
        let asked = Asked {
            hook: "read",
            inputs: request.inputs.cloned(),
            outputs: request.outputs.cloned(),
            ..Asked::default()
        };
        self.note(call, asked);
        self.answers.read.clone().unwrap_or_else(|| {
            Ok(Some(ReadAnswer {
                id: request.id.to_owned(),
                outputs: request.outputs.cloned().unwrap_or_default(),
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
            shown: request.preview.cloned(),
            ..Asked::default()
        };
        self.note(call, asked);
        if call.preview {
            let shown = self.answers.preview.clone();
            return shown
                .unwrap_or_else(|| Ok(PropertyMap::new()))
                .map(|outputs| Updated {
                    outputs,
                    ..Updated::default()
                });
        }
        self.answers.update.clone().unwrap_or_else(|| {
            Ok(Updated {
                outputs: request.inputs.clone(),
                ..Updated::default()
            })
        })
    }

    async fn delete(&self, call: &Call, request: DeleteRequest<'_>) -> Result<(), CallError> {
        let asked = Asked {
            hook: "delete",
            outputs: Some(request.outputs.clone()),
            inputs: Some(request.inputs.clone()),
            ..Asked::default()
        };
        self.note(call, asked);
        Ok(())
    }

    /// Its state of version 0 calls the property `label` something else: `title`.
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
                properties.insert("label".to_owned(), title);
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
        let listed = names.into_iter().map(|name| Listed {
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

/// Messages, kept.
#[derive(Default)]
pub(crate) struct Heard(Mutex<Vec<(Severity, String)>>);

impl LogSink for Heard {
    fn log(&self, severity: Severity, _urn: &str, message: &str, _ephemeral: bool) {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push((severity, message.to_owned()));
    }
}

/// A package of one fake component.
pub(crate) struct Scene {
    pub(crate) package: Package,
    pub(crate) fake: Arc<Fake>,
    heard: Arc<Heard>,
}

impl Scene {
    /// The component's one resource type has an input and output `label`, a secret one `password`, and an output
    /// `serial`.
    pub(crate) fn new(hooks: &[&str]) -> Self {
        Self::with(hooks, |_| {}, Answers::default())
    }

    pub(crate) fn with(hooks: &[&str], change: impl FnOnce(&mut Json), answers: Answers) -> Self {
        let properties = json!({
            "label": { "type": "string" },
            "password": { "type": "string", "secret": true },
        });
        let mut outputs = properties.clone();
        outputs["serial"] = json!({ "type": "string" });
        let mut manifest = json!({
            "manifest": 1,
            "schema": {
                "name": "acme",
                "version": "1.2.3",
                "resources": { THING: { "inputProperties": properties, "properties": outputs } },
                "functions": { LOOK: {
                    "inputs": { "properties": properties },
                    "outputs": { "properties": outputs },
                } },
            },
            "resources": { THING: { "hooks": hooks } },
        });
        change(&mut manifest);
        let fake = Fake::new("acme.wasm", &manifest, answers);
        Self::of(fake, &[])
    }

    /// A package of two components or more.
    pub(crate) fn of(fake: Arc<Fake>, others: &[Arc<Fake>]) -> Self {
        let all = std::iter::once(&fake).chain(others);
        let components = all.map(|fake| Arc::clone(fake) as Arc<dyn Component>);
        let package =
            Package::assemble(components.collect(), Box::new(|_| None)).expect("a package");
        Self {
            package,
            fake,
            heard: Arc::default(),
        }
    }

    /// A call that is about the resource `one`.
    pub(crate) fn call(&self, operation: Operation) -> Call {
        let token = match operation {
            Operation::Invoke => LOOK,
            _ => THING,
        };
        Call {
            operation,
            subject: Subject {
                urn: format!("urn:pulumi:dev::shop::{token}::one"),
                token: token.to_owned(),
                name: "one".to_owned(),
            },
            preview: false,
            effects: Effects::None,
            timeout: None,
            random_seed: vec![7; 32],
            cancellation: CancellationToken::new(),
            log: Arc::clone(&self.heard) as Arc<dyn LogSink>,
            views: None,
        }
    }

    pub(crate) fn preview(&self, operation: Operation) -> Call {
        Call {
            preview: true,
            ..self.call(operation)
        }
    }

    /// What was said so far, in order.
    pub(crate) fn heard(&self) -> Vec<(Severity, String)> {
        self.heard
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

/// Properties with these values.
pub(crate) fn map<const N: usize>(members: [(&str, PropertyValue); N]) -> PropertyMap {
    members
        .into_iter()
        .map(|(key, value)| (key.to_owned(), value))
        .collect()
}

/// Properties that carry marks as they are recorded.
pub(crate) fn marked<const N: usize>(
    members: [(&str, PropertyValue); N],
    marks: Json,
) -> PropertyMap {
    let mut properties = map(members);
    let marks = marks.as_object().expect("marks").iter().map(|(key, mark)| {
        let mark = match mark {
            Json::Bool(mark) => PropertyValue::Bool(*mark),
            mark => PropertyValue::Number(mark.as_f64().expect("a number")),
        };
        (key.clone(), mark)
    });
    properties.insert("__wasm".to_owned(), PropertyValue::Object(marks.collect()));
    properties
}

/// A failure of the guest, as it may be told.
pub(crate) fn refused(words: &str) -> CallError {
    CallError::Guest(GuestError::Other(words.to_owned()))
}

/// A create that failed after its checkpoint.
pub(crate) fn stopped(error: CallError, id: &str, outputs: PropertyMap) -> CallFailure {
    CallFailure {
        error,
        checkpoint: Some(Checkpoint {
            id: id.to_owned(),
            outputs,
        }),
    }
}
