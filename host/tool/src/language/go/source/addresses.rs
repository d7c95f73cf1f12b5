//! The hosts of the addresses in the author's source.

use pulumi_wasm_capability::http::HostPattern;

use super::syntax::File;
use super::values::{Piece, Values};

/// Words in lines whose addresses are for people.
const FOR_PEOPLE: [&str; 9] = [
    "Describe(",
    "Homepage",
    "Repository",
    "LogoURL",
    "DownloadURL",
    "Publisher",
    "License",
    "Deprecate(",
    "Display",
];

/// Stands for a part of an address that is not known. No address has it.
const UNKNOWN: &str = "\0";
/// The verbs of a format. In an address each stands for a text that is not known.
const VERBS: [&str; 4] = ["%s", "%v", "%d", "%q"];

/// The hosts in a file, with `http://` before those without TLS, each with its line. `source` is the text of the file.
pub(super) fn find<'f>(file: &'f File, values: &Values<'f>, source: &str) -> Vec<(String, usize)> {
    let lines: Vec<&str> = source.lines().collect();
    let mut found = Vec::new();
    for at in 0..file.tokens.len() {
        let Some(start) = start_of_address(file, at) else {
            continue;
        };
        let line = file.tokens[at].line;
        let shown = lines.get(line - 1).copied().unwrap_or_default();
        if FOR_PEOPLE.iter().any(|word| shown.contains(word)) {
            continue;
        }
        let end = end_of_sum(file, start);
        for value in values.of_expression(file, start..end) {
            found.extend(host(&value).map(|host| (host, line)));
        }
    }
    found
}

/// The position where the expression of an address begins whose first text is at a position. `None` if no address begins there.
fn start_of_address(file: &File, at: usize) -> Option<usize> {
    let begins = |text: &str| {
        let start = text.get(..4).unwrap_or(text);
        start.eq_ignore_ascii_case("http")
    };
    let tokens = &file.tokens;
    let is = |back: usize, sign: &str| at >= back && tokens[at - back].is(sign);
    let is_joined = tokens.get(at + 1).is_some_and(|token| token.is("+"));
    let is_begin = match tokens[at].text() {
        Some(text) => begins(text),
        // The name of a constant, such as `scheme + host`.
        None => tokens[at].name().is_some() && is_joined,
    };
    if !is_begin || is(1, "+") || is(1, ".") {
        return None;
    }
    // `fmt.Sprintf(` before the text.
    let is_format = is(1, "(") && at >= 4 && tokens[at - 2].is_name("Sprintf") && is(3, ".");
    Some(if is_format { at - 4 } else { at })
}

/// The end of a sum of texts, names, and calls.
fn end_of_sum(file: &File, start: usize) -> usize {
    let tokens = &file.tokens;
    let mut at = start;
    while let Some(token) = tokens.get(at) {
        if token.is("(") || token.is("[") {
            at = file.behind(at);
        } else if token.text().is_some() || token.name().is_some() || token.is(".") || token.is("+")
        {
            at += 1;
        } else {
            break;
        }
    }
    at
}

/// The host of an address, as a permission names it. Of a host whose first part is not known, all hosts with its other parts.
fn host(value: &[Piece]) -> Option<String> {
    let mut address = String::new();
    for piece in value {
        match piece {
            Piece::Text(text) => {
                let known = |text: String, verb: &str| text.replace(verb, UNKNOWN);
                address.push_str(&VERBS.into_iter().fold(text.clone(), known));
            }
            Piece::Parameter(_) | Piece::Unknown => address.push_str(UNKNOWN),
        }
    }
    let (scheme, rest) = address.split_once("://")?;
    let scheme = match scheme.to_ascii_lowercase().as_str() {
        "https" => "",
        "http" => "http://",
        _ => return None,
    };
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let authority = rest[..end].rsplit('@').next()?.to_ascii_lowercase();
    let host = match authority.rsplit_once(UNKNOWN) {
        Some((_, known)) => {
            let (_, known) = known.split_once('.')?;
            // Without two parts it would be a whole domain of the highest level.
            known.contains('.').then(|| format!("*.{known}"))?
        }
        None => authority,
    };
    let is_host = host.contains('.') || host.starts_with("localhost") || host.starts_with('[');
    let pattern = format!("{scheme}{host}");
    let is_pattern = is_host && !host.contains(char::is_whitespace);
    (is_pattern && pattern.parse::<HostPattern>().is_ok()).then_some(pattern)
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::*;

    /// The hosts in an expression, in a file with a few constants.
    fn hosts(expression: &str) -> Vec<String> {
        let source = format!(
            "package main\n\nimport \"fmt\"\n\nconst scheme, name = \"https://\", \"api.acme.example\"\n\nfunc f(region string) {{\n\tuse({expression})\n}}\n"
        );
        let file = File::read(Path::new("/p"), PathBuf::from("main.go"), &source);
        let files = [file];
        let found = find(&files[0], &Values::of(&files), &source);
        found.into_iter().map(|(host, _)| host).collect()
    }

    #[test]
    fn the_host_of_each_form_of_an_address_is_found() {
        for (expression, expected) in [
            (r#""https://api.acme.example/v1""#, "api.acme.example"),
            (r#""https://API.Acme.example""#, "api.acme.example"),
            (
                r#""HTTP://acme.example:8080?x=1""#,
                "http://acme.example:8080",
            ),
            (r#""https://user:word@acme.example/x""#, "acme.example"),
            (r#""http://127.0.0.1:81/x""#, "http://127.0.0.1:81"),
            (r#""https://[::1]:80/x""#, "[::1]:80"),
            (r#""http://localhost:80""#, "http://localhost:80"),
            ("`https://raw.acme.example/x`", "raw.acme.example"),
            (
                "\"https://\" +\n\t\"split.acme.example/v1\"",
                "split.acme.example",
            ),
            (r#""https://" + name + "/x""#, "api.acme.example"),
            ("scheme + name", "api.acme.example"),
            (
                r#""https://" + region + ".acme.example/v1""#,
                "*.acme.example",
            ),
            (
                r#""https://api-" + region + ".acme.example""#,
                "*.acme.example",
            ),
            (
                r#"fmt.Sprintf("https://%s.acme.example/%s", region, "x")"#,
                "*.acme.example",
            ),
            (
                r#"fmt.Sprintf("https://%s.acme.example/", "eu")"#,
                "eu.acme.example",
            ),
            (
                r#"fmt.Sprintf("https://%s/%d", name, 5)"#,
                "api.acme.example",
            ),
            (r#""https://%s.acme.example/x""#, "*.acme.example"),
            (r#""https://%s-%d.acme.example/x""#, "*.acme.example"),
            (
                r#""https://acme.example" + ".example""#,
                "acme.example.example",
            ),
            (r#""https://acme.example/a%20b""#, "acme.example"),
        ] {
            assert_eq!(hosts(expression), [expected], "{expression}");
        }
    }

    #[test]
    fn texts_without_a_host_that_can_be_granted_are_left_out() {
        for expression in [
            r#""https://""#,
            r#""https://" + region"#,
            r#""https://" + region + ".example""#,
            r#""https://" + region + "/x.y.z""#,
            r#""https://acme.example:" + region"#,
            r#""https://acme.example and more""#,
            r#""see https://acme.example""#,
            r#""wss://acme.example""#,
            r#""https://host/x""#,
            r#""http""#,
            r#"a.Describe(&x, "https://docs.acme.example")"#,
            r#""x" /* "https://acme.example" */"#,
        ] {
            assert_eq!(hosts(expression), Vec::<String>::new(), "{expression}");
        }
    }
}
