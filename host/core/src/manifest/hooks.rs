//! The hooks of a manifest.

use serde::{Deserialize, Serialize};

use crate::schema::parse::reader::{Members, Reader};

/// A function that the component's author wrote.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hook {
    Configure,
    CheckConfig,
    Check,
    Diff,
    Create,
    PreviewCreate,
    Resume,
    Read,
    Update,
    PreviewUpdate,
    Delete,
    Migrate,
    List,
    Construct,
}

/// A set of hooks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Hooks(u16);

impl Hooks {
    pub(super) fn contains(self, hook: Hook) -> bool {
        self.0 & (1 << hook as u16) != 0
    }

    fn insert(&mut self, hook: Hook) {
        self.0 |= 1 << hook as u16;
    }
}

/// Hooks by their names in a manifest.
type HookNames = [(&'static str, Hook)];

pub(super) const OF_PROVIDER: [(&str, Hook); 2] = [
    ("configure", Hook::Configure),
    ("check-config", Hook::CheckConfig),
];

pub(super) const OF_RESOURCE: [(&str, Hook); 12] = [
    ("check", Hook::Check),
    ("diff", Hook::Diff),
    ("create", Hook::Create),
    ("preview-create", Hook::PreviewCreate),
    ("resume", Hook::Resume),
    ("read", Hook::Read),
    ("update", Hook::Update),
    ("preview-update", Hook::PreviewUpdate),
    ("delete", Hook::Delete),
    ("migrate", Hook::Migrate),
    ("list", Hook::List),
    ("construct", Hook::Construct),
];

impl Hook {
    /// The hooks of a resource type, by their names in a manifest.
    pub fn of_resources() -> impl Iterator<Item = (&'static str, Hook)> {
        OF_RESOURCE.into_iter()
    }
}

/// Reads the list `hooks`. `names` are the hooks that are allowed at this place.
pub(super) fn read(reader: &mut Reader, spec: &Members, names: &HookNames, place: &str) -> Hooks {
    let mut hooks = Hooks::default();
    for (index, name) in reader.texts(spec, "hooks", place).into_iter().enumerate() {
        match names.iter().find(|(known, _)| *known == name) {
            Some((_, hook)) => {
                hooks.insert(*hook);
            }
            None => {
                let known = names.iter().map(|(known, _)| *known);
                let hint = reader.hint(name, known);
                let place = format!("{place}/hooks/{index}");
                reader.mistake(&place, format!("there is no hook `{name}` here{hint}"));
            }
        }
    }
    hooks
}
