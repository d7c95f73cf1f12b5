//! Runs the cases of `tests/conformance`.
//!
//! `pulumi-wasm-conformance` reads and plays them, here and in `pulumi-wasm conformance`. `languages` finds the guests and their exceptions, `released`
//! the kept guests. `inventory` and `schema` judge the cases and the guests as a whole.

mod inventory;
mod languages;
mod released;
mod schema;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use languages::Language;
use libtest_mimic::{Arguments, Completion, Failed, Trial};
use pulumi_wasm_conformance::{Case, Server, play};
use tokio::runtime::Runtime;

/// The folder of cases and guests.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance")
}

/// Creates a trial for each case and each language, and runs the selected ones.
pub(crate) fn run() -> ExitCode {
    let arguments = Arguments::from_args();
    let runtime = Arc::new(Runtime::new().expect("a runtime"));
    let server = Arc::new(runtime.block_on(Server::start()).expect("a port"));
    let cases = pulumi_wasm_conformance::all().expect("cases that can be read");
    let cases: Vec<Arc<Case>> = cases.into_iter().map(Arc::new).collect();
    let languages: Vec<Arc<Language>> = languages::all(&folder(), &server)
        .into_iter()
        .map(Arc::new)
        .collect();
    if released::writes_cases(&cases, &languages) {
        return ExitCode::SUCCESS;
    }

    let mut trials = vec![
        trial("inventory::cases_show_rules_that_there_are", {
            let cases = cases.clone();
            move || inventory::rules_exist(&cases)
        }),
        trial("inventory::exceptions_are_about_cases", {
            let (cases, languages) = (cases.clone(), languages.clone());
            move || inventory::exceptions_are_about_cases(&cases, &languages)
        }),
        trial("inventory::kept_components_play_cases_that_there_are", {
            let (cases, languages) = (cases.clone(), languages.clone());
            move || inventory::kept_components_play(&cases, &languages)
        }),
        trial("inventory::there_are_enough_cases", {
            let cases = cases.clone();
            move || inventory::there_are_enough(&cases)
        }),
    ];
    let of_today = |language: &&Arc<Language>| language.kept.is_none();
    for language in languages.iter().filter(of_today) {
        let of_schema = Arc::clone(&runtime);
        let compared: Vec<_> = languages.iter().filter(of_today).cloned().collect();
        let given = Arc::clone(language);
        let name = format!("{}::the_schema_is_that_of_all_languages", language.name);
        trials.push(trial(&name, move || {
            of_schema.block_on(schema::is_that_of_all(&given, &compared))
        }));
    }
    let is_shell =
        |language: &&Arc<Language>| language.kept.as_ref().is_some_and(|kept| kept.is_shell);
    for shell in languages.iter().filter(is_shell) {
        let (runtime, shell) = (Arc::clone(&runtime), Arc::clone(shell));
        let name = format!("{}::links", shell.name);
        trials.push(trial(&name, move || {
            runtime.block_on(released::links(&shell))
        }));
    }
    for language in &languages {
        let own = cases.iter().filter(|case| language.plays(case));
        trials.extend(own.map(|case| of_case(&runtime, &server, language, case)));
    }
    let conclusion = libtest_mimic::run(&arguments, trials);
    runtime.block_on(async {
        for language in &languages {
            // The cases have ended; a process that is gone has made them fail already.
            drop(language.guest.stop().await);
        }
    });
    conclusion.exit_code()
}

fn trial(name: &str, check: impl FnOnce() -> Result<(), String> + Send + 'static) -> Trial {
    Trial::test(name, move || check().map_err(Failed::from))
}

/// A case in a language. A case that the language cannot pass is shown with the reason. If it passes, that is a
/// failure, so that no exception outlives its reason.
fn of_case(
    runtime: &Arc<Runtime>,
    server: &Arc<Server>,
    language: &Arc<Language>,
    case: &Arc<Case>,
) -> Trial {
    let (runtime, server) = (Arc::clone(runtime), Arc::clone(server));
    let (language, case) = (Arc::clone(language), Arc::clone(case));
    let name = format!("{}::{}", language.name, case.name);
    let reason = language.exceptions.get(&case.name).cloned();
    let kind = reason.as_ref().map(|reason| format!("excepted: {reason}"));
    let is_long = language.is_long(&case.name);
    let trial = Trial::ignorable_test(name, move || {
        let outcome = runtime.block_on(play(&case, &language.guest, &server));
        match (outcome, reason) {
            (outcome, None) => outcome
                .map(|()| Completion::Completed)
                .map_err(|error| Failed::from(format!("{error:#}"))),
            (Err(_), Some(reason)) => Ok(Completion::ignored_with(reason)),
            (Ok(()), Some(_)) => Err("it passes: remove its line in exceptions.yaml".into()),
        }
    })
    .with_ignored_flag(is_long);
    match kind {
        Some(kind) => trial.with_kind(kind),
        None => trial,
    }
}
