//! The parts of a Go source file that matter here: imports, functions and calls.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::assignments::{Assignment, Assignments};
use super::tokens::{self, KEYWORDS, Placed};

/// A source file.
pub(super) struct File {
    /// The folder of its package.
    pub(super) folder: PathBuf,
    /// Its name in messages and in the manifest.
    shown: PathBuf,
    pub(super) tokens: Vec<Placed>,
    /// For each opening bracket the position behind the closing one.
    closed: Vec<usize>,
    assignments: Assignments,
    /// The paths of imported packages by their names in this file, and the lines of the imports.
    imports: BTreeMap<String, (String, usize)>,
    pub(super) functions: Vec<Function>,
}

/// A function with a body.
pub(super) struct Function {
    pub(super) name: String,
    pub(super) is_method: bool,
    /// The names of its parameters.
    pub(super) parameters: Vec<String>,
    pub(super) is_variadic: bool,
    head: Range<usize>,
    pub(super) body: Range<usize>,
}

/// A call of a function or method.
pub(super) struct Call<'f> {
    /// The name before the dot: a package, or a value. Empty for the result of another expression.
    pub(super) qualifier: Option<&'f str>,
    pub(super) name: &'f str,
    pub(super) line: usize,
    /// The tokens of each argument.
    pub(super) arguments: Vec<Range<usize>>,
}

impl File {
    pub(super) fn read(folder: &Path, shown: PathBuf, source: &str) -> Self {
        let tokens = tokens::read(source);
        let mut file = Self {
            folder: folder.to_owned(),
            shown,
            closed: closed(&tokens),
            assignments: Assignments::of(&tokens),
            tokens,
            imports: BTreeMap::new(),
            functions: Vec::new(),
        };
        file.read_declarations();
        file
    }

    /// The file and line of a token.
    pub(super) fn place(&self, line: usize) -> String {
        format!("{}:{line}", self.shown.display())
    }

    /// The path of an imported package.
    pub(super) fn import(&self, name: &str) -> Option<&str> {
        self.imports.get(name).map(|(path, _)| path.as_str())
    }

    /// The line where a package is imported.
    pub(super) fn line_of_import(&self, path: &str) -> Option<usize> {
        let mut imports = self.imports.values();
        let found = imports.find(|(found, _)| found == path);
        found.map(|(_, line)| *line)
    }

    /// The last assignment of a name in a range of tokens.
    pub(super) fn last_assignment(&self, name: &str, range: Range<usize>) -> Option<Assignment> {
        self.assignments.last(name, range)
    }

    /// The function whose body has a token.
    pub(super) fn function_at(&self, at: usize) -> Option<&Function> {
        let found = self.function_around(at);
        found.filter(|function| function.body.contains(&at))
    }

    /// The function that a token belongs to.
    fn function_around(&self, at: usize) -> Option<&Function> {
        let behind = |function: &Function| function.body.end <= at;
        let found = self.functions.get(self.functions.partition_point(behind));
        found.filter(|function| function.head.start <= at)
    }

    fn is(&self, at: usize, sign: &str) -> bool {
        self.tokens.get(at).is_some_and(|token| token.is(sign))
    }

    fn name(&self, at: usize) -> Option<&str> {
        self.tokens.get(at)?.name()
    }

    /// The position behind the bracket that closes the one at `open`.
    pub(super) fn behind(&self, open: usize) -> usize {
        let end = self.tokens.len();
        self.closed.get(open).copied().unwrap_or(end)
    }

    /// Splits tokens at a sign outside of brackets. An empty part at the end is left out.
    pub(super) fn split(&self, range: Range<usize>, sign: &str) -> Vec<Range<usize>> {
        let (mut parts, mut start, mut at) = (Vec::new(), range.start, range.start);
        while at < range.end {
            if self.tokens.get(at).is_some_and(Placed::opens) {
                at = self.behind(at).min(range.end);
                continue;
            }
            if self.is(at, sign) {
                parts.push(start..at);
                start = at + 1;
            }
            at += 1;
        }
        if start < range.end {
            parts.push(start..range.end);
        }
        parts
    }

    /// The end of a statement or of the part of one: before the next `;`, or the next `{` outside of brackets.
    pub(super) fn end_of_statement(&self, start: usize) -> usize {
        let mut at = start;
        while at < self.tokens.len() {
            // A bracket that belongs to a type, as in `[]string{…}`, is a part of the statement.
            let is_literal = self.is(at, "{") && at > start && self.ends_type(start, at);
            if self.is(at, "(") || self.is(at, "[") || is_literal {
                at = self.behind(at);
                continue;
            }
            let ends = [";", "{", ")", "}"].iter().any(|sign| self.is(at, sign));
            if ends {
                return at;
            }
            at += 1;
        }
        at
    }

