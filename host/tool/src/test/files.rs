//! Finding and reading the cases of a project.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde_json::Value;

use super::format::{Case, Expect, Several, Step};
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
            None => match case.subject() {
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
        for (key, value) in self.mocks {
            case.mocks.entry(key).or_insert(value);
        }
        case
    }
}

/// Judges rules that the form alone does not express.
fn judge(case: &Case) -> anyhow::Result<()> {
    if case.construct.is_some() {
        judge_component(case)?;
        return needed(&case.resources).map(drop);
    }
    let children = case.expectations().any(|expect| expect.children.is_some());
    if children || !case.mocks.is_empty() {
        bail!(
            "`mocks` and `children` are for component resources\nhint: `construct: Website` names one, in the place of `type` and `function`"
        );
    }
    match (&case.resource, &case.function) {
        (None, None) => bail!(
            "it says neither `type` nor `construct` nor `function`\nhint: `type: Greeting` names a resource, `construct: Website` a component, `function: lookUp` a function"
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

/// The rules for a component.
fn judge_component(case: &Case) -> anyhow::Result<()> {
    if case.resource.is_some() || case.function.is_some() {
        bail!("it says `construct` beside `type` or `function`\nhint: make two cases of it");
    }
    if case.arguments.is_some() || case.state.is_some() || case.import_id.is_some() {
        bail!(
            "`arguments`, `state` and `import-id` are not for components\nhint: a component has `inputs`"
        );
    }
    if case.expect.is_some() && case.inputs.is_none() {
        bail!(
            "`expect` belongs to `inputs`, which are missing\nhint: `inputs: {{}}` stands for a component without any"
        );
    }
    if case.inputs.is_none() && case.steps.is_empty() {
        bail!(
            "it has neither `inputs` nor `steps`\nhint: `inputs:` are the inputs of the component"
        );
    }
    for (place, step) in case.steps.iter().enumerate() {
        if step.up.is_some() == step.preview.is_some() || step.is_of_a_life() {
            bail!(
                "step {} of a component says not exactly one of `up` and `preview`\nhint: write `up: INPUTS`, or `preview: INPUTS`",
                place + 1
            );
        }
    }
    let mut expectations = case.expectations();
    if expectations.any(Expect::is_of_a_life) {
        bail!(
            "`does`, `changes`, `id`, `drift`, `gone` and `result` are not for components\nhint: a component has `children`, `outputs`, `error`, `failures` and `messages`"
        );
    }
    Ok(())
}

impl Case {
    /// The word that names what it is about.
    pub(super) fn subject(&self) -> Option<&String> {
        let resource = self.resource.as_ref().or(self.construct.as_ref());
        resource.or(self.function.as_ref())
    }

    fn expectations(&self) -> impl Iterator<Item = &Expect> {
        let steps = self.steps.iter().filter_map(|step| step.expect.as_ref());
        self.expect.iter().chain(steps)
    }
}

impl Step {
    /// Whether it is one of custom resources alone.
    fn is_of_a_life(&self) -> bool {
        let verbs = [
            self.of.is_some(),
            self.check.is_some(),
            self.import.is_some(),
            self.refresh.is_some(),
            self.delete.is_some(),
        ];
        verbs.contains(&true)
    }
}

impl Expect {
    /// Whether it is about custom resources or functions alone.
    fn is_of_a_life(&self) -> bool {
        let keys = [
            self.does.is_some(),
            self.changes.is_some(),
            self.id.is_some(),
            self.drift.is_some(),
            self.gone.is_some(),
            self.result.is_some(),
        ];
        keys.contains(&true)
    }
}
