//! Finding and reading the cases of a project.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde_json::Value;

use super::format::{Case, Several};
use super::prepared::needed;
use crate::properties::from_yaml;

/// A case, and its place.
pub(super) struct Found {
    /// For the report.
    pub(super) file: PathBuf,
    /// The folder of relative paths in it.
    pub(super) folder: PathBuf,
    pub(super) title: String,
    pub(super) case: Case,
    /// Whether its inputs are made of the schema, in a project without cases.
    pub(super) is_made_up: bool,
}

/// All cases below a folder, or those of one file; sorted by file, in each file as they stand there.
pub(super) fn read(place: &Path) -> anyhow::Result<Vec<Found>> {
    let mut files = Vec::new();
    if place.is_dir() {
        collect(place, &mut files)?;
        files.sort();
    } else {
        files.push(place.to_owned());
    }
    let mut found = Vec::new();
    for file in files {
        found.extend(cases(&file)?);
    }
    Ok(found)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    let entries = std::fs::read_dir(folder)
        .with_context(|| format!("cannot read the folder `{}`", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        let is_hidden = path
            .file_name()
            .is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if is_hidden {
            continue;
        }
        if path.is_dir() {
            collect(&path, files)?;
        } else if path
            .extension()
            .is_some_and(|ending| ending == "yaml" || ending == "yml")
        {
            files.push(path);
        }
    }
    Ok(())
}

fn cases(file: &Path) -> anyhow::Result<Vec<Found>> {
    let shown = file.display();
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read `{shown}`"))?;
    let wrong = |error: serde_saphyr::Error| {
        anyhow::anyhow!(
            "`{shown}` is not a test: {error}\nhint: `pulumi-wasm test --help` shows what stands in one"
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
    let count = cases.len();
    let mut found = Vec::new();
    for (place, case) in cases.into_iter().enumerate() {
        let title = match &case.case {
            Some(title) => title.clone(),
            None if count == 1 => stem.clone(),
            None => match case.resource.as_ref().or(case.function.as_ref()) {
                Some(token) => token.rsplit(':').next().unwrap_or(token).to_owned(),
                None => format!("{stem} {}", place + 1),
            },
        };
        judge(&case).with_context(|| format!("`{shown}`, case `{title}`"))?;
        found.push(Found {
            file: file.to_owned(),
            folder: file.parent().unwrap_or(Path::new(".")).to_owned(),
            title,
            case: shared.clone().under(case),
            is_made_up: false,
        });
    }
    Ok(found)
}

impl Several {
    /// A case with the file's settings for all cases; those of the case go first.
    fn under(self, mut case: Case) -> Case {
        for (key, value) in self.config {
            case.config.entry(key).or_insert(value);
        }
        // Those of the file come first: those of the case may refer to them.
        let mut resources = self.resources;
        resources.extend(case.resources);
        case.resources = resources;
        for (key, value) in self.env {
            case.env.entry(key).or_insert(value);
        }
        case.allow.net.extend(self.allow.net);
        case.allow.env.extend(self.allow.env);
        case.replay = case.replay.or(self.replay);
        case
    }
}

/// Judges rules that the form alone does not express.
fn judge(case: &Case) -> anyhow::Result<()> {
    match (&case.resource, &case.function) {
        (None, None) => bail!(
            "it says neither `type` nor `function`\nhint: `type: Greeting` names a resource, `function: lookUp` a function"
        ),
        (Some(_), Some(_)) => {
            bail!("it says both `type` and `function`\nhint: make two cases of it")
        }
        (Some(_), None) if case.arguments.is_some() => {
            bail!("`arguments` are for functions\nhint: a resource has `inputs`");
        }
        (None, Some(_)) if case.inputs.is_some() || !case.steps.is_empty() => {
            bail!("`inputs` and `steps` are for resources\nhint: a function has `arguments`");
        }
        (Some(_), None) if case.inputs.is_none() && case.steps.is_empty() => {
            bail!(
                "it has neither `inputs` nor `steps`\nhint: `inputs:` are what the resource is made with"
            );
        }
        (Some(_), None) if case.inputs.is_none() && case.expect.is_some() => {
            bail!(
                "`expect` belongs to `inputs`, which there are none of\nhint: put it into the step that it is about"
            );
        }
        _ => {}
    }
    needed(&case.resources)?;
    for (place, step) in case.steps.iter().enumerate() {
        let verbs = [
            step.up.is_some(),
            step.preview.is_some(),
            step.check.is_some(),
            step.import.is_some(),
            step.refresh.is_some(),
            step.delete.is_some(),
        ];
        if verbs.into_iter().filter(|is_there| *is_there).count() != 1 {
            bail!(
                "step {} says not exactly one of `up`, `preview`, `check`, `import`, `refresh`, `delete`",
                place + 1
            );
        }
    }
    Ok(())
}
