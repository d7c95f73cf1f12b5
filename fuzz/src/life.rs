//! The life of a component: added, read, compiled, entered in every function.

use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use pulumi_wasm_core::call::{Call, Effects, LogSink, Operation, Severity, Subject};
use pulumi_wasm_core::error::CallError;
use pulumi_wasm_core::operations;
use pulumi_wasm_core::operations::check::CheckParameters;
use pulumi_wasm_core::operations::delete::DeleteParameters;
use pulumi_wasm_core::operations::diff::DiffParameters;
use pulumi_wasm_core::operations::list::{Listing, Query};
use pulumi_wasm_core::operations::read::ReadParameters;
use pulumi_wasm_core::package::Package;
use pulumi_wasm_core::redaction::Secrets;
use pulumi_wasm_core::state::StoredProperties;
use pulumi_wasm_core::value::{PropertyMap, PropertyValue};
use pulumi_wasm_host::pulumi::schema_document::of_package;
use pulumi_wasm_packages::policy::PolicyFiles;
use pulumi_wasm_packages::{Loader, Store};
use pulumi_wasm_sandbox::engine::{CodeCache, Compiler, Engine};
use pulumi_wasm_sandbox::scheduler::{self, STACK_BYTES};
use tokio::runtime::Runtime;
use tokio_util::sync::CancellationToken;

/// A larger component takes the compiler longer than a case may take.
const MAX_BYTES: usize = 128 << 10;
/// The text of one failure, and of one crash in a line.
const MAX_TEXT_BYTES: usize = 1 << 20;
const MAX_FRAMES: usize = 64;

/// The limits of each call, so that no case takes long.
const LIMITS: [&str; 5] = [
    "memory=8MiB",
    "call-time=1s",
    "check-time=1s",
    "compute-time=100ms",
    "compile-time=10s",
];

static ENGINE: LazyLock<Engine> = LazyLock::new(Engine::new);

static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .thread_stack_size(STACK_BYTES)
        .enable_all()
        .build()
        .expect("a runtime")
});

/// The bytes of a component, added and called as a user and an engine would. No behaviour of the component crashes the
/// host, and the host reports failures in bounded texts.
pub fn component_life(bytes: &[u8]) {
    entries_of(bytes);
}

/// The same. Returns the number of calls that entered the component's code.
pub fn entries_of(bytes: &[u8]) -> u64 {
    if bytes.len() > MAX_BYTES {
        return 0;
    }
    let home = tempfile::tempdir().expect("a folder");
    std::fs::write(home.path().join("acme.wasm"), bytes).expect("a file");
    let folder = home.path().to_owned();
    RUNTIME.block_on(scheduler::run(Box::pin(live(folder))))
}

/// The receiver of messages.
struct Ear;

impl LogSink for Ear {
    fn log(&self, _severity: Severity, _urn: &str, message: &str, _ephemeral: bool) {
        assert!(message.len() <= MAX_TEXT_BYTES);
    }
}

async fn live(home: PathBuf) -> u64 {
    let log = Arc::new(Ear) as Arc<dyn LogSink>;
    let compiler = Compiler::new(ENGINE.clone(), CodeCache::new(home.join("cache")), None);
    let policies = PolicyFiles::of_machine(None, Some(home.join("no policy")));
    let store = Store::new(home.join("store"));
    let loader = Loader::new(store, compiler, home.clone(), policies);
    let mut words = vec!["./acme.wasm".to_owned()];
    for limit in LIMITS {
        words.extend(["--limit".to_owned(), limit.to_owned()]);
    }
    let loaded = match loader.load_arguments(&words, &log).await {
        Ok(loaded) => Arc::new(loaded),
        Err(error) => {
            assert_bounded(&error.to_string());
            return 0;
        }
    };
    match Arc::clone(&loaded).schema(of_package).await {
        Ok(schema) => assert!(serde_json::from_str::<serde_json::Value>(&schema).is_ok()),
        Err(error) => assert_bounded(&error.to_string()),
    }
    drop(operations::configure(
        &loaded.package,
        &Secrets::new(),
        &StoredProperties::default(),
    ));
    let Some(component) = loaded.package.components().first() else {
        return 0;
    };
    let schema = &component.manifest().schema;
    let resource = schema.resources.keys().next().unwrap_or_default();
    let function = schema.functions.keys().next().unwrap_or_default();
    enter_all(&loaded.package, &log, resource, function).await;
    component.entries()
}

fn inputs() -> PropertyMap {
    let secret = PropertyValue::from("a secret word").into_secret();
    PropertyMap::from([("label".to_owned(), "x".into()), ("key".to_owned(), secret)])
}

/// Calls each function once.
async fn enter_all(package: &Package, log: &Arc<dyn LogSink>, resource: &str, function: &str) {
    let secrets = Secrets::new();
    let call = |operation, token: &str| {
        let subject = Subject {
            urn: format!("urn:pulumi:dev::shop::{token}::one"),
            token: token.to_owned(),
            name: "one".to_owned(),
        };
        let cancellation = CancellationToken::new();
        Call {
            effects: Effects::None,
            ..Call::new(operation, subject, cancellation, Arc::clone(log), &secrets)
        }
    };
    let asked = || DiffParameters {
        id: "one".to_owned(),
        old_inputs: Some(inputs().into()),
        old_outputs: inputs().into(),
        inputs: PropertyMap::from([("label".to_owned(), "y".into())]).into(),
        ..DiffParameters::default()
    };
    let config = call(Operation::CheckConfig, resource);
    judge(operations::check_config(package, &config, inputs().into()).await);
    let check = CheckParameters {
        inputs: inputs().into(),
        ..CheckParameters::default()
    };
    judge(operations::check(package, &call(Operation::Check, resource), check).await);
    judge(operations::diff(package, &call(Operation::Diff, resource), asked()).await);
    let create = call(Operation::Create, resource);
    let created = operations::create(package, &create, inputs().into()).await;
    judge(created.map_err(|failure| failure.failure.error));
    let read = ReadParameters {
        id: "one".to_owned(),
        inputs: Some(inputs().into()),
        outputs: Some(inputs().into()),
        ..ReadParameters::default()
    };
    judge(operations::read(package, &call(Operation::Read, resource), read).await);
    let update = call(Operation::Update, resource);
    let updated = operations::update(package, &update, asked()).await;
    judge(updated.map_err(|failure| failure.failure.error));
    let delete = DeleteParameters {
        id: "one".to_owned(),
        inputs: Some(inputs().into()),
        outputs: inputs().into(),
        ..DeleteParameters::default()
    };
    judge(operations::delete(package, &call(Operation::Delete, resource), delete).await);
    let list = call(Operation::List, resource);
    if let Ok(Query::Known(query)) = operations::list_query(package, &list, PropertyMap::new())
        && let Ok(mut listing) = Listing::begin(10, 0, "")
    {
        judge(listing.next(package, &list, &query).await);
    }
    judge(operations::invoke(package, &call(Operation::Invoke, function), inputs()).await);
}

/// A failure is told in words that somebody can read.
fn judge<T>(answer: Result<T, CallError>) {
    let Err(error) = answer else { return };
    assert_bounded(&error.to_string());
    assert_bounded(&error.hint().unwrap_or_default());
    if let CallError::Trap(report) = &error {
        assert!(report.frames.len() <= MAX_FRAMES);
        report.frames.iter().for_each(|frame| assert_bounded(frame));
    }
}

fn assert_bounded(text: &str) {
    assert!(text.len() <= MAX_TEXT_BYTES, "{} bytes", text.len());
}
