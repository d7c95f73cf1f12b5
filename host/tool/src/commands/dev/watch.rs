//! Changes of files that a build may depend on.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use notify::event::ModifyKind;
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use crate::language::LANGUAGES;
use crate::local_provider;

/// Editors write a file in several steps, so a change is reported after this time without further events.
const QUIET: Duration = Duration::from_millis(150);
/// The longest delay of a report while events continue.
const PATIENCE: Duration = Duration::from_secs(2);
/// The folder of the SDKs that Pulumi generates for programs.
const GENERATED_SDKS: &str = "sdks";

/// Whether builds write a folder of this name, in any language: the project may not be a provider yet.
fn is_written(name: &str) -> bool {
    let mut languages = LANGUAGES.into_iter();
    name == GENERATED_SDKS || languages.any(|language| language.written_folders().contains(&name))
}

/// Watches a project's sources, or one file.
pub(super) struct Watch {
    watcher: RecommendedWatcher,
    events: UnboundedReceiver<notify::Result<Event>>,
    /// The folders with sources. None if the target is a file.
    roots: BTreeSet<PathBuf>,
    files: BTreeSet<PathBuf>,
    watched: BTreeSet<PathBuf>,
}

impl Watch {
    pub(super) fn new(target: &Path) -> anyhow::Result<Self> {
        let target = target.canonicalize().with_context(|| {
            let hint = local_provider::path_hint(target);
            format!("cannot find `{}`\nhint: {hint}", target.display())
        })?;
        let (sender, events) = unbounded_channel();
        let watcher = notify::recommended_watcher(move |event| {
            // At the end of the command the receiver no longer exists.
            drop(sender.send(event));
        })?;
        let mut watch = Self {
            watcher,
            events,
            roots: BTreeSet::new(),
            files: BTreeSet::new(),
            watched: BTreeSet::new(),
        };
        watch.include(target)?;
        Ok(watch)
    }

    /// Watches another folder with sources, or another file. Does nothing if it is watched already.
    ///
    /// # Errors
    /// If it cannot be watched.
    pub(super) fn include(&mut self, target: PathBuf) -> anyhow::Result<()> {
        if target.is_dir() {
            if self.roots.insert(target.clone()) {
                self.add(&target)?;
            }
            return Ok(());
        }
        // Many programs replace a file instead of writing to it.
        self.add_folder(target.parent().unwrap_or(Path::new("/")))?;
        self.files.insert(target);
        Ok(())
    }

    /// Watches a folder and all folders below it, except those that builds write.
    fn add(&mut self, folder: &Path) -> anyhow::Result<()> {
        self.add_folder(folder)?;
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            // The target of a link is not followed: it may lead back.
            let is_folder = path.symlink_metadata().is_ok_and(|found| found.is_dir());
            if is_folder && self.is_source(&path) {
                self.add(&path)?;
            }
        }
        Ok(())
    }

    fn add_folder(&mut self, folder: &Path) -> anyhow::Result<()> {
        if self.watched.insert(folder.to_owned()) {
            self.watcher
                .watch(folder, RecursiveMode::NonRecursive)
                .with_context(|| format!("cannot watch `{}`", folder.display()))?;
        }
        Ok(())
    }

    /// Whether a change of this file may change the component.
    fn is_source(&self, path: &Path) -> bool {
        self.files.contains(path) || self.roots.iter().any(|root| is_source_of(root, path))
    }

    /// Waits for a change, and then until the changes pause for a moment.
    ///
    /// # Errors
    /// If the files can no longer be watched.
    pub(super) async fn changed(&mut self) -> anyhow::Result<()> {
        loop {
            let event = self.events.recv().await.context("no file is watched")?;
            if self.counts(event)? {
                break;
            }
        }
        let quiet = async {
            while let Ok(Some(event)) = tokio::time::timeout(QUIET, self.events.recv()).await {
                // Further changes are handled with the first one.
                if self.counts(event).is_err() {
                    break;
                }
            }
        };
        // If changes never end, build the present state.
        let _ = tokio::time::timeout(PATIENCE, quiet).await;
        Ok(())
    }

    fn counts(&mut self, event: notify::Result<Event>) -> anyhow::Result<bool> {
        let event = event?;
        if matches!(event.kind, EventKind::Access(_)) {
            return Ok(false);
        }
        let mut counts = false;
        let goes = matches!(
            event.kind,
            EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(_))
        );
        for path in &event.paths {
            if goes {
                // The system watches the folders no more. They may come again, as at a change of the branch.
                self.watched.retain(|watched| !watched.starts_with(path));
            }
            if !self.is_source(path) {
                continue;
            }
            counts = true;
            let is_new_folder = matches!(event.kind, EventKind::Create(_) | EventKind::Modify(_))
                && !self.roots.is_empty()
                && path.symlink_metadata().is_ok_and(|found| found.is_dir());
            // The folder may be removed already.
            if is_new_folder && self.add(path).is_err() {
                self.watched.remove(path);
            }
        }
        Ok(counts)
    }
}

