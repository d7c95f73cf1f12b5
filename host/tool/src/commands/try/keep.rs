//! The state between two runs of `try`: a file of this user alone, written as a whole or not at all.
//!
//! It lies in the user's folder and not in the project. It speaks for the user: its configuration grants addresses, and
//! its inputs name files. A file in a project may come from another author.

use std::collections::BTreeSet;
use std::fs::{File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use pulumi_wasm_core::value::PropertyMap;
use pulumi_wasm_packages::Digest;
use pulumi_wasm_platform::files::folder_builder;
use pulumi_wasm_platform::{env, regular_file};
use pulumi_wasm_simulator::{Resource, State, to_map};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::files::bounded_file::MAX_LARGE_BYTES;
use crate::files::lock_file;
use crate::files::whole_file::{self, Audience};

/// The format's number.
const FORMAT: u32 = 1;
/// The digits of the digest that distinguish projects of the same name.
const DIGITS: usize = 16;

/// The place of a record.
pub(super) struct Keeper {
    file: PathBuf,
    /// The place in the project at which earlier versions kept it. Nothing is read there.
    in_project: PathBuf,
}

/// The right of one command to change a record, until it is dropped or the process ends in any way.
pub(super) struct Held {
    /// Locked for as long as it is open.
    _lock: File,
}

/// The remembered values. Properties are in Pulumi's encoding, which marks secrets. Grants are not among them: the
/// command line gives them each time.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "camelCase")]
pub(super) struct Record {
    #[serde(rename = "pulumi-wasm-try")]
    format: u32,
    /// The folder of the project, for people.
    project: PathBuf,
    /// The component that was used last.
    digest: String,
    /// Grants, which earlier versions wrote. They are not used.
    #[serde(skip_serializing)]
    net: Vec<Value>,
    #[serde(skip_serializing)]
    env: Vec<Value>,
    #[serde(skip_serializing)]
    insecure_tls: Vec<Value>,
    /// The flags of optional permissions that the user refused.
    pub(super) declined: BTreeSet<String>,
    pub(super) config: Map<String, Value>,
    /// The inputs in the user's form, before defaults.
    pub(super) inputs: Option<Map<String, Value>>,
    state: Option<Value>,
    /// Things that a replacement should have deleted.
    left_over: Vec<Value>,
    /// How often it was created.
    pub(super) generation: u32,
}

impl Keeper {
    pub(super) fn of(folder: &Path, token: &str, name: &str) -> anyhow::Result<Self> {
        let name = usable_name(name)?;
        let file = Path::new(&plain(token)).join(format!("{name}.json"));
        let home = env::pulumi_home().context(
            "cannot keep the resource, because no home folder is known\nhint: set `PULUMI_HOME`",
        )?;
        let real = folder
            .canonicalize()
            .with_context(|| format!("cannot find `{}`", folder.display()))?;
        let digest = Digest::of(real.as_os_str().as_encoded_bytes());
        let digits = digest.hex().get(..DIGITS).unwrap_or_default();
        let of_project = match real.file_name() {
            Some(name) => format!("{}-{digits}", plain(&name.to_string_lossy())),
            None => digits.to_owned(),
        };
        let kept = home.join("wasm").join("try").join(of_project);
        Ok(Self {
            file: kept.join(&file),
            in_project: folder.join(".pulumi-wasm").join("try").join(file),
        })
    }

    /// Keeps other commands away from the record. Two commands that create the same resource would both create
    /// something, and only one of the two would be recorded.
    ///
    /// # Errors
    /// If another command has the record, or a file cannot be created beside it.
    pub(super) fn hold(&self) -> anyhow::Result<Held> {
        let folder = self.file.parent().unwrap_or(Path::new("."));
        let name = self.file.file_stem().unwrap_or_default().to_string_lossy();
        let path = folder.join(format!(".{name}.lock"));
        let made = folder_builder(0o700).recursive(true).create(folder);
        let lock = made
            .and_then(|()| lock_file::open(&path))
            .with_context(|| {
                format!(
                    "cannot record a resource in `{}`, so nothing was done",
                    folder.display()
                )
            })?;
        match lock.try_lock() {
            Err(TryLockError::WouldBlock) => bail!(
                "another `pulumi-wasm try` works on this resource and has `{}`\nhint: wait until it has ended; `--name` selects another resource",
                self.file.display()
            ),
            // Some network file systems have no locks.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(Held { _lock: lock }),
        }
    }

    /// The remembered values, or `None` at the first time.
    pub(super) fn read(&self) -> anyhow::Result<Option<Record>> {
        let shown = self.file.display();
        let text = match regular_file::read_text(&self.file, MAX_LARGE_BYTES) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                self.note_file_in_project();
                return Ok(None);
            }
            Err(error) => return Err(error).with_context(|| format!("cannot read `{shown}`")),
        };
        let record: Record = serde_json::from_str(&text).map_err(|error| {
            anyhow::anyhow!(
                "`{shown}` is damaged: {error}\nhint: the file records the created resource; correct it, or remove it after the resource is gone"
            )
        })?;
        if record.format != FORMAT {
            bail!(
                "`{shown}` has format {}, and this tool reads format {FORMAT}\nhint: use a newer `pulumi-wasm`",
                record.format
            );
        }
        if !(record.net.is_empty() && record.env.is_empty() && record.insecure_tls.is_empty()) {
            eprintln!(
                "note: the grants in `{shown}` are not used: `--allow-net` and `--allow-env` give them in each command"
            );
        }
        Ok(Some(record))
    }

    fn note_file_in_project(&self) {
        if self.in_project.symlink_metadata().is_ok() {
            eprintln!(
                "note: `{}` is not read, because the author of the project may be another person\n\
                 hint: if you made it with an earlier `pulumi-wasm try`, move it to `{}`",
                self.in_project.display(),
                self.file.display()
            );
        }
    }

    /// Writes the whole file, or leaves it unchanged.
    pub(super) fn write(&self, record: &Record, project: &Path) -> anyhow::Result<()> {
        let record = Record {
            format: FORMAT,
            project: project
                .canonicalize()
                .unwrap_or_else(|_| project.to_owned()),
            ..record.clone()
        };
        let mut text = serde_json::to_string_pretty(&record)?;
        text.push('\n');
        whole_file::write(&self.file, text.as_bytes(), Audience::Owner)
            .with_context(|| format!("cannot write `{}`", self.file.display()))
    }

    pub(super) fn remove(&self) -> anyhow::Result<()> {
        match std::fs::remove_file(&self.file) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(error).with_context(|| format!("cannot remove `{}`", self.file.display()))
            }
            _ => Ok(()),
        }
    }
}

