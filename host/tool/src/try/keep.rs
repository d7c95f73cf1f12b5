//! The memory between two tries: a file of this user alone, written as a whole or not at all.

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use pulumi_wasm_capability::Grants;
use pulumi_wasm_core::value::PropertyMap;
use pulumi_wasm_simulator::{Resource, State, to_map};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::whole_file::{self, Audience};

/// The format's number.
const FORMAT: u32 = 1;

/// The place of a record.
pub(super) struct Keeper {
    file: PathBuf,
}

/// The remembered values. Properties are in Pulumi's encoding, which marks secrets.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "camelCase")]
pub(super) struct Record {
    #[serde(rename = "pulumi-wasm-try")]
    format: u32,
    /// The component that was used last.
    digest: String,
    net: Vec<String>,
    env: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    insecure_tls: Vec<String>,
    /// The flags of optional wants that the user refused.
    pub(super) declined: BTreeSet<String>,
    pub(super) config: Map<String, Value>,
    /// As the user gave them.
    pub(super) inputs: Option<Map<String, Value>>,
    state: Option<Value>,
    /// Things that a replacement should have deleted.
    left_over: Vec<Value>,
    /// How often it was made.
    pub(super) generation: u32,
}

impl Keeper {
    pub(super) fn of(folder: &Path, token: &str, name: &str) -> anyhow::Result<Self> {
        let plain = |letter: char| match letter {
            letter if letter.is_ascii_alphanumeric() => letter,
            _ => '-',
        };
        let kind: String = token.chars().map(plain).collect();
        let name = usable_name(name)?;
        let folder = folder.join(".pulumi-wasm").join("try").join(kind);
        Ok(Self {
            file: folder.join(format!("{name}.json")),
        })
    }

    /// The remembered values, or `None` at the first time.
    pub(super) fn read(&self) -> anyhow::Result<Option<Record>> {
        let shown = self.file.display();
        let text = match std::fs::read_to_string(&self.file) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
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
        Ok(Some(record))
    }

    /// Writes all of it, or leaves what was there.
    pub(super) fn write(&self, record: &Record) -> anyhow::Result<()> {
        let record = Record {
            format: FORMAT,
            ..record.clone()
        };
        let mut text = serde_json::to_string_pretty(&record)?;
        text.push('\n');
        whole_file::write(&self.file, text.as_bytes(), Audience::Owner).map_err(|error| {
            anyhow::anyhow!(
                "cannot write `{}`: {error}\nwhat is not recorded now: {}",
                self.file.display(),
                record.id().unwrap_or("nothing")
            )
        })
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

impl Record {
    fn id(&self) -> Option<&str> {
        self.state.as_ref()?.get("id")?.as_str()
    }

    /// Whether there is anything to remember that is not typed again easily.
    pub(super) fn has_something(&self) -> bool {
        self.state.is_some() || !self.left_over.is_empty()
    }

    pub(super) fn grants(&self) -> anyhow::Result<Grants> {
        let mut grants = Grants::default();
        for host in &self.net {
            let pattern = host.parse();
            grants
                .net
                .push(pattern.map_err(|error| anyhow::anyhow!("{error}"))?);
        }
        grants.env.extend(self.env.iter().cloned());
        for host in &self.insecure_tls {
            let pattern = host.parse();
            grants
                .insecure_tls
                .push(pattern.map_err(|error| anyhow::anyhow!("{error}"))?);
        }
        Ok(grants)
    }

    pub(super) fn set_grants(&mut self, grants: &Grants) {
        self.net = grants.net.iter().map(ToString::to_string).collect();
        self.net.sort();
        self.net.dedup();
        self.env = grants.env.iter().cloned().collect();
        self.insecure_tls = grants
            .insecure_tls
            .iter()
            .map(ToString::to_string)
            .collect();
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

    /// Remembers how a resource is now.
    pub(super) fn take(&mut self, resource: &Resource, digest: String) {
        self.state = resource.state().map(State::to_json);
        self.left_over = resource.left_over().iter().map(State::to_json).collect();
        self.generation = resource.generation();
        self.digest = digest;
    }
}

/// A name that can be that of a file.
fn usable_name(name: &str) -> anyhow::Result<&str> {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    if name.is_empty() || name.starts_with('.') || !name.chars().all(is_plain) {
        bail!("`{name}` is not a valid name\nhint: use letters, digits, `-`, `_` and `.`");
    }
    Ok(name)
}
