//! `pulumi-wasm grants`: the grants of a project's packages, read from the values that count.

mod ignored_folders;
mod judged;

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;
use judged::line;
use pulumi_wasm_capability::limits::Limit;
use pulumi_wasm_packages::review::{Backend, Finding, Review, UnreadableFile};
use pulumi_wasm_packages::{Declared, Digest, ParameterValue, Place, ValueReview, ValueReviewer};
use serde_json::{Value, json};

use crate::terminal::{print_json, print_line};

const ABOUT: &str = "\
Show what the packages of a Pulumi project may reach. All files below the folder are searched for the values that say what \
runs: generated SDKs, lock files, installed packages, code of any language, and stack state. Links are followed, and archives \
are not unpacked. Fails where a value runs or reaches more than Pulumi.yaml says, where the plugin of this machine refuses to load a package, \
where two components of the program have the same name and version, and where a file cannot be judged";

/// The maximum number of other components with the same name and version in a message.
const MAX_RIVALS: usize = 5;

/// The folders and files to search.
#[derive(Debug, Args)]
#[command(long_about = ABOUT)]
pub(crate) struct Arguments {
    /// The project's folder
    #[arg(value_name = "DIR", default_value = ".")]
    folder: PathBuf,
    /// A stack's state, as `pulumi stack export` writes it
    #[arg(long = "state", value_name = "FILE")]
    states: Vec<PathBuf>,
    /// Search this folder or file as well, if the program loads packages from elsewhere
    #[arg(long = "include", value_name = "PATH")]
    included: Vec<PathBuf>,
    /// Leave out this file, or folder with all below it, because no program loads code from there
    #[arg(long = "exclude", value_name = "PATH")]
    excluded: Vec<PathBuf>,
    /// Print everything as JSON
    #[arg(long)]
    json: bool,
}

/// A value, with all places where it was found.
struct GrantedPackage<'a> {
    value: &'a ParameterValue,
    places: Vec<&'a Finding>,
    /// The components and flags that are not in `Pulumi.yaml`.
    beyond: Vec<String>,
    /// The places at which the program has other components under the same name and version.
    rivals: Vec<&'a Path>,
    /// The judgement of the plugin.
    review: ValueReview,
}

impl GrantedPackage<'_> {
    fn is_bad(&self) -> bool {
        !(self.beyond.is_empty() && self.rivals.is_empty() && self.review.refusals.is_empty())
    }
}

/// Prints the result, and returns whether everything is in order: no package may reach more than `Pulumi.yaml` allows,
/// the plugin refuses nothing, and every file could be read.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<bool> {
    let folder = canonical(&arguments.folder)?;
    let declared = Declared::nearest(&folder)?;
    let places = places(&folder, &arguments.included, declared.as_ref())?;
    let excluded = arguments.excluded.iter().map(|path| absolute(path));
    let mut excluded: Vec<PathBuf> = excluded.collect::<anyhow::Result<_>>()?;
    let kept = ignored_folders::folders();
    excluded.extend(kept.iter().cloned());
    let states = &arguments.states;
    let mut review = Review::default();
    let backend = declared.as_ref().map(Backend::of);
    if let Some(Backend::Folder(folder)) = &backend {
        review.keep_state_in(&folder.canonicalize().unwrap_or_else(|_| folder.clone()));
    }
    for place in &places {
        review.add_folder(place, &excluded);
    }
    for state in states {
        review.add_state(state);
    }
    if let (Some(declared), Some(Backend::Folder(folder))) = (&declared, &backend) {
        review.add_backend(folder, &declared.project);
    }
    let project = declared
        .as_ref()
        .and_then(|declared| declared.file.parent());
    let reviewer = ValueReviewer::of_machine(project.unwrap_or(&folder).to_owned());
    let reviewer = reviewer.map_err(|error| anyhow::anyhow!("{error}"))?;
    let packages = packages(&review, declared.as_ref(), &reviewer)?;
    let shown = |file: &Path| {
        let short = file.strip_prefix(&folder).unwrap_or(file);
        short.display().to_string()
    };
    if arguments.json {
        let mut found = json(&packages, &review, &shown);
        found["lookedThrough"] = places.iter().map(|place| json!(place)).collect();
        found["state"] = state(backend.as_ref(), states).into();
        print_json(&found)?;
    } else {
        print(&packages, &review, declared.as_ref(), &shown);
        let places: Vec<String> = places
            .iter()
            .map(|place| place.display().to_string())
            .collect();
        print_line(format_args!(
            "looked through {} files in {}",
            review.files,
            places.join(", ")
        ));
        for left_out in &review.left_out {
            let file = shown(&left_out.file);
            let reason = if kept.contains(&left_out.file) {
                ignored_folders::REASON
            } else {
                left_out.reason.as_str()
            };
            print_line(format_args!("left out {file}: {reason}"));
        }
        print_line(format_args!("state: {}", state(backend.as_ref(), states)));
    }
    Ok(!packages.iter().any(GrantedPackage::is_bad) && review.unreadable.is_empty())
}

