//! The values of expressions whose parts are known: texts, constants, variables that got a text, and texts that are joined of these.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use super::assignments::Assignment;
use super::syntax::{File, usual_name};
use super::tokens::Placed;

/// The maximum number of values that an expression is followed to, and of steps on the way to one.
const MAX_VALUES: usize = 64;
const MAX_DEPTH: usize = 12;
/// The maximum number of parts that one expression is followed to. Each variable may have the one before it several times, which
/// doubles the parts with each step.
const MAX_STEPS: usize = 1 << 12;

/// A part of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece {
    Text(String),
    /// The value of a parameter of the function around the expression.
    Parameter(usize),
    Unknown,
}

/// A value: its parts one after the other.
pub(super) type Value = Vec<Piece>;

/// The text of a value that is known as a whole.
pub(super) fn text_of(value: &[Piece]) -> Option<String> {
    let parts = value.iter().map(|piece| match piece {
        Piece::Text(text) => Some(text.as_str()),
        Piece::Parameter(_) | Piece::Unknown => None,
    });
    parts.collect()
}

/// An expression: a file, and its tokens in it.
#[derive(Clone)]
struct Place<'f> {
    file: &'f File,
    range: Range<usize>,
}

/// Where the value of a name comes from.
enum Origin<'f> {
    Value(Place<'f>),
    /// Each element of a list or map.
    Each(Place<'f>),
    /// The value that the name has at a position, and a text behind it.
    Longer(usize, Place<'f>),
    /// A parameter of the function around the name, by its position.
    Parameter(usize),
    Unknown,
}

/// A reader of values.
pub(super) struct Values<'f> {
    /// The expressions of constants and variables of packages, by the folder of the package and the name.
    declared: BTreeMap<(&'f Path, &'f str), Place<'f>>,
    /// The number of parts that the present expression may still be followed to.
    steps_left: Cell<usize>,
}

impl<'f> Values<'f> {
    pub(super) fn of(files: &'f [File]) -> Self {
        let mut declared = BTreeMap::new();
        for file in files {
            let is_inside = |at: usize| file.function_at(at).is_some();
            for at in 0..file.tokens.len() {
                let is_declaration = ["const", "var"]
                    .iter()
                    .any(|word| file.tokens[at].is_name(word));
                if !is_declaration || is_inside(at) {
                    continue;
                }
                for specification in specifications(file, at) {
                    for (name, range) in assigned(file, specification) {
                        let place = Place { file, range };
                        declared
                            .entry((file.folder.as_path(), name))
                            .or_insert(place);
                    }
                }
            }
        }
        Self {
            declared,
            steps_left: Cell::new(MAX_STEPS),
        }
    }

    /// The values that an expression may have.
    pub(super) fn of_expression(&self, file: &'f File, range: Range<usize>) -> Vec<Value> {
        self.steps_left.set(MAX_STEPS);
        self.sum(&Place { file, range }, 0)
    }

    /// Whether the present expression may be followed to one more part.
    fn takes_step(&self) -> bool {
        let left = self.steps_left.get();
        self.steps_left.set(left.saturating_sub(1));
        left > 0
    }

    fn sum(&self, place: &Place<'f>, depth: usize) -> Vec<Value> {
        let mut values = vec![Vec::new()];
        if depth > MAX_DEPTH || !self.takes_step() {
            return vec![vec![Piece::Unknown]];
        }
        for range in place.file.split(place.range.clone(), "+") {
            let file = place.file;
            let operands = self.operand(&Place { file, range }, depth + 1);
            values = joined(values, operands);
        }
        values
    }

    fn operand(&self, place: &Place<'f>, depth: usize) -> Vec<Value> {
        let unknown = || vec![vec![Piece::Unknown]];
        let Place { file, range } = place;
        let Some(tokens) = file.tokens.get(range.clone()) else {
            return unknown();
        };
        match tokens {
            [text] if text.text().is_some() => {
                let text = text.text().unwrap_or_default().to_owned();
                vec![vec![Piece::Text(text)]]
            }
            [name] => match name.name() {
                Some(name) => self.named(file, name, range.start, depth),
                None => unknown(),
            },
            [package, dot, name] if dot.is(".") => {
                let found = package.name().and_then(|package| file.import(package));
                let declared = found.zip(name.name());
                let place = declared.and_then(|(path, name)| self.of_package(path, name));
                place.map_or_else(unknown, |place| self.sum(place, depth))
            }
            [open, .., close] if open.is("(") && close.is(")") => {
                let range = range.start + 1..range.end - 1;
                self.sum(&Place { file, range }, depth)
            }
            [.., close] if close.is(")") => self.call(place, depth).unwrap_or_else(unknown),
            _ => unknown(),
        }
    }

    /// The value of a conversion such as `string(x)`, and of `fmt.Sprintf`.
    fn call(&self, place: &Place<'f>, depth: usize) -> Option<Vec<Value>> {
        let file = place.file;
        let names = place
            .range
            .clone()
            .take_while(|at| !file.tokens[*at].is("("));
        let call = file.call_at(names.last()?)?;
        match (call.package(file), call.name, call.arguments.as_slice()) {
            (Some("fmt"), "Sprintf", [format, arguments @ ..]) => {
                let range = format.clone();
                let formats = self.sum(&Place { file, range }, depth);
                let values = arguments.iter().map(|range| {
                    let range = range.clone();
                    let mut values = self.sum(&Place { file, range }, depth);
                    values.truncate(1);
                    values.pop().unwrap_or_default()
                });
                let values: Vec<Value> = values.collect();
                let formatted = formats.iter().map(|format| formatted(format, &values));
                Some(formatted.collect())
            }
            // Another function of one argument may be a conversion only if it is a type, which is written alone.
            (None, "string", [range]) => {
                let range = range.clone();
                Some(self.sum(&Place { file, range }, depth))
            }
            _ => None,
        }
    }

    /// The values of a name at a position.
    fn named(&self, file: &'f File, name: &str, at: usize, depth: usize) -> Vec<Value> {
        match self.origin(file, name, at) {
            Origin::Value(place) => self.sum(&place, depth),
            Origin::Each(place) => self.elements(&place, depth),
            Origin::Longer(..) if depth > MAX_DEPTH || !self.takes_step() => {
                vec![vec![Piece::Unknown]]
            }
            Origin::Longer(before, more) => {
                let values = self.named(file, name, before, depth + 1);
                joined(values, self.sum(&more, depth))
            }
            Origin::Parameter(position) => vec![vec![Piece::Parameter(position)]],
            Origin::Unknown => vec![vec![Piece::Unknown]],
        }
    }

    /// The origin of the value that a name has at a position.
    fn origin(&self, file: &'f File, name: &str, at: usize) -> Origin<'f> {
        if let Some(function) = file.function_at(at) {
            if let Some(local) = local(file, name, function.body.start..at) {
                return local;
            }
            let mut parameters = function.parameters.iter();
            if let Some(position) = parameters.position(|parameter| parameter == name) {
                return Origin::Parameter(position);
            }
        }
        let declared = self.declared.get(&(file.folder.as_path(), name));
        declared.map_or(Origin::Unknown, |place| Origin::Value(place.clone()))
    }

    /// The elements of a list of texts, and the members of a map.
    fn elements(&self, place: &Place<'f>, depth: usize) -> Vec<Value> {
        let unknown = || vec![vec![Piece::Unknown]];
        let Place { file, range } = place;
        if depth > MAX_DEPTH {
            return unknown();
        }
        if let [name] = &file.tokens[range.clone()] {
            let Some(name) = name.name() else {
                return unknown();
            };
            return match self.origin(file, name, range.start) {
                Origin::Value(place) => self.elements(&place, depth + 1),
                Origin::Parameter(position) => vec![vec![Piece::Parameter(position)]],
                Origin::Each(_) | Origin::Longer(..) | Origin::Unknown => unknown(),
            };
        }
        let Some(open) = range.clone().find(|at| file.tokens[*at].is("{")) else {
            return unknown();
        };
        let inside = open + 1..file.behind(open).saturating_sub(1);
        let elements = file.split(inside, ",").into_iter().flat_map(|element| {
            let parts = file.split(element.clone(), ":");
            let range = parts.last().cloned().unwrap_or(element);
            self.sum(&Place { file, range }, depth + 1)
        });
        elements.take(MAX_VALUES).collect()
    }

    /// A constant or variable of an imported package: the author's packages have the names of their folders.
    fn of_package(&self, path: &str, name: &str) -> Option<&Place<'f>> {
        let package = usual_name(path);
        let mut declared = self.declared.iter();
        let found = declared.find(|((folder, declared), _)| {
            *declared == name && folder.file_name().is_some_and(|last| last == package)
        });
        found.map(|(_, place)| place)
    }
}

/// Each value with each operand behind it.
fn joined(mut values: Vec<Value>, mut operands: Vec<Value>) -> Vec<Value> {
    if let ([value], [operand]) = (values.as_mut_slice(), operands.as_mut_slice()) {
        value.append(operand);
        return values;
    }
    let joined = values.iter().flat_map(|before| {
        let operands = operands.iter();
        operands.map(|operand| [before.clone(), operand.clone()].concat())
    });
    joined.take(MAX_VALUES).collect()
}

/// A text with the values of its verbs.
fn formatted(format: &[Piece], values: &[Value]) -> Value {
    let mut made = Vec::new();
    let mut values = values.iter();
    for piece in format {
        let Piece::Text(text) = piece else {
            made.push(piece.clone());
            continue;
        };
        let mut rest = text.as_str();
        while let Some((before, verb)) = rest.split_once('%') {
            made.push(Piece::Text(before.to_owned()));
            let end = verb.find(|letter: char| letter.is_ascii_alphabetic() || letter == '%');
            let (verb, after) = verb.split_at(end.map_or(verb.len(), |end| end + 1));
            match verb {
                "%" => made.push(Piece::Text("%".to_owned())),
                "s" | "v" => made.extend(values.next().cloned().unwrap_or(vec![Piece::Unknown])),
                _ => {
                    values.next();
                    made.push(Piece::Unknown);
                }
            }
            rest = after;
        }
        made.push(Piece::Text(rest.to_owned()));
    }
    made
}

/// The specifications of a declaration that begins at `const` or `var`.
fn specifications(file: &File, start: usize) -> Vec<Range<usize>> {
    if file
        .tokens
        .get(start + 1)
        .is_some_and(|token| token.is("("))
    {
        let inside = start + 2..file.behind(start + 1).saturating_sub(1);
        return file.split(inside, ";");
    }
    let only = start + 1..file.end_of_statement(start + 1);
    std::iter::once(only).collect()
}

/// The names and expressions of `a, b TYPE = x, y` and of `a, b := x, y`.
fn assigned(file: &File, range: Range<usize>) -> Vec<(&str, Range<usize>)> {
    let is_sign = |at: &usize| file.tokens[*at].is("=") || file.tokens[*at].is(":=");
    let Some(sign) = range.clone().find(is_sign) else {
        return Vec::new();
    };
    let names = file.split(range.start..sign, ",");
    let expressions = file.split(sign + 1..range.end, ",");
    if names.len() != expressions.len() {
        return Vec::new();
    }
    let pairs = names.into_iter().zip(expressions);
    let named =
        pairs.filter_map(|(name, expression)| Some((file.tokens[name.start].name()?, expression)));
    named.collect()
}

/// The last assignment of a name in the tokens before its use.
fn local<'f>(file: &'f File, name: &str, before: Range<usize>) -> Option<Origin<'f>> {
    let Assignment { at, start, sign } = file.last_assignment(name, before)?;
    let end = file.end_of_statement(sign + 1);
    if file.tokens[sign].is("+=") {
        let range = sign + 1..end;
        return Some(Origin::Longer(start, Place { file, range }));
    }
    let is_range = |token: &Placed| token.is_name("range");
    if file.tokens.get(sign + 1).is_some_and(is_range) {
        // The second name gets the elements.
        let range = sign + 2..end;
        return Some(if start + 2 == at {
            Origin::Each(Place { file, range })
        } else {
            Origin::Unknown
        });
    }
    let pairs = assigned(file, start..end);
    let found = pairs.into_iter().find(|(found, _)| *found == name);
    Some(found.map_or(Origin::Unknown, |(_, range)| {
        Origin::Value(Place { file, range })
    }))
}
