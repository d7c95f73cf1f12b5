//! Judging a provider by the behaviours of every provider.

use std::fmt::Write as _;

use pulumi_wasm_simulator::conformance::{Breach, Example, Outcome, Verdict, judge};
use serde_json::Value;

use crate::failing::fail;
use crate::provider::Provider;
use crate::values;

/// The stack of the judged resource.
const STACK: &str = "dev";

impl Provider {
    /// Creates a resource with these inputs, deletes it again, and checks the behaviours of every provider: checked
    /// inputs are accepted again, an unchanged resource has no difference, a preview changes nothing and its planned
    /// outputs match the result, unknown and unusual inputs cause no crash, a read and an import find the resource, and
    /// a delete of a missing resource succeeds. `pulumi-wasm test` checks the same behaviours. A behaviour that cannot
    /// be judged, such as an import without a `read`, counts as good.
    ///
    /// The type is a token, or the last part of one. The network of the provider is simulated: let a
    /// [`store`](crate::Fakes::store) or a function answer, rather than single expectations.
    ///
    /// # Panics
    /// When something does not hold, with all that does not.
    #[track_caller]
    pub fn judge(&self, token: &str, inputs: Value) {
        let provider = self.core.provider();
        let example = Example {
            token: provider.token(token),
            name: "judged".to_owned(),
            inputs: values::map(&inputs),
            import_id: None,
        };
        let mut report = String::new();
        let mut tell = |verdict: Verdict| note(&mut report, &verdict);
        let judged = self.core.wait(judge(&provider, STACK, &example, &mut tell));
        match judged {
            Ok(None) => {}
            Ok(Some(failure)) => {
                report.push_str(&format!("\nit could not be deleted: {failure}"));
            }
            Err(reason) => report.push_str(&reason),
        }
        if !report.is_empty() {
            fail(&format!("`{}` does not behave:{report}", example.token));
        }
    }
}

/// Adds the violations.
fn note(report: &mut String, verdict: &Verdict) {
    let Outcome::Broken(breaches) = &verdict.outcome else {
        return;
    };
    let behaviour = verdict.behaviour;
    write_breaches(report, behaviour.name(), behaviour.rule(), breaches);
}

/// The behaviours that do not hold, with their names and rules; empty if all hold.
pub(crate) fn broken<'a>(verdicts: impl Iterator<Item = (&'a str, &'a str, Outcome)>) -> String {
    let mut report = String::new();
    for (name, rule, outcome) in verdicts {
        if let Outcome::Broken(breaches) = outcome {
            write_breaches(&mut report, name, rule, &breaches);
        }
    }
    report
}

fn write_breaches(report: &mut String, name: &str, rule: &str, breaches: &[Breach]) {
    for breach in breaches {
        let (asked, came) = (&breach.asked, &breach.came);
        // Writing to a `String` does not fail.
        let _: std::fmt::Result = write!(report, "\n{name}: {rule}\n  {asked}: {came}");
        for difference in &breach.differences {
            let _: std::fmt::Result = write!(report, "\n    {difference}");
        }
    }
}