/// A folder or file that somebody named.
fn canonical(path: &Path) -> anyhow::Result<PathBuf> {
    path.canonicalize()
        .with_context(|| format!("cannot read {}", path.display()))
}

/// A path from the user, in the form in which the walk finds it from its folder: a link in it is itself excluded.
fn absolute(path: &Path) -> anyhow::Result<PathBuf> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    match path.file_name() {
        Some(name) => Ok(canonical(folder.unwrap_or(Path::new(".")))?.join(name)),
        None => canonical(path),
    }
}

/// The places to search for values: the folder, the whole project around it, and the folders that the project or its
/// language loads code from.
fn places(
    folder: &Path,
    included: &[PathBuf],
    declared: Option<&Declared>,
) -> anyhow::Result<Vec<PathBuf>> {
    let project = declared.and_then(|declared| declared.file.parent());
    let project = project.unwrap_or(folder);
    let mut places = vec![project.to_owned()];
    let named = included.iter().map(|path| canonical(path));
    let mut more = named.collect::<anyhow::Result<Vec<_>>>()?;
    if let Some(declared) = declared {
        let elsewhere = [&declared.main, &declared.virtual_environment]
            .into_iter()
            .flatten();
        let elsewhere = elsewhere.filter_map(|path| path.canonicalize().ok());
        more.extend(elsewhere);
    }
    let is_node = |folder: &Path| folder.join("package.json").is_file();
    if is_node(folder) || is_node(project) {
        // Node.js looks for packages in the folders above, too.
        let above = project
            .ancestors()
            .skip(1)
            .map(|above| above.join("node_modules"));
        more.extend(above.filter(|packages| packages.is_dir()));
    }
    for place in more {
        if !places.iter().any(|other| place.starts_with(other)) {
            places.push(place);
        }
    }
    Ok(places)
}

/// The state of the project's stacks that was read.
fn state(backend: Option<&Backend>, states: &[PathBuf]) -> String {
    let advice = "give a stack's by `--state FILE`, as `pulumi stack export` writes it";
    match backend {
        Some(Backend::Folder(folder)) => format!("read in {}", folder.display()),
        _ if !states.is_empty() => "read in the files that were named".to_owned(),
        Some(Backend::Elsewhere(scheme)) => {
            format!("not read, because it is kept at an address of `{scheme}`: {advice}")
        }
        Some(Backend::Unknown) => format!("not read, because no user is logged in: {advice}"),
        None => format!("not read, because no project was found: {advice}"),
    }
}