/// Whether a file below a folder with sources is a source.
fn is_source_of(root: &Path, path: &Path) -> bool {
    let Ok(inside) = path.strip_prefix(root) else {
        return false;
    };
    let is_own = inside.components().any(|part| {
        let name = part.as_os_str().to_string_lossy();
        name.starts_with('.') || is_written(&name)
    });
    let is_built = path.extension().is_some_and(|ending| ending == "wasm");
    let is_left = inside.to_string_lossy().ends_with('~');
    !is_own && !is_built && !is_left
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Whether a change is seen within a time.
    async fn sees(watch: &mut Watch, time: Duration, change: impl FnOnce()) -> bool {
        change();
        let seen = tokio::time::timeout(time, watch.changed());
        seen.await.is_ok_and(|seen| seen.is_ok())
    }

    #[tokio::test]
    async fn changes_in_included_folders_and_files_are_seen() {
        let parent = tempfile::tempdir().unwrap();
        let parent = parent.path().canonicalize().unwrap();
        let (project, shared) = (parent.join("provider"), parent.join("shared"));
        for folder in [
            &project.join(".pulumi-wasm"),
            &shared.join("deep"),
            &shared.join(".git"),
        ] {
            fs::create_dir_all(folder).unwrap();
        }
        let workspace = parent.join("go.work");
        fs::write(&workspace, "go 1.24\n").unwrap();
        let mut watch = Watch::new(&project).unwrap();
        for target in [&shared, &workspace, &shared] {
            watch.include(target.clone()).unwrap();
        }
        let write = |file: PathBuf| move || fs::write(file, "x").unwrap();
        for (file, is_seen) in [
            (project.join("main.go"), true),
            (shared.join("deep/shared.go"), true),
            (workspace, true),
            (parent.join("other.txt"), false),
            (shared.join(".git/index"), false),
            (project.join(".pulumi-wasm/lock"), false),
        ] {
            // A busy machine may need long to show a change.
            let time = Duration::from_secs(if is_seen { 60 } else { 1 });
            let seen = sees(&mut watch, time, write(file.clone())).await;
            assert_eq!(seen, is_seen, "{}", file.display());
        }
    }

    #[tokio::test]
    async fn changes_in_a_folder_that_was_removed_and_made_again_are_seen() {
        let parent = tempfile::tempdir().unwrap();
        let project = parent.path().canonicalize().unwrap();
        let folder = project.join("src/deep");
        fs::create_dir_all(&folder).unwrap();
        let mut watch = Watch::new(&project).unwrap();
        // As a program for versions does at a change of the branch.
        let removed = || fs::remove_dir_all(project.join("src")).unwrap();
        assert!(sees(&mut watch, Duration::from_secs(60), removed).await);
        let made = || fs::create_dir_all(&folder).unwrap();
        assert!(sees(&mut watch, Duration::from_secs(60), made).await);
        let file = folder.join("main.go");
        let written = || fs::write(file, "x").unwrap();
        assert!(sees(&mut watch, Duration::from_secs(5), written).await);
    }
}
