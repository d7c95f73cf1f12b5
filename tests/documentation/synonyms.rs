//! The table of synonyms, `docs/author/synonyms.yaml`: the table of each SDK is made of it.
//!
//! With `PULUMI_WASM_WRITE=1` the test writes the tables of the SDKs again.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use serde::Deserialize;

use super::{read, root};

const TABLE: &str = "docs/author/synonyms.yaml";
const WRITE: &str = "PULUMI_WASM_WRITE";
const SOURCE: &str = "Made of docs/author/synonyms.yaml by tests/documentation/synonyms.rs.";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Synonyms {
    options: Vec<Row>,
    names: Vec<Row>,
    arguments: Vec<Row>,
    hooks: Vec<Row>,
}

impl Synonyms {
    fn sections(&self) -> [(&'static str, &[Row]); 4] {
        [
            ("options", &self.options),
            ("names", &self.names),
            ("arguments", &self.arguments),
            ("hooks", &self.hooks),
        ]
    }
}

/// A concept.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    /// The kind of property, class or definition; empty for all.
    #[serde(default)]
    of: String,
    elsewhere: Vec<String>,
    rust: Option<Answer>,
    python: Option<Answer>,
    typescript: Option<Answer>,
}

/// The name in an SDK, or the advice.
#[derive(Clone, PartialEq, Deserialize)]
#[serde(untagged)]
enum Answer {
    Name(String),
    Advice { advice: String },
}

impl Answer {
    fn name(&self) -> Option<&str> {
        match self {
            Self::Name(name) => Some(name.split('(').next().unwrap_or_default()),
            Self::Advice { .. } => None,
        }
    }

    /// The text of the SDK's table: advice has spaces in it, and names do not.
    fn text(&self) -> &str {
        match self {
            Self::Name(text) | Self::Advice { advice: text } => text,
        }
    }
}

/// A language's answers: by kind, and then by the plain form of the synonym.
type Answers = BTreeMap<String, BTreeMap<String, String>>;

fn synonyms() -> Synonyms {
    serde_saphyr::from_str(&read(TABLE)).expect("the table of synonyms")
}

fn plain(name: &str) -> String {
    name.to_lowercase().replace(['_', '-'], "")
}

/// The answers of a language for a section. A name of the language itself is not a synonym, in the same kind.
fn answers(section: &str, rows: &[Row], of: fn(&Row) -> Option<&Answer>) -> Answers {
    let own: BTreeSet<(&str, String)> = rows
        .iter()
        .filter_map(|row| Some((row.of.as_str(), plain(of(row)?.name()?))))
        .collect();
    let mut found = Answers::new();
    for row in rows {
        let Some(answer) = of(row) else { continue };
        let others = [&row.rust, &row.python, &row.typescript];
        // `gte(0)` answers this row, and `gte` alone is another concept.
        let others = others
            .into_iter()
            .flatten()
            .filter(|other| !other.text().contains('('))
            .filter_map(Answer::name);
        let elsewhere = row.elsewhere.iter().map(String::as_str);
        for name in elsewhere.chain(others).map(plain) {
            let is_own = |kind: &str| own.contains(&(kind, name.clone()));
            if is_own(&row.of) || (section == "options" && is_own("")) {
                continue;
            }
            let text = answer.text().to_owned();
            let kind = found.entry(row.of.clone()).or_default();
            let before = kind.insert(name.clone(), text.clone());
            assert!(
                before.as_ref().is_none_or(|before| *before == text),
                "{TABLE}: `{name}` of {section} has two answers for `{}`: `{}` and `{text}`",
                row.of,
                before.unwrap_or_default()
            );
        }
    }
    found
}

fn rust(synonyms: &Synonyms) -> String {
    let mut names = BTreeMap::new();
    let mut advice = BTreeMap::new();
    let rows = [&synonyms.options, &synonyms.arguments];
    let own: BTreeSet<String> = rows
        .iter()
        .flat_map(|rows| rows.iter())
        .filter_map(|row| Some(plain(row.rust.as_ref()?.name()?)))
        .collect();
    for (section, rows) in [("options", rows[0]), ("arguments", rows[1])] {
        let answers = answers(section, rows, |row| row.rust.as_ref());
        // The macros do not know the kind of a property: its kinds come in this order.
        for kind in ["", "number", "string", "list", "map", "provider"] {
            for (name, answer) in answers.get(kind).into_iter().flatten() {
                let table = if answer.contains(' ') {
                    &mut advice
                } else {
                    &mut names
                };
                if !own.contains(name) {
                    table.entry(name.clone()).or_insert(answer.clone());
                }
            }
        }
    }
    let mut text =
        format!("//! Names of options in other frameworks, and the names here. {SOURCE}\n");
    for (table, documentation, answers) in [
        ("SYNONYMS", "The names here.", names),
        (
            "ADVICE",
            "Advice for options of properties that are not a single name here.",
            advice,
        ),
    ] {
        let count = answers.len();
        write!(
            text,
            "\n/// {documentation}\n#[rustfmt::skip]\npub(crate) const {table}: [(&str, &str); {count}] = [\n"
        )
        .expect("a string");
        for (name, answer) in answers {
            writeln!(text, "    ({name:?}, {answer:?}),").expect("a string");
        }
        text.push_str("];\n");
    }
    text
}

