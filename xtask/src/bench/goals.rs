//! The goals, and whether this run met them.

use super::compare::INSTRUCTIONS;
use super::figures::Figures;
use super::peers::{GO, NODE, PYTHON, TONIC};
use super::report;
use super::table::{Table, number, ratio};

/// The figure that has a bound.
enum Goal {
    /// One figure in relation to another is at most so much.
    AtMost(String, String, f64),
    /// It is at least so much.
    AtLeast(String, String, f64),
    /// A time in milliseconds is at most so much.
    Within(String, f64),
}

pub(crate) fn print(figures: &Figures) {
    let mut table = Table::new([
        "goal",
        "at",
        "measured",
        "in processor time",
        "in instructions",
        "met",
    ]);
    let (mut count, mut missed) = (0, 0);
    for (name, goal) in goals() {
        let (bound, measured, is_met) = goal.judge(figures);
        // A part that was not run says nothing.
        if let Some(is_met) = is_met {
            count += 1;
            missed += u32::from(!is_met);
            let met = if is_met { "yes" } else { "no" };
            let [processor, instructions] = goal.in_other_units(figures);
            table.row([
                name,
                bound,
                measured,
                processor,
                instructions,
                met.to_owned(),
            ]);
        }
    }
    if count > 0 {
        table.print("Goals");
    }
    if missed > 0 {
        report::print(&format!(
            "\n{missed} of {count} are not met; docs/performance.md says why, under *Missed goals*."
        ));
    }
}

impl Goal {
    fn judge(&self, figures: &Figures) -> (String, String, Option<bool>) {
        match self {
            Self::AtMost(of, to, bound) => {
                let measured = figures.ratio(of, to);
                let bound_text = format!("at most {}", ratio(Some(*bound)));
                (
                    bound_text,
                    ratio(measured),
                    measured.map(|ratio| ratio <= *bound),
                )
            }
            Self::AtLeast(of, to, bound) => {
                let measured = figures.ratio(of, to);
                let bound_text = format!("at least {}", ratio(Some(*bound)));
                (
                    bound_text,
                    ratio(measured),
                    measured.map(|ratio| ratio >= *bound),
                )
            }
            Self::Within(figure, bound) => {
                let measured = figures.get(figure);
                let bound_text = format!("at most {} ms", number(Some(*bound)));
                let text = format!("{} ms", number(measured));
                (bound_text, text, measured.map(|time| time <= *bound))
            }
        }
    }
}

impl Goal {
    /// The same ratio of processor time and of instructions, if they were measured: other work on the machine disturbs
    /// these less.
    fn in_other_units(&self, figures: &Figures) -> [String; 2] {
        let (Self::AtMost(of, to, _) | Self::AtLeast(of, to, _)) = self else {
            return Default::default();
        };
        [processor_time, instructions].map(|unit: fn(&str) -> Option<String>| {
            let pair = unit(of).zip(unit(to));
            ratio(pair.and_then(|(of, to)| figures.ratio(&of, &to)))
        })
    }
}

/// The name of the processor time that belongs to a time.
fn processor_time(name: &str) -> Option<String> {
    if name.starts_with("up/") {
        // That of the engine too: the time has it as well.
        return Some(format!("{name}-all"));
    }
    let call = name.strip_prefix("calls/")?.strip_suffix("/p50")?;
    Some(format!("calls/{call}/cpu"))
}

/// The name of the instructions that belong to a time.
fn instructions(name: &str) -> Option<String> {
    let call = name.strip_prefix("calls/")?.strip_suffix("/p50")?;
    Some(format!("{INSTRUCTIONS}{call}"))
}

fn goals() -> Vec<(String, Goal)> {
    let mut goals = Vec::new();
    calls(&mut goals);
    for callers in [16, 64] {
        let at = |name: &str| format!("throughput/{name}/{callers}");
        goals.push((
            format!("calls per second, {callers} callers, 200 leaves, to Go"),
            Goal::AtLeast(at("ours, Rust"), at(GO), 8.0),
        ));
    }
    start(&mut goals);
    components(&mut goals);
    goals.push((
        "memory after the first Check, to Go".to_owned(),
        Goal::AtMost(
            "memory/ours, Rust/check".to_owned(),
            format!("memory/{GO}/check"),
            0.35,
        ),
    ));
    goals.push((
        "`pulumi up` of 1,000 resources, to Go".to_owned(),
        Goal::AtMost("up/ours, Rust/up".to_owned(), format!("up/{GO}/up"), 1.0),
    ));
    goals.push((
        "start with 1,000 types, to 1".to_owned(),
        Goal::AtMost(
            "growth/types/1000".to_owned(),
            "growth/types/1".to_owned(),
            1.3,
        ),
    ));
    goals
}

