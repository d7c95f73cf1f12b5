//! The environment variables that the author's source reads: by their names, by constants, and by functions that take a name.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use super::syntax::{Call, File, usual_name};
use super::values::{Piece, Value, Values, text_of};
use crate::commands::add::text::is_identifier;

/// A function that reads the variables that its arguments name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Getter {
    /// The folder of its package.
    folder: PathBuf,
    name: String,
    is_method: bool,
    /// The number of the parameter with the name, and whether all arguments from there on are names.
    parameter: usize,
    is_variadic: bool,
    /// The texts that it puts before and behind the argument.
    before: String,
    behind: String,
}

/// The maximum number of functions that pass a name on to each other.
const MAX_PASSES: usize = 8;

/// The names of the variables, each with the first place that reads it.
pub(super) fn find(files: &[File], values: &Values) -> BTreeMap<String, String> {
    let mut finder = Finder {
        values,
        getters: BTreeMap::new(),
        found: BTreeMap::new(),
    };
    for _ in 0..MAX_PASSES {
        let mut getters = BTreeSet::new();
        for file in files {
            finder.read(file, &mut getters);
        }
        let mut is_any_new = false;
        for getter in getters {
            let same = finder.getters.entry(getter.name.clone()).or_default();
            is_any_new |= same.insert(getter);
        }
        if !is_any_new {
            break;
        }
    }
    finder.found
}

struct Finder<'v, 'f> {
    values: &'v Values<'f>,
    /// Functions by their names.
    getters: BTreeMap<String, BTreeSet<Getter>>,
    found: BTreeMap<String, String>,
}

impl<'f> Finder<'_, 'f> {
    /// Reads the calls in a file: notes variables, and functions that pass their parameters on.
    fn read(&mut self, file: &'f File, getters: &mut BTreeSet<Getter>) {
        for at in 0..file.tokens.len() {
            let Some(call) = file.call_at(at) else {
                continue;
            };
            let names = self.names(file, &call);
            for value in names {
                if let Some(name) = text_of(&value) {
                    if is_identifier(&name) {
                        let place = || file.place(call.line);
                        self.found.entry(name).or_insert_with(place);
                    }
                } else {
                    getters.extend(getter(file, at, &value));
                }
            }
        }
    }

    /// The names of variables that a call reads.
    fn names(&self, file: &'f File, call: &Call) -> Vec<Value> {
        let first = call.arguments.first();
        let Some(argument) = first else {
            return Vec::new();
        };
        if is_read(file, call) {
            return self.values.of_expression(file, argument.clone());
        }
        if is_expansion(file, call) {
            let texts = self.values.of_expression(file, argument.clone());
            let texts = texts.iter().filter_map(|text| text_of(text));
            let names = texts.flat_map(|text| expanded(&text));
            return names.map(|name| vec![Piece::Text(name)]).collect();
        }
        let mut names = Vec::new();
        for getter in self.getters.get(call.name).into_iter().flatten() {
            let Some(is_certain) = getter.is_called(file, call) else {
                continue;
            };
            let count = if getter.is_variadic { usize::MAX } else { 1 };
            for argument in call.arguments.iter().skip(getter.parameter).take(count) {
                for value in self.values.of_expression(file, argument.clone()) {
                    let text = |text: &str| Piece::Text(text.to_owned());
                    let whole = [
                        vec![text(&getter.before)],
                        value,
                        vec![text(&getter.behind)],
                    ];
                    let whole = whole.concat();
                    if is_certain || text_of(&whole).is_some_and(|name| is_shouted(&name)) {
                        names.push(whole);
                    }
                }
            }
        }
        names
    }
}

/// Whether a call reads the variable that its first argument names: by the standard library, or by a function value of it.
fn is_read(file: &File, call: &Call) -> bool {
    let of_library = ["Getenv", "LookupEnv"].contains(&call.name);
    match call.package(file) {
        Some(path) => path == "os" && of_library,
        // A parameter or a field that has the function of the library, as in `run(ctx, os.Getenv)`.
        None => {
            let lower = call.name.to_ascii_lowercase();
            let is_own = || {
                let mut functions = file.functions.iter();
                functions.any(|function| function.name == call.name)
            };
            ["getenv", "lookupenv"].contains(&lower.as_str()) && !is_own()
        }
    }
}

/// Whether a call replaces the names of variables in its first argument.
fn is_expansion(file: &File, call: &Call) -> bool {
    let of_library = call.package(file) == Some("os");
    let reads = |range: &std::ops::Range<usize>| {
        file.tokens[range.clone()]
            .last()
            .is_some_and(|last| last.is_name("Getenv"))
    };
    of_library
        && (call.name == "ExpandEnv"
            || call.name == "Expand" && call.arguments.get(1).is_some_and(reads))
}

/// The names of variables in a text such as `$HOME/${NAME}`.
fn expanded(text: &str) -> Vec<String> {
    let parts = text.split('$').skip(1);
    let names = parts.filter_map(|part| {
        let part = part.strip_prefix('{').unwrap_or(part);
        let end = part.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
        let name = &part[..end.unwrap_or(part.len())];
        is_identifier(name).then(|| name.to_owned())
    });
    names.collect()
}

/// The function that passes a parameter on in a value.
fn getter(file: &File, at: usize, value: &[Piece]) -> Option<Getter> {
    let function = file.function_at(at)?;
    let (mut before, mut behind, mut parameter) = (String::new(), String::new(), None);
    for piece in value {
        match piece {
            Piece::Text(text) if parameter.is_none() => before.push_str(text),
            Piece::Text(text) => behind.push_str(text),
            Piece::Parameter(number) if parameter.is_none() => parameter = Some(*number),
            Piece::Parameter(_) | Piece::Unknown => return None,
        }
    }
    let parameter = parameter?;
    Some(Getter {
        folder: file.folder.clone(),
        name: function.name.clone(),
        is_method: function.is_method,
        parameter,
        is_variadic: function.is_variadic && parameter + 1 == function.parameters.len(),
        before,
        behind,
    })
}

impl Getter {
    /// Whether a call may be a call of this function, and whether that is certain. A method of another package may be a method of something else.
    fn is_called(&self, file: &File, call: &Call) -> Option<bool> {
        let is_own = file.folder == self.folder;
        match (call.qualifier, call.package(file)) {
            (None, _) => (is_own && !self.is_method).then_some(true),
            (Some(_), None) if self.is_method => Some(is_own),
            (Some(_), Some(path)) if !self.is_method && !is_own => {
                let mut names = self.folder.file_name().into_iter();
                names.any(|name| name == usual_name(path)).then_some(true)
            }
            _ => None,
        }
    }
}

/// Whether a name is written as most variables are: in upper case, with an underscore.
fn is_shouted(name: &str) -> bool {
    let is_part =
        |letter: char| letter == '_' || letter.is_ascii_uppercase() || letter.is_ascii_digit();
    name.contains('_') && name.chars().all(is_part)
}
