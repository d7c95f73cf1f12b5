//! The outcomes of the conformance cases, as text and as JSON.

use std::collections::BTreeMap;

use pulumi_wasm_conformance::Case;
use serde_json::{Value, json};

use crate::terminal::print_line;

/// The end of a case.
pub(super) enum Ending {
    Passed,
    /// With the report.
    Failed(String),
    /// It fails, as the file of exceptions says, for this reason.
    Excepted(String),
    /// The component does not have this part.
    NotApplicable(String),
}

/// The cases that one component played.
pub(super) struct Outcome {
    /// The component's.
    name: String,
    /// The title, the rule and the ending of each case, by the case's name.
    endings: BTreeMap<String, (String, String, Ending)>,
}

impl Outcome {
    pub(super) fn new(name: String) -> Self {
        Self {
            name,
            endings: BTreeMap::new(),
        }
    }

    pub(super) fn add(&mut self, case: &Case, ending: Ending) {
        let (title, rule) = (case.title.clone(), case.rule.clone());
        self.endings
            .insert(case.name.clone(), (title, rule, ending));
    }

    pub(super) fn has_failure(&self) -> bool {
        let mut endings = self.endings.values();
        endings.any(|(_, _, ending)| matches!(ending, Ending::Failed(_)))
    }

    /// Whether the component could play a case.
    pub(super) fn has_played(&self) -> bool {
        let mut endings = self.endings.values();
        endings.any(|(_, _, ending)| !matches!(ending, Ending::NotApplicable(_)))
    }

    /// How many cases ended so.
    fn count(&self, is_so: impl Fn(&Ending) -> bool) -> usize {
        let endings = self.endings.values();
        endings.filter(|(_, _, ending)| is_so(ending)).count()
    }
}

/// Prints the outcomes: failures last, because they matter most.
pub(super) fn print(outcomes: &[Outcome]) {
    for outcome in outcomes {
        let mut lacking: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (name, (_, _, ending)) in &outcome.endings {
            match ending {
                Ending::Passed => println!("passed          {name}"),
                Ending::Excepted(reason) => {
                    print_line(format_args!("excepted        {name}: {reason}"))
                }
                Ending::NotApplicable(part) => lacking.entry(part).or_default().push(name),
                Ending::Failed(_) => {}
            }
        }
        for (part, cases) in lacking {
            // Nearly all cases are about one package.
            let cases = if part.starts_with("the package ") {
                format!("{} cases", cases.len())
            } else {
                cases.join(", ")
            };
            println!("not applicable  {} lacks {part}: {cases}", outcome.name);
        }
        for (name, (_, _, ending)) in &outcome.endings {
            if let Ending::Failed(report) = ending {
                println!("FAILED          {name}\n  {}", report.trim_end());
            }
        }
        println!(
            "{}: {} passed, {} failed, {} excepted, {} not applicable",
            outcome.name,
            outcome.count(|ending| matches!(ending, Ending::Passed)),
            outcome.count(|ending| matches!(ending, Ending::Failed(_))),
            outcome.count(|ending| matches!(ending, Ending::Excepted(_))),
            outcome.count(|ending| matches!(ending, Ending::NotApplicable(_)))
        );
    }
}

/// The outcomes as JSON: a list of components, each with its cases.
pub(super) fn as_json(outcomes: &[Outcome]) -> Value {
    let guests = outcomes.iter().map(|outcome| {
        let cases = outcome.endings.iter().map(|(name, (title, rule, ending))| {
            let (word, more) = match ending {
                Ending::Passed => ("passed", None),
                Ending::Failed(report) => ("failed", Some(("report", report))),
                Ending::Excepted(reason) => ("excepted", Some(("reason", reason))),
                Ending::NotApplicable(part) => ("not applicable", Some(("lacks", part))),
            };
            let mut case = json!({ "case": name, "title": title, "rule": rule, "outcome": word });
            if let (Some(members), Some((key, text))) = (case.as_object_mut(), more) {
                members.insert(key.to_owned(), text.as_str().into());
            }
            case
        });
        json!({ "name": outcome.name, "cases": cases.collect::<Vec<_>>() })
    });
    json!({ "guests": guests.collect::<Vec<_>>() })
}