fn packages<'a>(
    review: &'a Review,
    declared: Option<&Declared>,
    reviewer: &ValueReviewer,
) -> anyhow::Result<Vec<GrantedPackage<'a>>> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let named = named(review);
    let mut packages: HashMap<Vec<u8>, GrantedPackage<'a>> = HashMap::new();
    for finding in &review.findings {
        let value = &finding.value;
        let package = match packages.entry(value.to_bytes()) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                let judged = runtime.block_on(reviewer.review(value));
                new.insert(GrantedPackage {
                    value,
                    places: Vec::new(),
                    beyond: beyond(value, declared),
                    rivals: rivals(value, &named),
                    review: judged.map_err(|error| anyhow::anyhow!("{error}"))?,
                })
            }
        };
        package.places.push(finding);
    }
    let mut packages: Vec<_> = packages.into_iter().collect();
    packages.sort_by(|(one, _), (other, _)| one.cmp(other));
    let mut packages: Vec<GrantedPackage<'a>> =
        packages.into_iter().map(|(_, found)| found).collect();
    packages.sort_by(|one, other| one.value.name.cmp(&other.value.name));
    Ok(packages)
}

/// The components of the program by the name and version that they are known under, each with the first file that has
/// it. State does not count, because it has the components of earlier runs.
type Named<'a> = HashMap<(&'a str, &'a str), BTreeMap<Vec<&'a Digest>, &'a Path>>;

fn named(review: &Review) -> Named<'_> {
    let mut named = Named::new();
    for found in review.findings.iter().filter(|found| found.urn.is_none()) {
        let value = &found.value;
        let of_name = named.entry((&value.name, &value.version)).or_default();
        of_name.entry(digests(value)).or_insert(&found.file);
    }
    named
}

fn digests(value: &ParameterValue) -> Vec<&Digest> {
    let mut digests: Vec<_> = value
        .components
        .iter()
        .map(|component| &component.digest)
        .collect();
    digests.sort_unstable();
    digests
}

/// The places where the program has other components under the name and version of one of its values. The engine uses
/// one of them for the resources of all.
fn rivals<'a>(value: &ParameterValue, named: &Named<'a>) -> Vec<&'a Path> {
    let own = digests(value);
    let of_name = named.get(&(value.name.as_str(), value.version.as_str()));
    let Some(of_name) = of_name.filter(|of_name| of_name.contains_key(&own)) else {
        return Vec::new();
    };
    let others = of_name.iter().filter(|(digests, _)| **digests != own);
    others.map(|(_, file)| *file).take(MAX_RIVALS).collect()
}

/// The parts of a value that the project does not declare: components that it does not name, and their grants.
fn beyond(value: &ParameterValue, declared: Option<&Declared>) -> Vec<String> {
    let Some(declared) = declared else {
        return Declared::default().beyond(value);
    };
    let components = declared.undeclared(value).into_iter();
    let components = components.map(|path| format!("component {path}"));
    components.chain(declared.beyond(value)).collect()
}

/// A limit as it is typed.
fn limits(value: &ParameterValue) -> Vec<(&'static str, String)> {
    let shown = |(limit, asked): (Limit, u64)| (limit.name(), limit.show(asked));
    value.limits.changed().map(shown).collect()
}

fn json(
    packages: &[GrantedPackage<'_>],
    review: &Review,
    shown: &dyn Fn(&Path) -> String,
) -> Value {
    let package = |package: &GrantedPackage<'_>| {
        let value = package.value;
        let components = value.components.iter().map(|component| {
            let digest = component.digest.to_string();
            match &component.place {
                Place::File(path) => json!({ "digest": digest, "path": path }),
                Place::Registry(_) | Place::Web(_) => {
                    json!({ "digest": digest, "from": component.place.to_string() })
                }
            }
        });
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
            "insecureTls": value.grants.insecure_tls.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "configured": package.review.configured,
            "permissions": package.review.permissions,
            "packages": package.review.uses,
            "usesUnknownOf": package.review.missing,
            "limits": value.limits.changed().map(|(limit, asked)| (limit.name().to_owned(), asked.into())).collect::<serde_json::Map<_, _>>(),
            "foundIn": places.collect::<Vec<_>>(),
            "beyondProject": package.beyond,
            "forbiddenBy": package.review.refusals.iter().map(|refusal| &refusal.reason).collect::<Vec<_>>(),
            "warnings": package.review.warnings,
            "sameNameIn": package.rivals.iter().map(|file| shown(file)).collect::<Vec<_>>(),
        })
    };
    let told =
        |found: &UnreadableFile| json!({ "file": shown(&found.file), "reason": found.reason });
    let unreadable = review.unreadable.iter().map(told);
    let left_out = review.left_out.iter().map(told);
    json!({
        "packages": packages.iter().map(package).collect::<Vec<_>>(),
        "unreadable": unreadable.collect::<Vec<_>>(),
        "leftOut": left_out.collect::<Vec<_>>(),
        "files": review.files,
    })
}

