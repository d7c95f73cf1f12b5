//! Finding and reading the cases of a project.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde_json::Value;

use super::format::{Case, Expect, Several};
use super::rules::judge;
use crate::files::{bounded_file, source_tree};
use crate::properties::named_files::NamedFiles;
use crate::properties::{NotYaml, from_yaml};

/// All cases below a folder, or the cases of one file; sorted by file, and in the order of the file. They may name
/// files in that folder and in the project.
pub(super) fn read(place: &Path, project: &Path) -> anyhow::Result<Vec<LocatedCase>> {
    let mut files = Vec::new();
    if place.is_dir() {
        files = source_tree::files(place, &may_have_cases)
            .with_context(|| format!("cannot read the folder `{}`", place.display()))?;
        for file in &files {
            refuse_foreign(file, &[project, place])?;
        }
    } else {
        files.push(place.to_owned());
    }
    let mut found = Vec::new();
    for file in files {
        found.extend(cases(&file, &[project, place])?);
    }
    Ok(found)
}

/// Fails if a file that was found leads out of these folders by a link. The author of a project may be another person,
/// and a message about a malformed case shows a part of its file.
fn refuse_foreign(file: &Path, folders: &[&Path]) -> anyhow::Result<()> {
    let real =
        std::fs::canonicalize(file).with_context(|| format!("cannot read `{}`", file.display()))?;
    let mut folders = folders
        .iter()
        .filter_map(|folder| folder.canonicalize().ok());
    if folders.any(|folder| real.starts_with(folder)) {
        return Ok(());
    }
    bail!(
        "`{}` leads to `{}`, but the cases of a project are files of the project\nhint: copy the file, or name it with `--cases`",
        file.display(),
        real.display()
    )
}

/// Whether a path is a folder that is searched, or a file with cases.
fn may_have_cases(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let is_yaml = || name.ends_with(".yaml") || name.ends_with(".yml");
    !name.starts_with('.') && (path.is_dir() || is_yaml())
}

fn cases(file: &Path, folders: &[&Path]) -> anyhow::Result<Vec<LocatedCase>> {
    let shown = file.display();
    let text = bounded_file::text(file).with_context(|| format!("cannot read `{shown}`"))?;
    let wrong = |error: NotYaml| {
        anyhow::anyhow!(
            "`{shown}` is not a test case: {error}\nhint: see `pulumi-wasm test --help` for the format"
        )
    };
    let document: Value = from_yaml(&text).map_err(wrong)?;
    let mut shared: Several = match document.get("cases") {
        Some(_) => from_yaml(&text).map_err(wrong)?,
        None => Several {
            cases: vec![from_yaml(&text).map_err(wrong)?],
            ..Several::default()
        },
    };
    let cases = std::mem::take(&mut shared.cases);
    let stem = file
        .file_stem()
        .map(|stem| stem.to_string_lossy().into_owned())
        .unwrap_or_default();
    let folder = file.parent().unwrap_or(Path::new("."));
    let count = cases.len();
    let mut found = Vec::new();
    for (place, case) in cases.into_iter().enumerate() {
        let title = match &case.case {
            Some(title) => title.clone(),
            None if count == 1 => stem.clone(),
            None => match case.subject() {
                Some(token) => token.rsplit(':').next().unwrap_or(token).to_owned(),
                None => format!("{stem} {}", place + 1),
            },
        };
        judge(&case).with_context(|| format!("`{shown}`, case `{title}`"))?;
        found.push(LocatedCase {
            file: file.to_owned(),
            files: NamedFiles::within(folder, folders),
            title,
            case: shared.clone().under(case),
            is_generated: false,
        });
    }
    Ok(found)
}

impl Several {
    /// The case with the file's settings for all cases. The case's own settings win.
    fn under(self, mut case: Case) -> Case {
        for (key, value) in self.config {
            case.config.entry(key).or_insert(value);
        }
        // The file's resources come first, because the case's resources may refer to them.
        let mut resources = self.resources;
        resources.extend(case.resources);
        case.resources = resources;
        for (key, value) in self.env {
            case.env.entry(key).or_insert(value);
        }
        case.allow.net.extend(self.allow.net);
        case.allow.env.extend(self.allow.env);
        case.replay = case.replay.or(self.replay);
        for (key, value) in self.mocks {
            case.mocks.entry(key).or_insert(value);
        }
        case
    }
}

impl Case {
    /// The key that names the subject of the case.
    pub(super) fn subject(&self) -> Option<&String> {
        let resource = self.resource.as_ref().or(self.construct.as_ref());
        resource.or(self.function.as_ref())
    }

    pub(super) fn expectations(&self) -> impl Iterator<Item = &Expect> {
        let steps = self.steps.iter().filter_map(|step| step.expect.as_ref());
        self.expect.iter().chain(steps)
    }
}

/// A case, and its place.
pub(super) struct LocatedCase {
    /// For the report.
    pub(super) file: PathBuf,
    /// The files that it may name.
    pub(super) files: NamedFiles,
    pub(super) title: String,
    pub(super) case: Case,
    /// Whether its inputs are made of the schema, in a project without cases.
    pub(super) is_generated: bool,
}

impl LocatedCase {
    /// The file of a recording that the case names. The recording is read, and replaced when it is made again, so it
    /// must be a file of the project.
    ///
    /// # Errors
    /// If it leads out of the project.
    pub(super) fn recording(&self, named: &Path) -> anyhow::Result<PathBuf> {
        let file = self.files.path(&named.to_string_lossy());
        file.context("`replay`")
    }
}