fn calls(goals: &mut Vec<(String, Goal)>) {
    let p50 = |name: &str, method: &str, leaves: u32| format!("calls/{name}/{method}/{leaves}/p50");
    let mut at_most = |text: String, of: String, to: String, bound: f64| {
        goals.push((text, Goal::AtMost(of, to, bound)));
    };
    for (leaves, plain, hooked) in [(20, 0.32, 0.38), (200, 0.14, 0.18), (2000, 0.07, 0.09)] {
        for method in ["check", "diff"] {
            let go = p50(GO, method, leaves);
            let ours = p50("ours, Rust", method, leaves);
            let text = format!("{method}, {leaves} leaves, without a hook, to Go");
            at_most(text, ours, go.clone(), plain);
            let ours = p50("ours, Rust, hook", method, leaves);
            let text = format!("{method}, {leaves} leaves, Rust hook, to Go");
            at_most(text, ours, go, hooked);
        }
        let ours = p50("ours, Rust, hook", "check", leaves);
        let text = format!("check, {leaves} leaves, Rust hook, to native Rust");
        at_most(text, ours, p50(TONIC, "check", leaves), 1.35);
    }
    for leaves in [20, 200] {
        for (language, peer, bound) in [("Python", PYTHON, 0.5), ("TypeScript", NODE, 0.67)] {
            let ours = p50(&format!("ours, {language}, hook"), "check", leaves);
            let text = format!("check, {leaves} leaves, {language} hook, to {peer}");
            at_most(text, ours, p50(peer, "check", leaves), bound);
        }
    }
}

fn start(goals: &mut Vec<(String, Goal)>) {
    for (language, peer, bound, limit) in [
        ("Rust", GO, 0.12, 150.0),
        ("Python", PYTHON, 0.07, 10_000.0),
        ("TypeScript", NODE, 0.07, 2000.0),
    ] {
        let warm = |name: &str| format!("start/warm/{name}/check");
        for hook in ["", ", hook"] {
            let ours = format!("ours, {language}{hook}");
            goals.push((
                format!("exec to first Check, warm, {language}{hook}, to {peer}"),
                Goal::AtMost(warm(&ours), warm(peer), bound),
            ));
            goals.push((
                format!("exec to first Check, warm, {language}{hook}"),
                Goal::Within(warm(&ours), 20.0),
            ));
        }
        goals.push((
            format!("first Create without compiled code, {language}"),
            Goal::Within(format!("start/compile/ours, {language}/create"), limit),
        ));
    }
}

/// Of the first component resource of a process, of each further one, and of the memory of the process.
fn components(goals: &mut Vec<(String, Goal)>) {
    let mut at_most = |text: String, ours: &str, peer: &str, what: &str, bound: f64| {
        let at = |name: &str| format!("components/{name}/{what}");
        goals.push((text, Goal::AtMost(at(ours), at(peer), bound)));
    };
    for (language, peer) in [("Rust", GO), ("Python", PYTHON), ("TypeScript", NODE)] {
        let ours = format!("ours, {language}");
        let is_script = peer != GO;
        let start = if is_script { 0.05 } else { 0.2 };
        let text = format!("exec to the first component of 10 children, {language}, to {peer}");
        at_most(text, &ours, peer, "construct", start);
        if is_script {
            let text = format!("each further component of 10 children, {language}, to {peer}");
            at_most(text, &ours, peer, "further", 0.3);
            let text = format!("memory after the first component, {language}, to {peer}");
            at_most(text, &ours, peer, "memory", 0.2);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Figures, Goal};

    #[test]
    fn a_goal_is_shown_in_what_it_has_other_figures_of() {
        let figures: Figures = [
            ("calls/ours/check/20/cpu", 1.0),
            ("calls/Go/check/20/cpu", 2.0),
            ("instructions/ours/check/20", 1.0),
            ("instructions/Go/check/20", 4.0),
            ("up/ours/up-all", 1.0),
            ("up/Go/up-all", 1.0),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .into_iter()
        .collect();
        let shown = |of: &str, to: &str| {
            Goal::AtMost(of.to_owned(), to.to_owned(), 1.0).in_other_units(&figures)
        };
        let calls = shown("calls/ours/check/20/p50", "calls/Go/check/20/p50");
        assert_eq!(calls, ["0.50×", "0.25×"]);
        assert_eq!(shown("up/ours/up", "up/Go/up"), ["1.00×", ""]);
        assert_eq!(shown("memory/ours/check", "memory/Go/check"), ["", ""]);
    }

    #[test]
    fn a_goal_without_its_figures_is_not_judged() {
        let goal = Goal::AtMost("a".to_owned(), "b".to_owned(), 1.0);
        let mut figures = Figures::default();
        figures.set("a", 1.0);
        assert_eq!(goal.judge(&figures).2, None);
        figures.set("b", 2.0);
        assert_eq!(goal.judge(&figures).2, Some(true));
        figures.set("b", 0.5);
        assert_eq!(goal.judge(&figures).2, Some(false));
    }
}
