//! The results of the cases, for people and for programs.

use std::fmt::Write as _;
use std::path::Path;

use pulumi_wasm_core::text::{Excerpt, on_one_line};
use pulumi_wasm_simulator::conformance::{Breach, Outcome};
use pulumi_wasm_simulator::{Reveal, is_secret, show};
use serde_json::{Value, json};

use super::outcome::{Kind, Part, Result};
use crate::local_provider::LocalProvider;
use crate::terminal::Paint;

/// The format of a report.
pub(super) struct Style {
    pub(super) paint: Paint,
    pub(super) reveal: Reveal,
    /// Whether successes are listed as well.
    pub(super) is_verbose: bool,
}

/// The first lines.
pub(super) fn head(local: &LocalProvider, style: &Style) -> String {
    let manifest = &local.manifest;
    let name = style.paint.bold(&format!(
        "{} {}",
        Excerpt::name(manifest.name()),
        Excerpt::name(manifest.version())
    ));
    let rest = format!("{}  {}", local.file.display(), local.digest);
    format!("{name}  {}\n", style.paint.dim(&rest))
}

/// The text about a project without cases.
pub(super) fn generated(place: &Path, style: &Style) -> String {
    format!(
        "\n{} no test cases found in `{}`: examples are made from the schema, without a server\n\
         hint: create `tests/NAME.yaml`; see `pulumi-wasm test --help`",
        style.paint.note("note:"),
        shown_path(place)
    )
}

/// One case.
pub(super) fn case(result: &Result, style: &Style) -> String {
    let paint = style.paint;
    let mark = if result.passed() {
        paint.good("✓")
    } else {
        paint.bad("✗")
    };
    let mut text = format!(
        "  {mark} {}  {}\n",
        result.title,
        paint.dim(&format!(
            "{}  {}  {} ms",
            result.token,
            counts(&result.parts),
            result.took.as_millis()
        ))
    );
    for part in &result.parts {
        if part.is_broken() || style.is_verbose {
            text.push_str(&of_part(part, style));
        }
    }
    let is_told_all = !result.passed() || style.is_verbose;
    let said = result.messages.iter();
    let said: Vec<&str> = said
        .filter(|message| is_told_all || message.is_for_author)
        .map(|message| message.text.as_str())
        .collect();
    if !said.is_empty() {
        // A write to a string cannot fail.
        let _ = writeln!(text, "      {}", paint.dim("messages:"));
        for message in said {
            let _ = writeln!(text, "{}", paint.dim(&indented(message, 8)));
        }
    }
    text
}

fn counts(parts: &[Part]) -> String {
    let of = |kind: Kind, word: &str| {
        let count = parts.iter().filter(|part| part.kind == kind).count();
        match count {
            1 => format!("1 {word}"),
            count => format!("{count} {word}s"),
        }
    };
    let left_out = parts
        .iter()
        .filter(|part| matches!(part.outcome, Outcome::NotJudged(_)))
        .count();
    let mut text = of(Kind::Step, "step");
    if parts.iter().any(|part| part.kind == Kind::Behaviour) {
        text.push_str(", ");
        text.push_str(&of(Kind::Behaviour, "behaviour"));
    }
    if left_out > 0 {
        let _ = write!(text, " ({left_out} not judged)");
    }
    text
}

fn of_part(part: &Part, style: &Style) -> String {
    let paint = style.paint;
    let (mark, rest) = match &part.outcome {
        Outcome::Holds => (paint.good("✓"), String::new()),
        Outcome::NotJudged(reason) => (paint.note("-"), format!(": {reason}")),
        Outcome::Broken(_) => (paint.bad("✗"), String::new()),
    };
    let name = match part.kind {
        Kind::Step => part.rule.clone(),
        Kind::Behaviour => format!("{}: {}", part.name, part.rule),
    };
    let mut text = format!("      {mark} {name}{}\n", paint.dim(&rest));
    for breach in part.breaches() {
        text.push_str(&of_breach(breach, part, style));
    }
    if part.lacks_secrets_alone() {
        let name = &part.name;
        let _ = writeln!(
            text,
            "          hint: if the server never tells it, give the case `skip: {{ {name}: REASON }}`"
        );
    }
    text
}

