//! Resources, types and functions share one scope for each module.

use std::collections::BTreeMap;

use regex::RegexBuilder;
use serde_json::Value;

use super::enums::text_of;
use super::language::Language;
use super::reserved_words;
use super::scope::{Faults, Scope, is_declarable, no_identifier, taken};
use crate::schema::parse::reader::Members;

/// The maximum size of the compiled pattern for names of modules, in bytes.
const FORM_BYTES: usize = 1 << 16;

/// The scopes of a module.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Space {
    Code,
    Types,
    Enums,
    Files,
}

/// The identifiers of all modules.
pub(super) struct Modules {
    form: Option<regex::Regex>,
    /// The spelling of each module, by its name in small letters.
    spellings: BTreeMap<String, String>,
    scopes: BTreeMap<(Language, Space, String), Scope>,
}

impl Modules {
    pub(super) fn of(document: &Value) -> Self {
        let form = document
            .pointer("/meta/moduleFormat")
            .and_then(Value::as_str);
        let form =
            form.and_then(|form| RegexBuilder::new(form).size_limit(FORM_BYTES).build().ok());
        Self {
            form,
            spellings: BTreeMap::new(),
            scopes: BTreeMap::new(),
        }
    }

    /// Declares a resource and returns its identifier.
    pub(super) fn resource<'t>(
        &mut self,
        faults: &mut Faults<'_>,
        token: &'t str,
        spec: &Members,
        place: &str,
    ) -> Option<&'t str> {
        let (module, name) = self.split(faults, token, place)?;
        let is_component = spec.get("isComponent").and_then(Value::as_bool) == Some(true);
        for &language in faults.languages {
            let class = language.class(name);
            if !is_declarable(language, &class) {
                faults.add(language, place, &no_identifier(name), &class);
                continue;
            }
            if language == Language::NodeJs && class == "Object" {
                faults.add(language, place, &taken(name), &class);
                continue;
            }
            let file = language.file(name);
            self.declare(
                faults,
                (language, Space::Files, &module),
                file,
                token,
                place,
            );
            let suffixes: &[&str] = match (language, is_component) {
                (Language::Go, _) => &[""],
                (Language::Python, _) | (_, true) => &["", "Args"],
                (_, false) => &["", "Args", "State"],
            };
            for suffix in suffixes {
                let identifier = format!("{class}{suffix}");
                self.declare(
                    faults,
                    (language, Space::Code, &module),
                    identifier,
                    token,
                    place,
                );
            }
        }
        Some(name)
    }

    /// Declares a named type and returns its identifier.
    pub(super) fn named_type<'t>(
        &mut self,
        faults: &mut Faults<'_>,
        token: &'t str,
        spec: &Members,
        place: &str,
    ) -> Option<&'t str> {
        let (module, name) = self.split(faults, token, place)?;
        let members = spec.get("enum").and_then(Value::as_array);
        for &language in faults.languages {
            let class = language.class(name);
            if !is_declarable(language, &class) {
                faults.add(language, place, &no_identifier(name), &class);
                continue;
            }
            let space = match (language, members) {
                (Language::Go | Language::Python | Language::DotNet, Some(_))
                | (Language::Go, None) => Space::Code,
                (_, Some(_)) => Space::Enums,
                (_, None) => Space::Types,
            };
            self.declare(
                faults,
                (language, space, &module),
                class.clone(),
                token,
                place,
            );
            match (language, members) {
                (Language::Go, Some(members)) => {
                    // Constants of an enum that clash with each other are told of there.
                    let constants = members.iter().map(|item| text_of(spec, item).0);
                    let constants =
                        constants.filter_map(|text| language.enum_member(&text, &class));
                    for constant in constants.filter(|constant| *constant != class) {
                        self.declare(
                            faults,
                            (language, Space::Code, &module),
                            constant,
                            token,
                            place,
                        );
                    }
                }
                (Language::Go | Language::Python, None) => {
                    let arguments = format!("{class}Args");
                    self.declare(
                        faults,
                        (language, Space::Code, &module),
                        arguments,
                        token,
                        place,
                    );
                }
                _ => {}
            }
        }
        Some(name)
    }

    /// Declares a function and returns its identifier. The resources and types of its module are declared by then.
    pub(super) fn function<'t>(
        &mut self,
        faults: &mut Faults<'_>,
        token: &'t str,
        spec: &Members,
        place: &str,
    ) -> Option<&'t str> {
        let (module, name) = self.split(faults, token, place)?;
        let has_inputs = spec.contains_key("inputs");
        for &language in faults.languages {
            let class = language.class_of_function(name);
            let function = language.method(name);
            let is_reserved =
                language == Language::NodeJs && reserved_words::is_javascript(&function);
            // The class of a function's result has the unchanged name.
            if is_reserved
                || !is_declarable(language, &function)
                || !is_declarable(language, &class)
            {
                faults.add(language, place, &no_identifier(name), &function);
                continue;
            }
            // In Java, the functions of a module become methods of one class.
            if language != Language::Java {
                let file = language.file(name);
                self.declare(
                    faults,
                    (language, Space::Files, &module),
                    file,
                    token,
                    place,
                );
            }
            let mut identifiers = match language {
                Language::NodeJs => vec![
                    format!("{function}Output"),
                    format!("{class}Result"),
                    function,
                ],
                Language::Python => vec![format!("{class}Result"), function],
                Language::Go => self.of_go(&class, &module),
                Language::DotNet => vec![format!("{class}Result"), class.clone()],
                Language::Java => Vec::new(),
            };
            if has_inputs && matches!(language, Language::NodeJs | Language::DotNet) {
                identifiers.push(format!("{class}Args"));
            }
            for identifier in identifiers {
                self.declare(
                    faults,
                    (language, Space::Code, &module),
                    identifier,
                    token,
                    place,
                );
            }
        }
        Some(name)
    }

    /// The identifiers of a function in Go. The Go generator renames a function whose name is taken.
    fn of_go(&mut self, class: &str, module: &str) -> Vec<String> {
        let scope = self.scope((Language::Go, Space::Code, module));
        let names = |class: &str| {
            let all = ["", "Args", "Result", "Output", "OutputArgs"];
            all.map(|suffix| format!("{class}{suffix}")).to_vec()
        };
        let derived = ["Args", "State", "Input", "Output"];
        let is_made = |name: &str, prefix: &str| {
            name.strip_prefix(prefix)
                .is_some_and(|rest| scope.has(rest))
        };
        let is_taken = |name: &String| {
            let is_of_resource = derived.iter().any(|suffix| {
                name.strip_suffix(suffix)
                    .is_some_and(|rest| scope.has(rest))
            });
            scope.has(name) || is_of_resource || is_made(name, "New") || is_made(name, "Get")
        };
        let is_clash = names(class).iter().take(3).any(is_taken);
        match (class.strip_prefix("New"), class.strip_prefix("Get")) {
            (Some(rest), _) if is_clash => names(&format!("Create{rest}")),
            (_, Some(rest)) if is_clash => names(&format!("Lookup{rest}")),
            _ => names(class),
        }
    }

    /// The module and the name of a token; `None` for a token of another package, or with a mistake.
    fn split<'t>(
        &mut self,
        faults: &mut Faults<'_>,
        token: &'t str,
        place: &str,
    ) -> Option<(String, &'t str)> {
        let mut parts = token.split(':');
        let (_, module, name) = (parts.next()?, parts.next()?, parts.next()?);
        let found = match &self.form {
            Some(form) => form
                .captures(module)
                .and_then(|found| found.get(1))
                .map_or("", |found| found.as_str()),
            None => module,
        };
        // The generators treat every module whose name begins with `index` as the root of the package.
        let module = if found.starts_with("index") {
            ""
        } else {
            found
        };
        let small = module.to_lowercase();
        let spelling = self
            .spellings
            .entry(small.clone())
            .or_insert_with(|| module.to_owned());
        if spelling.as_str() != module {
            let message = format!("the module `{module}` differs from `{spelling}` only in case");
            for &language in faults.languages {
                faults.add(language, place, &message, "");
            }
        }
        if matches!(&*small, "types" | "utilities") {
            faults.add(Language::NodeJs, place, &taken(module), module);
        }
        if let Some(last) = small
            .rsplit('/')
            .next()
            .filter(|last| reserved_words::is_go(last))
        {
            faults.add(Language::Go, place, &no_identifier(module), last);
        }
        Some((small, name))
    }

    fn declare(
        &mut self,
        faults: &mut Faults<'_>,
        scope: (Language, Space, &str),
        identifier: String,
        token: &str,
        place: &str,
    ) {
        let language = scope.0;
        self.scope(scope)
            .declare(faults, language, identifier, token, place);
    }

    fn scope(&mut self, (language, space, module): (Language, Space, &str)) -> &mut Scope {
        self.scopes
            .entry((language, space, module.to_owned()))
            .or_default()
    }
}
