//! `pulumi-wasm audit`: the packages inside a component, and advisories about them.

mod advisory;
mod archive;
mod files;
mod matching;
mod version;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use pulumi_wasm_packages::packages_section::{self, ContainedPackage};
use pulumi_wasm_packages::read_component;
use serde_json::{Value, json};

use crate::limits::{self, LimitArguments};
use crate::terminal::{Failure, Paint, print_json, print_line};
use matching::Finding;

/// Exit status if an advisory affects the component.
const AFFECTED: u8 = 1;
/// Exit status if the component or the advisories cannot be read.
const UNUSABLE: u8 = 2;

/// The component, and the advisories to compare it with.
#[derive(Debug, Args)]
#[command(
    after_help = "Exit status: 0 when no advisory affects the component, 1 when one does, 2 when that cannot be judged."
)]
pub(crate) struct Arguments {
    /// A component file
    #[arg(value_name = "FILE")]
    component: PathBuf,
    /// A file of advisories in the OSV format, or a folder or zip archive of such files; may be given several times
    #[arg(long, value_name = "PATH")]
    advisories: Vec<PathBuf>,
    /// Leave out an advisory, by its id or one of its aliases; may be given several times
    #[arg(long, value_name = "ID", requires = "advisories")]
    ignore: Vec<String>,
    /// Print everything as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: LimitArguments,
}

/// A component with its packages.
struct Subject {
    name: String,
    version: String,
    digest: String,
    packages: Vec<ContainedPackage>,
}

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    match audit(arguments) {
        Ok(false) => ExitCode::SUCCESS,
        Ok(true) => ExitCode::from(AFFECTED),
        Err(error) => {
            eprintln!("error: {}", Failure(&error));
            ExitCode::from(UNUSABLE)
        }
    }
}

/// Prints the packages and the advisories. Returns whether an advisory affects the component.
fn audit(arguments: &Arguments) -> anyhow::Result<bool> {
    let subject = read(&arguments.component, arguments)?;
    let mut findings: Vec<Finding> = Vec::new();
    let mut count = 0_usize;
    files::read(&arguments.advisories, &mut |advisory| {
        count += 1;
        if !advisory.has_one_of(&arguments.ignore) {
            findings.extend(matching::find(&advisory, &subject.packages));
        }
    })?;
    findings.sort_by(|left, right| (&left.package, &left.id).cmp(&(&right.package, &right.id)));
    let findings = matching::join_aliases(findings);
    if arguments.json {
        print_json(&as_json(&subject, count, &findings))?;
    } else {
        let count = (!arguments.advisories.is_empty()).then_some(count);
        print(&subject, count, &findings)
    }
    Ok(!findings.is_empty())
}

fn read(file: &Path, arguments: &Arguments) -> anyhow::Result<Subject> {
    let (bytes, digest) = read_component(file, &arguments.limits.limits())?;
    let (_, manifest) = limits::manifest(&bytes, file)?;
    let shown = file.display();
    let packages = packages_section::find(&bytes)
        .with_context(|| {
            format!(
                "the list of packages in {shown} cannot be read\nhint: build the component again"
            )
        })?
        .with_context(|| {
            format!(
                "{shown} does not record its packages\n\
                 hint: `pulumi-wasm build` records them; `wrap` and versions of other tools do not"
            )
        })?;
    Ok(Subject {
        name: manifest.name().to_owned(),
        version: manifest.version().to_owned(),
        digest: digest.to_string(),
        packages,
    })
}

fn as_json(subject: &Subject, count: usize, findings: &[Finding]) -> Value {
    let finding = |finding: &Finding| {
        json!({
            "id": finding.id,
            "aliases": finding.aliases,
            "summary": finding.summary,
            "package": finding.package,
            "certain": finding.is_certain,
            "fixed": finding.fixed,
        })
    };
    json!({
        "component": {
            "name": subject.name, "version": subject.version, "digest": subject.digest,
        },
        "packages": subject.packages,
        "advisoriesRead": count,
        "affected": !findings.is_empty(),
        "findings": findings.iter().map(finding).collect::<Vec<_>>(),
    })
}

/// Prints the packages, and the findings if advisories were read: `count`.
fn print(subject: &Subject, count: Option<usize>, findings: &[Finding]) {
    let paint = Paint::of_stdout();
    let title = format!("{} {}", subject.name, subject.version);
    print_line(format_args!("{}  {}", paint.bold(&title), subject.digest));
    for package in &subject.packages {
        print_line(format_args!(
            "  {:<10} {} {}",
            package.ecosystem, package.name, package.version
        ));
    }
    let Some(count) = count else { return };
    println!();
    if findings.is_empty() {
        print_line(format_args!(
            "{} of {count} advisories affect it",
            paint.good("none")
        ));
        return;
    }
    for finding in findings {
        let names: Vec<&str> = finding.names().map(String::as_str).collect();
        let may = if finding.is_certain {
            ""
        } else {
            "may affect "
        };
        print_line(format_args!(
            "{}: {may}{} {}",
            paint.bad(&names.join(", ")),
            finding.package.name,
            finding.package.version
        ));
        if let Some(summary) = &finding.summary {
            print_line(format_args!("  {summary}"));
        }
        if !finding.fixed.is_empty() {
            print_line(format_args!("  fixed in {}", finding.fixed.join(", ")));
        }
    }
    println!();
    let vulnerabilities = match findings.len() {
        1 => "1 vulnerability affects it".to_owned(),
        number => format!("{number} vulnerabilities affect it"),
    };
    print_line(format_args!(
        "{vulnerabilities}, of {count} advisories that were read"
    ));
    eprintln!(
        "hint: build the component with fixed versions, and publish it under a new version; `--ignore ID` leaves out an \
         advisory that does not concern it"
    );
}
