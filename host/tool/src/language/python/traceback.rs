//! The messages of the interpreter while componentize-py makes a component, in the author's terms.

use std::fmt::Write as _;

/// The prefix of a traceback's lines that name a place.
const PLACE: &str = "  File \"";
/// The folder at which componentize-py mounts its first argument: the project's modules.
const PROJECT: &str = "/0/";
/// The same of the folder with the packages that the project depends on.
const PACKAGES: &str = "/2/";
/// The module that the tool writes beside the project's modules.
const ENTRY: &str = "provider_component.py";

const HINT: &str = "hint: all modules are imported once, by the Python of the component, which has no sockets, threads, other programs \
    or compiled packages; `http` of pulumi_wasm_provider reaches servers";

const ANEW: &str = "hint: remove `.pulumi-wasm`; the next build makes it again";

/// The text after the sentence that no component was made: the last exception with the author's lines in its traceback,
/// or, without an exception, the message of componentize-py.
pub(super) fn explained(output: &str) -> String {
    let told = output.split("\nCaused by:").next().unwrap_or(output);
    let Some(start) = told.rfind("Traceback (most recent call last):") else {
        return format!("\n{}\n{ANEW}", told.trim());
    };
    let traceback = told.get(start..).unwrap_or(told);
    let lines: Vec<&str> = traceback.lines().skip(1).collect();
    let headline = lines
        .iter()
        .position(|line| !line.is_empty() && !line.starts_with(' '));
    let (frames, headline) = lines.split_at(headline.unwrap_or(lines.len()));
    let mut explained = headline.join("\n").trim().to_owned();
    for (number, line) in frames.iter().enumerate() {
        if let Some(place) = place(line) {
            let source = frames
                .get(number + 1)
                .filter(|line| line.starts_with("    "));
            let source = source.map(|line| line.trim()).unwrap_or_default();
            let _ = write!(explained, "\n  at {place}\n      {source}");
        }
    }
    format!(": {explained}\n{HINT}")
}

/// `provider.py:25, in <module>`, of a line such as `  File "/0/provider.py", line 25, in <module>`; `None` if the file
/// is not the author's.
fn place(line: &str) -> Option<String> {
    let (file, rest) = line.strip_prefix(PLACE)?.split_once("\", line ")?;
    let file = file
        .strip_prefix(PROJECT)
        .or_else(|| file.strip_prefix(PACKAGES))
        .filter(|file| *file != ENTRY)?;
    Some(format!("{file}:{rest}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_traceback_is_told_by_the_lines_of_the_author() {
        let output = "\
[2026] ERROR something of its own
Traceback (most recent call last):
  File \"/0/provider_component.py\", line 3, in <module>
    Description, Lifecycle = bind(\"provider\", \"{}\")
                             ~~~~^^^^^^^^^^^^^^^^^^^^^
  File \"/1/pulumi_wasm_provider/_guest/component.py\", line 215, in bind
    built = BuiltProvider(importlib.import_module(module))
  File \"/0/acme/things.py\", line 24, in <module>
    import fancy
  File \"/2/fancy/core.py\", line 7, in connect
    import ssl
  File \"/python/ssl.py\", line 100, in <module>
    import _ssl
    ^^^^^^^^^^^
ModuleNotFoundError: No module named '_ssl'

Caused by:
    error while executing at wasm backtrace";
        let expected = "\
: ModuleNotFoundError: No module named '_ssl'
  at acme/things.py:24, in <module>
      import fancy
  at fancy/core.py:7, in connect
      import ssl
hint: all modules are imported once";
        let told = explained(output);
        assert!(told.starts_with(expected), "{told}");
        assert_eq!(
            explained("failed to read the folder\n\nCaused by:\n  0: x"),
            format!("\nfailed to read the folder\n{ANEW}")
        );
    }
}
