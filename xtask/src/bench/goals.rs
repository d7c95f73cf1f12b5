//! The goals, and whether a run meets them.

use super::figures::{Figures, number, print_table, ratio};
use super::providers::{GO, LANGUAGES, NODE, PYTHON, TONIC};
use super::terraform::{FRAMEWORK, OURS, SIZES};

struct Goal {
    name: String,
    figure: String,
    /// The divisor of the ratio. Without it, the figure is a time in milliseconds.
    to: Option<String>,
    bound: f64,
    /// The bound is a minimum and not a maximum.
    is_minimum: bool,
}

/// Prints the goals whose figures the run measured.
pub(super) fn print(figures: &Figures) {
    let titles = ["goal", "bound", "measured", "met"];
    let mut rows = vec![titles.map(str::to_owned).to_vec()];
    for goal in goals() {
        let Some(measured) = goal.measured(figures) else {
            continue;
        };
        let shown = |value: f64| match goal.to {
            Some(_) => ratio(Some(value)),
            None => format!("{} ms", number(Some(value))),
        };
        let kind = if goal.is_minimum {
            "at least"
        } else {
            "at most"
        };
        rows.push(vec![
            goal.name.clone(),
            format!("{kind} {}", shown(goal.bound)),
            shown(measured),
            if goal.is_met(measured) { "yes" } else { "no" }.to_owned(),
        ]);
    }
    if rows.len() > 1 {
        print_table("Goals", &rows);
    }
}

impl Goal {
    fn measured(&self, figures: &Figures) -> Option<f64> {
        match &self.to {
            Some(to) => figures.ratio(&self.figure, to),
            None => figures.get(&self.figure),
        }
    }

    fn is_met(&self, measured: f64) -> bool {
        if self.is_minimum {
            measured >= self.bound
        } else {
            measured <= self.bound
        }
    }
}

fn goals() -> Vec<Goal> {
    let mut goals = Vec::new();
    calls(&mut goals);
    start(&mut goals);
    components(&mut goals);
    terraform(&mut goals);
    for (language, moment, bound) in [("Rust", "check", 0.35), ("Go", "create", 0.5)] {
        let ours = format!("memory/ours, {language}/{moment}");
        let name = format!("memory after the first {moment}, {language}, to Go");
        at_most(
            &mut goals,
            name,
            ours,
            format!("memory/{GO}/{moment}"),
            bound,
        );
    }
    let name = "`pulumi up` of 1,000 resources, to Go".to_owned();
    let ours = "up/ours, Rust/up".to_owned();
    at_most(&mut goals, name, ours, format!("up/{GO}/up"), 1.0);
    goals
}

fn at_most(goals: &mut Vec<Goal>, name: String, figure: String, to: String, bound: f64) {
    goals.push(Goal {
        name,
        figure,
        to: Some(to),
        bound,
        is_minimum: false,
    });
}

fn within(goals: &mut Vec<Goal>, name: String, figure: String, milliseconds: f64) {
    goals.push(Goal {
        name,
        figure,
        to: None,
        bound: milliseconds,
        is_minimum: false,
    });
}