fn of_breach(breach: &Breach, part: &Part, style: &Style) -> String {
    let paint = style.paint;
    let mut text = String::new();
    if part.kind == Kind::Behaviour {
        let _ = writeln!(text, "          asked     {}", breach.asked);
    }
    let came = indented(&breach.came, 20);
    let _ = writeln!(text, "          came      {}", came.trim_start());
    for difference in &breach.differences {
        let path = match difference.path.as_str() {
            "" => "the whole",
            path => path,
        };
        let shown = |value: &Option<Value>| match value {
            Some(value) => show(value, style.reveal),
            None => "nothing".to_owned(),
        };
        let hides = style.reveal == Reveal::Nothing
            && [&difference.expected, &difference.found]
                .into_iter()
                .all(|value| value.as_ref().is_some_and(is_secret));
        let other = if hides { " (another one)" } else { "" };
        let _ = writeln!(
            text,
            "          {}",
            paint.bold(&Excerpt::name(path).to_string())
        );
        let _ = writeln!(
            text,
            "            expected  {}",
            paint.good(&on_one_line(&shown(&difference.expected)))
        );
        let _ = writeln!(
            text,
            "            came      {}{other}",
            paint.bad(&on_one_line(&shown(&difference.found)))
        );
    }
    text
}

fn indented(text: &str, by: usize) -> String {
    let lines: Vec<String> = text
        .lines()
        .map(|line| format!("{:by$}{line}", ""))
        .collect();
    lines.join("\n")
}

/// The last lines.
pub(super) fn summary(results: &[Result], untested: &[String], style: &Style) -> String {
    let paint = style.paint;
    let failed = results.iter().filter(|result| !result.passed()).count();
    let mut text = String::new();
    for token in untested {
        let _ = writeln!(
            text,
            "{} no case is about `{token}`",
            paint.note("not tested:")
        );
    }
    let counts = format!("{} passed, {failed} failed", results.len() - failed);
    let counts = match failed {
        0 => paint.good(&counts),
        _ => paint.bad(&counts),
    };
    let _ = writeln!(text, "{counts}");
    text
}

/// Everything, for programs.
pub(super) fn document(
    local: &LocalProvider,
    results: &[Result],
    untested: &[String],
    reveal: Reveal,
) -> Value {
    let failed = results.iter().filter(|result| !result.passed()).count();
    json!({
        "package": local.manifest.name(),
        "version": local.manifest.version(),
        "component": local.file.display().to_string(),
        "digest": local.digest.to_string(),
        "cases": results.iter().map(|result| of_result(result, reveal)).collect::<Vec<_>>(),
        "untested": untested,
        "passed": results.len() - failed,
        "failed": failed,
    })
}

fn of_result(result: &Result, reveal: Reveal) -> Value {
    let shown = |value: &Option<Value>| value.as_ref().map(|value| show(value, reveal));
    let breach = |breach: &Breach| {
        let differences = breach.differences.iter().map(|difference| {
            json!({
                "path": difference.path,
                "expected": shown(&difference.expected),
                "came": shown(&difference.found),
            })
        });
        json!({
            "asked": breach.asked,
            "came": breach.came,
            "differences": differences.collect::<Vec<_>>(),
        })
    };
    let part = |part: &Part| {
        let (outcome, reason) = match &part.outcome {
            Outcome::Holds => ("passed", None),
            Outcome::NotJudged(reason) => ("not-judged", Some(reason)),
            Outcome::Broken(_) => ("failed", None),
        };
        json!({
            "kind": match part.kind { Kind::Step => "step", Kind::Behaviour => "behaviour" },
            "name": part.name,
            "rule": part.rule,
            "outcome": outcome,
            "reason": reason,
            "breaches": part.breaches().iter().map(breach).collect::<Vec<_>>(),
        })
    };
    json!({
        "file": shown_path(&result.file),
        "case": result.title,
        "token": result.token,
        "passed": result.passed(),
        "parts": result.parts.iter().map(part).collect::<Vec<_>>(),
        "messages": result.messages.iter().map(|message| &message.text).collect::<Vec<_>>(),
        "milliseconds": u64::try_from(result.took.as_millis()).unwrap_or(u64::MAX),
    })
}

/// A path without the `./` in front, which people read over.
pub(super) fn shown_path(path: &Path) -> String {
    let path: std::path::PathBuf = path.components().collect();
    path.display().to_string()
}
