//! Advice for the user after a failure or a warning. The core chooses the advice, and the face of a protocol adds the
//! command of its engine.

use std::fmt;

use crate::text::Excerpt;

/// Advice that the user can follow.
///
/// `Display` gives neutral words for callers without an engine, such as the test kit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Advice<'a> {
    /// The resource no longer exists: a refresh removes it from the state.
    RefreshToForget,
    /// A refresh records the current outputs.
    RefreshToRecord,
    /// The state has a secret in clear: a refresh records it as a secret.
    RefreshToHide,
    /// An update failed halfway: the next deployment repeats it, and a refresh shows the current state.
    Repeat,
    /// The resource must be replaced, because its component cannot update it.
    Replace,
    /// The resource must be created again.
    CreateAgain,
    /// A resource exists outside of the state: it can be imported, or removed from the journal.
    Adopt(Adoption<'a>),
    /// Another version of the component must be installed instead of the file.
    UseOtherVersion {
        /// The file or address of the component.
        file: &'a str,
        package: &'a str,
        which: Version<'a>,
    },
}

/// The version of a component that can read the state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Version<'a> {
    /// A newer version.
    Newer,
    /// The version that recorded the state. A migration that sets the property helps too.
    Recording { property: &'a str },
}

/// An earlier create made a resource that the state does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Adoption<'a> {
    /// The resource's name in the program.
    pub name: &'a str,
    pub id: &'a str,
    /// Whether the component can import the resource.
    pub can_import: bool,
    /// The place of the journal's entry.
    pub entry: &'a str,
}

/// The wording of the core's messages for the users of one engine.
pub trait Wording: Send + Sync {
    /// The text of the advice, with the engine's commands, without a full stop.
    fn advice(&self, advice: Advice<'_>) -> String;

    /// The user's setting that proposes, enforces or disables names of resources, as text for a message.
    fn naming_setting(&self) -> &'static str;

    /// The user's setting for the time of the calls of one resource, as text for a message.
    fn timeout_setting(&self) -> &'static str;

    /// The name of the engine.
    fn engine(&self) -> &'static str;

    /// The end of a warning about a value that has a secret without a mark in the schema: the words behind "is" or "are".
    fn unmarked_secret(&self) -> &'static str;

    /// The file with the name of a project; `None` if the engine never gives a package the configuration of a program.
    fn project_file(&self) -> Option<&'static str>;
}

/// Neutral words, as [`Advice`] displays itself.
pub struct NeutralWording;

impl Wording for NeutralWording {
    fn advice(&self, advice: Advice<'_>) -> String {
        advice.to_string()
    }

    fn naming_setting(&self) -> &'static str {
        "the setting for automatic names"
    }

    fn timeout_setting(&self) -> &'static str {
        "the resource option `customTimeouts`"
    }

    fn engine(&self) -> &'static str {
        "the engine"
    }

    fn unmarked_secret(&self) -> &'static str {
        "kept as a secret"
    }

    fn project_file(&self) -> Option<&'static str> {
        Some("its project file")
    }
}

impl fmt::Display for Advice<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Advice::RefreshToForget => f.write_str("a refresh removes it from the state"),
            Advice::RefreshToRecord => f.write_str("a refresh records its current state"),
            Advice::RefreshToHide => f.write_str("a refresh records it as a secret"),
            Advice::Repeat => f.write_str(
                "it may be changed in part: the next deployment updates it again, and a refresh shows its current state",
            ),
            Advice::Replace => f.write_str("replace it"),
            Advice::CreateAgain => f.write_str("create it again by a replacement"),
            Advice::Adopt(adoption) => adoption.fmt(f),
            Advice::UseOtherVersion { file, which, .. } => f.write_str(&which.advice(file, None)),
        }
    }
}

impl fmt::Display for Adoption<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.can_import {
            let (name, id) = (Excerpt::name(self.name), Excerpt::id(self.id));
            write!(f, "to keep it, import `{id}` as `{name}`")?;
        } else {
            f.write_str("its component cannot import it: delete it by other means")?;
        }
        write!(
            f,
            "; to create another resource, remove {}; if the state has it after all, a refresh settles it",
            self.entry
        )
    }
}

impl Version<'_> {
    /// The advice to use this version instead of a file, with the command that installs it.
    #[must_use]
    pub fn advice(&self, file: &str, command: Option<&str>) -> String {
        let component = match self {
            Version::Newer => "the newer component",
            Version::Recording { .. } => "the component that recorded it",
        };
        let mut text = format!("use {component} instead of `{file}`");
        if let Some(command) = command {
            text.push_str(&format!(": {command}"));
        }
        if let Version::Recording { property } = self {
            let property = Excerpt::path(property);
            text.push_str(&format!(
                "; or ask the author for a migration that sets `{property}`"
            ));
        }
        text
    }
}