/// Folders with installed or compiled SDKs, which `pulumi install` renews.
const INSTALLED: [&str; 3] = ["bin", "node_modules", "site-packages"];

/// The end of a hint, if one of these packages is found only where SDKs are installed. `shown` returns the path of a
/// file from the scanned folder.
fn older(
    packages: &[GrantedPackage<'_>],
    shown: &dyn Fn(&Path) -> String,
    is_meant: impl Fn(&GrantedPackage<'_>) -> bool,
) -> &'static str {
    let is_installed = |finding: &&Finding| {
        let file = shown(&finding.file);
        let mut parts = Path::new(&file).iter();
        parts.any(|part| INSTALLED.iter().any(|name| part == *name))
    };
    let mut meant = packages.iter().filter(|package| is_meant(package));
    if meant.any(|package| package.places.iter().all(is_installed)) {
        "\nhint: one of them belongs to an SDK that was installed earlier: `pulumi install` renews it from `sdks`"
    } else {
        ""
    }
}

fn print(
    packages: &[GrantedPackage<'_>],
    review: &Review,
    declared: Option<&Declared>,
    shown: &dyn Fn(&Path) -> String,
) {
    if packages.is_empty() {
        println!("no package of the `wasm` plugin was found");
    }
    let project = declared.map_or_else(
        || "Pulumi.yaml, which does not exist,".to_owned(),
        |declared| shown(&declared.file),
    );
    for package in packages {
        let value = package.value;
        print_line(format_args!("{} {}", value.name, value.version));
        for component in &value.components {
            line(
                "component",
                &format!("{}   {}", component.place, component.digest),
            );
        }
        for pattern in &value.grants.net {
            line("network", &pattern.to_string());
        }
        for name in &value.grants.env {
            line("environment", name);
        }
        for pattern in &value.grants.insecure_tls {
            line("insecure TLS", &pattern.to_string());
        }
        judged::print_reach(value, &package.review);
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
        judged::print_judgement(&package.review);
        for file in &package.rivals {
            let text = format!(
                "{} has another component under this name and version",
                shown(file)
            );
            line("SAME NAME", &text);
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
            "error: {too_many} may run or reach more than {project} says\n\
             hint: the found values decide, not `Pulumi.yaml`; add the package again with the right flags, and commit both{}",
            older(packages, shown, |package| !package.beyond.is_empty())
        );
    }
    let is_refused = |package: &&GrantedPackage<'_>| !package.review.refusals.is_empty();
    let refused = packages.iter().filter(is_refused).count();
    if refused > 0 {
        eprintln!(
            "error: the plugin of this machine refuses to load {refused} of them\nhint: the lines with `FORBIDDEN` have the reasons"
        );
    }
    if packages.iter().any(|package| !package.rivals.is_empty()) {
        eprintln!(
            "error: several components have the same name and version, and the engine runs one of them for all their resources\n\
             hint: give a new build a new version, and install its SDK wherever the program loads it from{}",
            older(packages, shown, |package| !package.rivals.is_empty())
        );
    }
    if !review.unreadable.is_empty() {
        eprintln!(
            "error: {} cannot be judged\nhint: check the named files yourself; skip folders without code of the program with `--exclude PATH`",
            review.unreadable.len()
        );
    }
}
