//! `cargo xtask size`: how many lines of Rust each part has, of code and of tests.
//!
//! Lines are physical ones, comments and empty lines among them.

use std::collections::BTreeMap;
use std::fs;
use std::ops::AddAssign;
use std::process::Command;

use anyhow::{Context, Result};

use crate::host_crates::{self, PLUGIN};
use crate::paths::Paths;
use crate::process;

/// A file with more lines of code than this is a long one.
const LONG: usize = 250;
/// The other parts of the repository, by the start of their files' paths.
const OTHERS: [(&str, &str); 3] = [
    ("guest-sdk/rust*", "guest-sdk/rust"),
    ("xtask", "xtask/"),
    ("tests", "tests/"),
];

/// The counted lines and files of a part.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct Size {
    code: usize,
    tests: usize,
    long_files: usize,
}

impl AddAssign for Size {
    fn add_assign(&mut self, other: Self) {
        self.code += other.code;
        self.tests += other.tests;
        self.long_files += other.long_files;
    }
}

/// Counts the files that Git knows or would add, and prints the table.
pub(crate) fn run(paths: &Paths) -> Result<()> {
    let mut host: BTreeMap<String, Size> = host_crates::read(paths)?
        .into_keys()
        .map(|name| (name, Size::default()))
        .collect();
    let mut others = OTHERS.map(|_| Size::default());
    let mut list = Command::new("git");
    list.arg("-C").arg(&paths.root);
    list.args(["ls-files", "--cached", "--others", "--exclude-standard"]);
    for file in process::capture(list.args(["--", "*.rs"]))?.lines() {
        let part = match file.strip_prefix("host/") {
            Some(inside) => host.get_mut(name_of_crate(inside, &host)),
            None => OTHERS
                .iter()
                .zip(&mut others)
                .find_map(|((_, start), size)| file.starts_with(start).then_some(size)),
        };
        let path = paths.root.join(file);
        // Git lists a file that is gone until its end is committed.
        if let Some(part) = part
            && path.is_file()
        {
            let text = fs::read_to_string(path);
            *part += size_of(
                file,
                &text.with_context(|| format!("{file} cannot be read"))?,
            );
        }
    }
    print!("{}", table(&host, &others));
    Ok(())
}

/// The crate of a file of the host, by its path below `host/`.
fn name_of_crate<'a>(inside: &'a str, host: &BTreeMap<String, Size>) -> &'a str {
    match inside.split_once('/') {
        Some((folder, _)) if host.contains_key(folder) => folder,
        _ => PLUGIN,
    }
}

fn table(host: &BTreeMap<String, Size>, others: &[Size; OTHERS.len()]) -> String {
    let mut whole = Size::default();
    let mut table = "| part | code | tests | files with more than 250 lines of code |\n".to_owned();
    table += "| --- | --: | --: | --: |\n";
    for (name, size) in host {
        whole += *size;
        table += &match name.as_str() {
            PLUGIN => row("`host/`, the plugin", size),
            name => row(&format!("`host/{name}`"), size),
        };
    }
    table += &row("the host", &whole);
    for ((name, _), size) in OTHERS.iter().zip(others) {
        table += &row(&format!("`{name}`"), size);
    }
    table
}

fn row(name: &str, size: &Size) -> String {
    let (code, tests) = (in_groups(size.code), in_groups(size.tests));
    format!("| {name} | {code} | {tests} | {} |\n", size.long_files)
}

