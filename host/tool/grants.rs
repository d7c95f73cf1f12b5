//! `pulumi-wasm grants`: what the packages of a project may reach, read from where it counts.

use std::path::{Path, PathBuf};

use pulumi_wasm_host::limits::Limit;
use pulumi_wasm_host::source::review::{Backend, Finding, Review};
use pulumi_wasm_host::source::{Declared, ParameterValue};
use serde_json::{Value, json};

use crate::terminal::{print_json, print_line};

/// A value, everywhere that it was found.
struct Package<'a> {
    value: &'a ParameterValue,
    places: Vec<&'a Finding>,
    /// What it has beyond `Pulumi.yaml`, as flags.
    beyond: Vec<String>,
}

/// Prints what was found, and says whether all is well: nothing may reach more than `Pulumi.yaml` says, and everything
/// could be read.
pub(crate) fn run(folder: &Path, states: &[PathBuf], as_json: bool) -> anyhow::Result<bool> {
    let folder = folder
        .canonicalize()
        .map_err(|error| anyhow::anyhow!("cannot read {}: {error}", folder.display()))?;
    let declared = Declared::nearest(&folder)?;
    let mut review = Review::default();
    review.add_folder(&folder);
    for state in states {
        review.add_state(state);
    }
    let backend = declared.as_ref().map(Backend::of);
    if let (Some(declared), Some(Backend::Folder(folder))) = (&declared, &backend) {
        review.add_backend(folder, &declared.project);
    }
    let packages = packages(&review, declared.as_ref());
    let shown = |file: &Path| {
        let short = file.strip_prefix(&folder).unwrap_or(file);
        short.display().to_string()
    };
    if as_json {
        let mut found = json(&packages, &review, &shown);
        found["state"] = state(backend.as_ref(), states).into();
        print_json(&found)?;
    } else {
        print(&packages, &review, declared.as_ref(), &shown);
        print_line(format_args!("state: {}", state(backend.as_ref(), states)));
    }
    let too_much = packages.iter().any(|package| !package.beyond.is_empty());
    Ok(!too_much && review.unreadable.is_empty())
}

/// Which state of the project's stacks was read.
fn state(backend: Option<&Backend>, states: &[PathBuf]) -> String {
    let advice = "give a stack's by `--state FILE`, as `pulumi stack export` writes it";
    match backend {
        Some(Backend::Folder(folder)) => format!("read in {}", folder.display()),
        _ if !states.is_empty() => "read in the files that were named".to_owned(),
        Some(Backend::Elsewhere(scheme)) => {
            format!("not read, as it is kept at an address of `{scheme}`: {advice}")
        }
        Some(Backend::Unknown) => format!("not read, as nobody is logged in: {advice}"),
        None => format!("not read, as there is no project: {advice}"),
    }
}

fn packages<'a>(review: &'a Review, declared: Option<&Declared>) -> Vec<Package<'a>> {
    let nothing = Declared::default();
    let declared = declared.unwrap_or(&nothing);
    let mut packages: Vec<Package<'a>> = Vec::new();
    for finding in &review.findings {
        match packages
            .iter_mut()
            .find(|package| *package.value == finding.value)
        {
            Some(package) => package.places.push(finding),
            None => packages.push(Package {
                value: &finding.value,
                places: vec![finding],
                beyond: declared.beyond(&finding.value),
            }),
        }
    }
    packages.sort_by(|one, other| one.value.name.cmp(&other.value.name));
    packages
}

/// A limit as it is typed.
fn limits(value: &ParameterValue) -> Vec<(&'static str, String)> {
    let shown = |(limit, asked): (Limit, u64)| (limit.name(), limit.show(asked));
    value.limits.changed().map(shown).collect()
}

fn json(packages: &[Package<'_>], review: &Review, shown: &dyn Fn(&Path) -> String) -> Value {
    let package = |package: &Package<'_>| {
        let value = package.value;
        let components = value.components.iter().map(
            |component| json!({ "digest": component.digest.to_string(), "path": component.path }),
        );
        let places = package
            .places
            .iter()
            .map(|place| json!({ "file": shown(&place.file), "urn": place.urn }));
        json!({
            "name": value.name,
            "version": value.version,
            "components": components.collect::<Vec<_>>(),
            "net": value.grants.net.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "env": value.grants.env,
            "limits": value.limits.changed().map(|(limit, asked)| (limit.name().to_owned(), asked.into())).collect::<serde_json::Map<_, _>>(),
            "foundIn": places.collect::<Vec<_>>(),
            "beyondProject": package.beyond,
        })
    };
    let unreadable = review
        .unreadable
        .iter()
        .map(|found| json!({ "file": shown(&found.file), "reason": found.reason }));
    json!({
        "packages": packages.iter().map(package).collect::<Vec<_>>(),
        "unreadable": unreadable.collect::<Vec<_>>(),
    })
}

fn print(
    packages: &[Package<'_>],
    review: &Review,
    declared: Option<&Declared>,
    shown: &dyn Fn(&Path) -> String,
) {
    if packages.is_empty() {
        println!("no package of the `wasm` plugin was found");
    }
    let project = declared.map_or_else(
        || "Pulumi.yaml, which there is none of,".to_owned(),
        |declared| shown(&declared.file),
    );
    for package in packages {
        let value = package.value;
        print_line(format_args!("{} {}", value.name, value.version));
        for component in &value.components {
            line(
                "component",
                &format!("{}   {}", component.path, component.digest),
            );
        }
        for pattern in &value.grants.net {
            line("network", &pattern.to_string());
        }
        for name in &value.grants.env {
            line("environment", name);
        }
        if value.grants.net.is_empty() && value.grants.env.is_empty() {
            line("reaches", "nothing but addresses in its configuration");
        }
        for (name, limit) in limits(value) {
            line("limit", &format!("{name} {limit}"));
        }
        for place in &package.places {
            let urn = place.urn.as_ref().map(|urn| format!("   {urn}"));
            line(
                "found in",
                &format!("{}{}", shown(&place.file), urn.unwrap_or_default()),
            );
        }
        for flag in &package.beyond {
            line("MORE", &format!("`{flag}` is not in {project}"));
        }
        println!();
    }
    for found in &review.unreadable {
        let file = shown(&found.file);
        print_line(format_args!("cannot judge {file}: {}", found.reason));
    }
    let too_many = packages
        .iter()
        .filter(|package| !package.beyond.is_empty())
        .count();
    if too_many > 0 {
        eprintln!(
            "error: {too_many} may reach more than {project} says\n\
             hint: what runs is what was found; add the package again with the flags that it should have, and commit both"
        );
    }
    if !review.unreadable.is_empty() {
        eprintln!("error: {} cannot be judged", review.unreadable.len());
    }
}

fn line(label: &str, text: &str) {
    print_line(format_args!("  {label:<12} {text}"));
}