/// A text as a part of a path.
fn plain(text: &str) -> String {
    let letters = text.chars().map(|letter| match letter {
        letter if letter.is_ascii_alphanumeric() => letter,
        _ => '-',
    });
    letters.collect()
}

impl Record {
    /// Whether there is anything to remember that is not typed again easily.
    pub(super) fn is_worth_keeping(&self) -> bool {
        self.state.is_some() || !self.left_over.is_empty()
    }

    pub(super) fn config_json(&self) -> Value {
        Value::Object(self.config.clone())
    }

    pub(super) fn inputs_map(&self) -> anyhow::Result<Option<PropertyMap>> {
        let inputs = self.inputs.clone().map(Value::Object);
        let map = inputs.as_ref().map(to_map).transpose();
        map.map_err(|reason| anyhow::anyhow!("the inputs: {reason}"))
    }

    pub(super) fn state(&self) -> anyhow::Result<Option<State>> {
        let state = self.state.as_ref().map(State::parse).transpose();
        state.map_err(|reason| anyhow::anyhow!("the kept state: {reason}"))
    }

    pub(super) fn left_over(&self) -> anyhow::Result<Vec<State>> {
        let states: Result<Vec<State>, String> = self.left_over.iter().map(State::parse).collect();
        states.map_err(|reason| anyhow::anyhow!("the kept state: {reason}"))
    }

    /// Stores the current state of a resource.
    pub(super) fn take(&mut self, resource: &Resource, digest: String) {
        self.state = resource.state().map(State::to_json);
        self.left_over = resource.left_over().iter().map(State::to_json).collect();
        self.generation = resource.generation();
        self.digest = digest;
    }
}

/// A name that a file can have.
fn usable_name(name: &str) -> anyhow::Result<&str> {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    if name.is_empty() || name.starts_with('.') || !name.chars().all(is_plain) {
        bail!("`{name}` is not a valid name\nhint: use letters, digits, `-`, `_` and `.`");
    }
    Ok(name)
}