/// `12,345`.
fn in_groups(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.char_indices() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn size_of(file: &str, text: &str) -> Size {
    let lines: Vec<&str> = text.lines().collect();
    let code = if is_of_tests(file) { 0 } else { code(&lines) };
    Size {
        code,
        tests: lines.len() - code,
        long_files: usize::from(code > LONG),
    }
}

/// Whether all of a file is tests, by its path. A helper of tests, `testing`, is code.
fn is_of_tests(file: &str) -> bool {
    let (folders, name) = file.rsplit_once('/').unwrap_or(("", file));
    name == "tests.rs"
        || name.ends_with("_tests.rs")
        || folders
            .split('/')
            .any(|folder| folder == "tests" || folder == "test_version")
}

/// The number of lines before the modules of tests at the end of a file. `rustfmt` has written it.
fn code(lines: &[&str]) -> usize {
    let mut code = lines;
    while let Some(start) = (0..code.len()).find(|start| is_tests_until_end(&code[*start..])) {
        code = &code[..start];
    }
    code.len()
}

/// Whether lines are `#[cfg(test)] mod NAME { … }` and nothing after it.
fn is_tests_until_end(lines: &[&str]) -> bool {
    let Some((&"#[cfg(test)]", rest)) = lines.split_first() else {
        return false;
    };
    let mut rest = rest.iter().skip_while(|line| line.starts_with("#["));
    let is_module = |line: &&str| {
        let is_named = line.starts_with("mod ") || line.starts_with("pub(crate) mod ");
        is_named && line.ends_with('{')
    };
    if !rest.next().is_some_and(is_module) {
        return false;
    }
    let mut in_raw_text = false;
    let has_end = rest.any(|line| {
        in_raw_text = ends_in_raw_text(line, in_raw_text);
        !in_raw_text && *line == "}"
    });
    has_end && rest.all(|line| line.is_empty())
}

/// Whether a text `r#"…"#` is open after a line: at the margin of one, a brace ends no module.
fn ends_in_raw_text(line: &str, is_in_text: bool) -> bool {
    match (line.rfind("r#\""), line.rfind("\"#")) {
        (Some(begin), Some(end)) => begin > end,
        (Some(_), None) => true,
        (None, Some(_)) => false,
        (None, None) => is_in_text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_of_tests_at_the_end_of_a_file_are_no_code() {
        let module = ["#[cfg(test)]", "mod tests {", "    fn a() {", "    }", "}"];
        let allowed = ["#[cfg(test)]", "#[allow(x)]", "pub(crate) mod b {", "}"];
        let raw = [
            "#[cfg(test)]",
            "mod tests {",
            "    const A: &str = r#\"fn a() {",
            "}",
            "fn b() {}",
            "\"#;",
            "}",
        ];
        let cases: [(&[&[&str]], usize, &str); 9] = [
            (&[&[]], 1, "an empty line"),
            (&[&["fn a() {", "}"]], 2, "code alone"),
            (&[&["use a;", ""], &module], 2, "a module"),
            (&[&["use a;"], &module, &[""]], 1, "an empty line after it"),
            (&[&["use a;"], &allowed], 1, "an attribute"),
            (&[&["use a;"], &module, &[""], &allowed], 1, "two modules"),
            (&[&["use a;"], &raw], 1, "a brace in a text"),
            (&[&module, &["fn a() {", "}"]], 7, "code after a module"),
            (&[&["#[cfg(test)]", "mod tests;"]], 2, "a file of tests"),
        ];
        for (parts, expected, name) in cases {
            let text: String = parts.concat().join("\n") + "\n";
            let whole = text.lines().count();
            let size = size_of("host/core/src/a.rs", &text);
            assert_eq!(
                (size.code, size.tests),
                (expected, whole - expected),
                "{name}"
            );
        }
    }

    #[test]
    fn the_path_of_a_file_tells_whether_all_of_it_is_tests() {
        for file in [
            "host/core/src/schema/tests.rs",
            "host/core/src/schema/tests/names.rs",
            "host/simulator/src/construction/method_tests.rs",
            "host/sandbox/src/guest/test_version/mod.rs",
            "tests/engine.rs",
        ] {
            assert!(is_of_tests(file), "{file}");
        }
        for file in [
            "build.rs",
            "host/core/src/testing.rs",
            "host/core/src/testing/fake.rs",
            "host/tool/src/test/mod.rs",
            "host/tool/src/latest.rs",
        ] {
            assert!(!is_of_tests(file), "{file}");
        }
    }

    #[test]
    fn a_file_is_long_by_its_code_alone() {
        let of = |file: &str, lines: usize| size_of(file, &"// a\n".repeat(lines)).long_files;
        assert_eq!(of("a.rs", LONG), 0);
        assert_eq!(of("a.rs", LONG + 1), 1);
        assert_eq!(of("tests.rs", LONG + 1), 0);
    }

    #[test]
    fn the_table_has_the_crates_their_sum_and_the_other_parts() {
        let size = |code, tests, long_files| Size {
            code,
            tests,
            long_files,
        };
        let host = [
            ("core".to_owned(), size(1_234, 90, 1)),
            (PLUGIN.to_owned(), size(1_000_000, 10, 2)),
        ];
        let others = [size(1, 2, 3), size(4, 5, 6), size(0, 7, 0)];
        let table = table(&host.into(), &others);
        let rows: Vec<&str> = table.lines().skip(2).collect();
        let expected = [
            "| `host/core` | 1,234 | 90 | 1 |",
            "| `host/`, the plugin | 1,000,000 | 10 | 2 |",
            "| the host | 1,001,234 | 100 | 3 |",
            "| `guest-sdk/rust*` | 1 | 2 | 3 |",
            "| `xtask` | 4 | 5 | 6 |",
            "| `tests` | 0 | 7 | 0 |",
        ];
        assert_eq!(rows, expected);
    }
}