fn calls(goals: &mut Vec<Goal>) {
    let p50 = |name: &str, method: &str, leaves: u32| format!("calls/{name}/{method}/{leaves}/p50");
    for (leaves, plain, hooked) in [(20, 0.32, 0.38), (200, 0.14, 0.18), (2000, 0.07, 0.09)] {
        for method in ["check", "diff"] {
            for (ours, what, bound) in [
                ("ours, Rust", "without a hook", plain),
                ("ours, Rust, hook", "Rust hook", hooked),
            ] {
                let name = format!("{method}, {leaves} leaves, {what}, to Go");
                let ours = p50(ours, method, leaves);
                at_most(goals, name, ours, p50(GO, method, leaves), bound);
            }
        }
        for (method, hook) in [("check", ", hook"), ("diff", ", hook"), ("create", "")] {
            let name = format!("{method}, {leaves} leaves, Go{hook}, to native Go");
            let ours = p50(&format!("ours, Go{hook}"), method, leaves);
            at_most(goals, name, ours, p50(GO, method, leaves), 1.0);
        }
        let name = format!("check, {leaves} leaves, C hook, to a Rust hook");
        let ours = p50("ours, C, hook", "check", leaves);
        let to = p50("ours, Rust, hook", "check", leaves);
        at_most(goals, name, ours, to, 1.0);
        let name = format!("check, {leaves} leaves, Rust hook, to native Rust");
        let ours = p50("ours, Rust, hook", "check", leaves);
        at_most(goals, name, ours, p50(TONIC, "check", leaves), 1.35);
    }
    for leaves in [20, 200] {
        for (language, peer, bound) in [("Python", PYTHON, 0.5), ("TypeScript", NODE, 0.67)] {
            let name = format!("check, {leaves} leaves, {language} hook, to {peer}");
            let ours = p50(&format!("ours, {language}, hook"), "check", leaves);
            at_most(goals, name, ours, p50(peer, "check", leaves), bound);
        }
    }
    for callers in [16, 64] {
        goals.push(Goal {
            name: format!("calls per second, {callers} callers, 200 leaves, to Go"),
            figure: format!("throughput/ours, Rust/{callers}"),
            to: Some(format!("throughput/{GO}/{callers}")),
            bound: 8.0,
            is_minimum: true,
        });
    }
}

fn start(goals: &mut Vec<Goal>) {
    let warm = |name: &str| format!("start/warm/{name}/check");
    for ((language, peer), (bound, first_create)) in LANGUAGES.into_iter().zip([
        (0.12, 150.0),
        (0.07, 10_000.0),
        (0.07, 2000.0),
        (0.15, 5000.0),
        (0.12, 50.0),
    ]) {
        for hook in ["", ", hook"] {
            let ours = warm(&format!("ours, {language}{hook}"));
            let name = format!("exec to first Check, warm, {language}{hook}");
            let relative = format!("{name}, to {peer}");
            at_most(goals, relative, ours.clone(), warm(peer), bound);
            within(goals, name, ours, 20.0);
        }
        let name = format!("first Create without compiled code, {language}");
        let figure = format!("start/compile/ours, {language}/create");
        within(goals, name, figure, first_create);
    }
}

fn components(goals: &mut Vec<Goal>) {
    for (language, peer) in LANGUAGES {
        let mut goal = |name: &str, what: &str, bound: f64| {
            let at = |provider: &str| format!("components/{provider}/{what}");
            let ours = at(&format!("ours, {language}"));
            let name = format!("{name}, {language}, to {peer}");
            at_most(goals, name, ours, at(peer), bound);
        };
        let is_script = peer != GO;
        let first = if is_script { 0.05 } else { 0.2 };
        goal(
            "exec to the first component of 10 children",
            "construct",
            first,
        );
        if is_script {
            goal("each further component of 10 children", "further", 0.3);
            goal("memory after the first component", "memory", 0.2);
        }
    }
}

fn terraform(goals: &mut Vec<Goal>) {
    let mut goal = |name: String, what: &str, bound: f64| {
        let at = |provider: &str| format!("terraform/{provider}/{what}");
        let name = format!("Terraform: {name}, to {FRAMEWORK}");
        at_most(goals, name, at(OURS), at(FRAMEWORK), bound);
    };
    goal("exec to the first plan".to_owned(), "start", 0.2);
    goal("memory after the first plan".to_owned(), "memory", 0.4);
    for leaves in SIZES {
        let name = format!("plan, {leaves} leaves");
        goal(name, &format!("plan/{leaves}"), 0.4);
    }
    let name = "empty plan of 500 resources".to_owned();
    goal(name, "empty plan", 1.0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_goal_is_judged_if_its_figures_exist() {
        let mut goals = Vec::new();
        at_most(
            &mut goals,
            String::new(),
            "a".to_owned(),
            "b".to_owned(),
            1.0,
        );
        let goal = goals.remove(0);
        let mut figures = Figures::default();
        figures.set("a", 1.0);
        assert_eq!(goal.measured(&figures), None);
        for (b, is_met) in [(2.0, true), (0.5, false)] {
            figures.set("b", b);
            assert_eq!(
                goal.measured(&figures).map(|ratio| goal.is_met(ratio)),
                Some(is_met)
            );
        }
    }
}