fn python(synonyms: &Synonyms) -> String {
    let mut text = format!(
        "\"\"\"Names that other frameworks have for a concept, and the answers here. {SOURCE}\n\nAn answer is a name, or advice with spaces in it. Keys are in lower case, without underscores.\"\"\"\n\nfrom typing import Final\n"
    );
    for (section, rows) in synonyms.sections() {
        let answers = answers(section, rows, |row| row.python.as_ref());
        write!(text, "\n{}: Final = {{\n", section.to_uppercase()).expect("a string");
        for (kind, names) in answers {
            writeln!(text, "    {kind:?}: {{").expect("a string");
            for (name, answer) in names {
                writeln!(text, "        \"{name}\": {},", python_text(&answer)).expect("a string");
            }
            text.push_str("    },\n");
        }
        text.push_str("}\n");
    }
    text
}

fn python_text(text: &str) -> String {
    if text.contains('"') {
        return format!("'{text}'");
    }
    format!("\"{text}\"")
}

fn typescript(synonyms: &Synonyms) -> String {
    let mut text = format!(
        "/** Names that other frameworks have for a concept, and the answers here. {SOURCE} */\n\n/** By kind, and then by the name in lower case without underscores. An answer is a name, or advice with spaces in it. */\nexport type Synonyms = Readonly<Record<string, Readonly<Record<string, string>>>>;\n"
    );
    let mut tables: Vec<(&str, Answers)> = Vec::new();
    for (section, rows) in synonyms.sections() {
        let mut answers = answers(section, rows, |row| row.typescript.as_ref());
        // Components contain only these answers, because they check the members of the provider.
        if let Some(names) = answers.remove("provider") {
            tables.push(("provider", Answers::from([("provider".to_owned(), names)])));
        }
        tables.push((section, answers));
    }
    for (section, answers) in tables {
        write!(
            text,
            "\nexport const {}: Synonyms = {{\n",
            section.to_uppercase()
        )
        .expect("a string");
        for (kind, names) in answers {
            writeln!(text, "  {kind:?}: {{").expect("a string");
            for (name, answer) in names {
                writeln!(text, "    {name:?}: {answer:?},").expect("a string");
            }
            text.push_str("  },\n");
        }
        text.push_str("};\n");
    }
    text
}

#[test]
fn each_sdk_has_the_answers_of_the_table_of_synonyms() {
    let synonyms = synonyms();
    let mut stale = Vec::new();
    for (path, expected) in [
        (
            "guest-sdk/rust-macros/src/options/synonyms.rs",
            rust(&synonyms),
        ),
        (
            "guest-sdk/python/src/pulumi_wasm_provider/_model/synonyms.py",
            python(&synonyms),
        ),
        (
            "guest-sdk/typescript/src/describe/synonyms.ts",
            typescript(&synonyms),
        ),
    ] {
        if std::fs::read_to_string(root().join(path)).is_ok_and(|now| now == expected) {
            continue;
        }
        if std::env::var_os(WRITE).is_some() {
            std::fs::write(root().join(path), expected).expect("the table of an SDK");
        } else {
            stale.push(path);
        }
    }
    assert!(
        stale.is_empty(),
        "not made of {TABLE} as it is: {}\nhint: run this test with {WRITE}=1 to write them again",
        stale.join(", ")
    );
}

/// An answer that an SDK does not have would send its author on.
#[test]
fn answers_of_the_table_of_synonyms_exist_in_the_sdks() {
    let synonyms = synonyms();
    let mut mistakes = Vec::new();
    for (language, of, folders) in [
        (
            "Rust",
            (|row| row.rust.as_ref()) as fn(&Row) -> Option<&Answer>,
            ["guest-sdk/rust-macros/src", "guest-sdk/rust/src"],
        ),
        (
            "Python",
            |row| row.python.as_ref(),
            ["guest-sdk/python/src/pulumi_wasm_provider"; 2],
        ),
        (
            "TypeScript",
            |row| row.typescript.as_ref(),
            ["guest-sdk/typescript/src"; 2],
        ),
    ] {
        let mut text = String::new();
        for folder in folders {
            super::terms::all_files(&root().join(folder), &mut text);
        }
        // The table itself proves nothing.
        for table in [rust(&synonyms), python(&synonyms), typescript(&synonyms)] {
            text = text.replace(&table, "");
        }
        let words = super::terms::words(&text);
        for (section, rows) in synonyms.sections() {
            for name in rows.iter().filter_map(|row| of(row)?.name()) {
                if !words.contains(name) {
                    mistakes.push(format!(
                        "{language}: nothing is called `{name}` ({section})"
                    ));
                }
            }
        }
    }
    assert!(mistakes.is_empty(), "{}", mistakes.join("\n"));
}