    /// Whether the tokens before a brace are a type such as `[]string` or `map[string]string`.
    fn ends_type(&self, start: usize, brace: usize) -> bool {
        let is_in_type = |at: usize| self.name(at).is_some() || self.is(at, "]");
        is_in_type(brace - 1) && (start..brace).any(|at| self.is(at, "]"))
    }

    fn read_declarations(&mut self) {
        let mut at = 0;
        while at < self.tokens.len() {
            match self.name(at) {
                Some("import") => at = self.read_imports(at + 1),
                Some("func") => {
                    let function = self.function(at);
                    at = function
                        .as_ref()
                        .map_or(at + 1, |function| function.body.end);
                    self.functions.extend(function);
                }
                _ if self.tokens[at].opens() => at = self.behind(at),
                _ => at += 1,
            }
        }
    }

    /// Reads the imports of a declaration, and gives the position behind it.
    fn read_imports(&mut self, start: usize) -> usize {
        let end = if self.is(start, "(") {
            self.behind(start)
        } else {
            self.end_of_statement(start)
        };
        for at in start..end {
            let Some(path) = self.tokens[at].text() else {
                continue;
            };
            let path = path.to_owned();
            let alias = at.checked_sub(1).filter(|before| *before >= start);
            let alias = alias.and_then(|before| self.name(before));
            let name = alias.unwrap_or_else(|| usual_name(&path)).to_owned();
            self.imports.insert(name, (path, self.tokens[at].line));
        }
        end
    }

    /// The function that begins at `func`. `None` if it has neither a name nor a body.
    fn function(&self, start: usize) -> Option<Function> {
        let is_method = self.is(start + 1, "(");
        let mut at = if is_method {
            self.behind(start + 1)
        } else {
            start + 1
        };
        let name = self.name(at)?.to_owned();
        at += 1;
        if self.is(at, "[") {
            at = self.behind(at);
        }
        if !self.is(at, "(") {
            return None;
        }
        let end = self.behind(at);
        let parameters = self.split(at + 1..end.saturating_sub(1), ",");
        let is_variadic = (at..end).any(|at| self.is(at, "..."));
        let names = parameters.into_iter().map(|parameter| {
            let name = self.name(parameter.start);
            name.unwrap_or_default().to_owned()
        });
        let parameters = names.collect();
        at = end;
        while !self.is(at, "{") {
            if at >= self.tokens.len() || self.is(at, ";") {
                return None;
            }
            let is_type = matches!(self.name(at), Some("interface" | "struct"));
            at = if is_type && self.is(at + 1, "{") {
                self.behind(at + 1)
            } else if self.is(at, "(") || self.is(at, "[") {
                self.behind(at)
            } else {
                at + 1
            };
        }
        Some(Function {
            name,
            is_method,
            parameters,
            is_variadic,
            head: start..at,
            body: at..self.behind(at),
        })
    }

    /// The call whose function's name is at a position.
    pub(super) fn call_at(&self, at: usize) -> Option<Call<'_>> {
        let name = self.name(at).filter(|name| !KEYWORDS.contains(name))?;
        let open = if self.is(at + 1, "[") {
            self.behind(at + 1)
        } else {
            at + 1
        };
        let is_head = |function: &Function| function.head.contains(&at);
        if !self.is(open, "(") || self.function_around(at).is_some_and(is_head) {
            return None;
        }
        let is_selected = at > 0 && self.is(at - 1, ".");
        let qualifier = is_selected.then(|| {
            let before = at.checked_sub(2);
            before.and_then(|before| self.name(before)).unwrap_or("")
        });
        let end = self.behind(open);
        Some(Call {
            qualifier,
            name,
            line: self.tokens[at].line,
            arguments: self.split(open + 1..end.saturating_sub(1), ","),
        })
    }
}

/// For each opening bracket the position behind the closing one, or the end.
fn closed(tokens: &[Placed]) -> Vec<usize> {
    let mut closed = vec![tokens.len(); tokens.len()];
    let mut open = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        if token.opens() {
            open.push(at);
        } else if token.closes()
            && let Some(begin) = open.pop()
        {
            closed[begin] = at + 1;
        }
    }
    closed
}

impl Call<'_> {
    /// The path of the package whose function is called.
    pub(super) fn package<'f>(&self, file: &'f File) -> Option<&'f str> {
        file.import(self.qualifier?)
    }
}

/// The usual name of a package: the last part of its path that is not a version.
pub(super) fn usual_name(path: &str) -> &str {
    let is_version = |part: &str| {
        let digits = part.strip_prefix('v');
        digits.is_some_and(|digits| digits.bytes().all(|digit| digit.is_ascii_digit()))
    };
    let mut parts = path.rsplit('/');
    let name = parts.find(|part| !is_version(part)).unwrap_or(path);
    name.split('.').next().unwrap_or(name)
}
