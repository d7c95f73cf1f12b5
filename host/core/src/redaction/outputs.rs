//! Properties that are secrets, though a component gives them in the open.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::search::{Occurrence, Search, ValuePath};
use crate::call::{Call, Severity};
use crate::schema::ObjectSchema;
use crate::text::Excerpt;
use crate::value::{PropertyMap, PropertyValue};

/// How many properties a warning names.
const MAX_NAMED: usize = 10;

/// Makes those values among properties secret that are known secrets, have one in them, in any form that texts are searched
/// for, or among the names of their members, and says so on the resource: the component's author should mark them in the
/// schema. A property whose own name has a secret in it is left out, because the state keeps such names in the open. `kind`
/// is the kind of property, such as `output`.
///
/// A plain value that is in the input of the same name, at the same place, stays plain: it is in the program and in the
/// state as the user wrote it, so that there is nothing left to hide. So does a name that the schema declares, and a value
/// of which only a part is a secret, if any plain input or the URN has that part in the open.
pub(crate) fn hide(
    call: &Call,
    kind: &str,
    declared: Option<&ObjectSchema>,
    inputs: &PropertyMap,
    properties: &mut PropertyMap,
) {
    if call.secrets.is_empty() {
        return;
    }
    let hidden = Hidden::among(call, &InTheOpen::of(declared, inputs), properties);
    hidden.tell(call, kind, "");
}

/// The same in silence, for values that no user sees, and for those that the user was told of before.
pub(crate) fn hide_silently(
    call: &Call,
    declared: &ObjectSchema,
    inputs: &PropertyMap,
    properties: &mut PropertyMap,
) {
    if !call.secrets.is_empty() {
        Hidden::among(call, &InTheOpen::of(Some(declared), inputs), properties);
    }
}

/// Whether a text can be read in the state anyway: it is part of the resource's URN, or of an input that is not a secret.
pub(crate) fn is_in_the_open(call: &Call, inputs: &PropertyMap, text: &str) -> bool {
    call.subject.urn.contains(text) || inputs.values().any(|value| is_open_in(text, value))
}

/// Whether a text is a part of a value that is not a secret.
fn is_open_in(text: &str, value: &PropertyValue) -> bool {
    match value {
        PropertyValue::String(value) => value.contains(text),
        PropertyValue::Array(items) => items.iter().any(|item| is_open_in(text, item)),
        PropertyValue::Object(map) => map.values().any(|item| is_open_in(text, item)),
        _ => false,
    }
}

/// What is in the open beside properties that may have secrets.
pub(crate) struct InTheOpen<'a> {
    /// The schema of the properties.
    pub(crate) declared: Option<&'a ObjectSchema>,
    /// The properties that are in the open at the same places.
    pub(crate) inputs: &'a PropertyMap,
    /// Whether a text as a whole is in the open at another place: then no value is a secret because it is equal to that text.
    pub(crate) is_open: &'a dyn Fn(&str) -> bool,
}

impl<'a> InTheOpen<'a> {
    fn of(declared: Option<&'a ObjectSchema>, inputs: &'a PropertyMap) -> Self {
        Self {
            declared,
            inputs,
            is_open: &|_| false,
        }
    }
}

/// The values that were found to be secret.
#[derive(Default)]
pub(crate) struct Hidden {
    equal: Paths,
    holding: Paths,
    named: Paths,
    left_out: usize,
}

impl Hidden {
    /// Hides what is secret among properties.
    pub(crate) fn among(call: &Call, open: &InTheOpen<'_>, properties: &mut PropertyMap) -> Self {
        let InTheOpen {
            declared, inputs, ..
        } = *open;
        let mut hidden = Self::default();
        let mut left_out = 0;
        let mut note = |found: Occurrence, place: &ValuePath<'_>| match found {
            Occurrence::Nothing => {}
            Occurrence::Value => hidden.equal.add(place),
            Occurrence::Part => hidden.holding.add(place),
            Occurrence::Name => hidden.named.add(place),
        };
        // A text may have the same part very often.
        let judged = RefCell::new(BTreeMap::<String, bool>::new());
        let is_open = |part: &str| {
            let known = judged.borrow().get(part).copied();
            known.unwrap_or_else(|| {
                let is_open = is_in_the_open(call, inputs, part) || (open.is_open)(part);
                judged.borrow_mut().insert(part.to_owned(), is_open);
                is_open
            })
        };
        let mut search = Search::new(&call.secrets, &is_open, open.is_open, &mut note);
        properties.retain(|name, value| {
            let input = inputs.get(name);
            // Nearly every output is its input: then nothing is looked up for its parts.
            if input == Some(&*value) {
                return true;
            }
            let is_open = || {
                declared.is_some_and(|declared| declared.properties.contains_key(name))
                    || input.is_some()
            };
            if !is_open() && search.is_in_name(name) {
                left_out += 1;
                return false;
            }
            search.hide(input, value, &ValuePath::Top(name));
            true
        });
        Self { left_out, ..hidden }
    }

    /// Whether nothing was.
    pub(crate) fn is_empty(&self) -> bool {
        self.equal.count + self.holding.count + self.named.count + self.left_out == 0
    }

    /// Says what was hidden. `owner` says whose properties they are, if they are not the resource's.
    pub(crate) fn tell(&self, call: &Call, kind: &str, owner: &str) {
        let mut lines = Vec::new();
        let mut add = |paths: &Paths, how: fn(&OutputSubject) -> String| {
            if let Some(subject) = paths.subject(kind, owner) {
                let (name, is, how) = (&subject.name, subject.is, how(&subject));
                lines.push(format!("{name} {how}, and {is} kept as one"));
            }
        };
        add(&self.equal, |subject| {
            format!("{} equal to a secret", subject.is)
        });
        add(&self.holding, |subject| {
            format!("{} a secret in {}", subject.has, subject.them)
        });
        add(&self.named, |subject| {
            format!("{} a secret among {} names", subject.has, subject.their)
        });
        if !lines.is_empty() {
            let hint = match owner {
                "" => "the schema should mark it as `secret`",
                _ => "the component should give it as a secret",
            };
            lines.push(format!("hint: {hint}; tell the component's author"));
            call.log(Severity::Warning, &lines.join("\n"));
        }
        if self.left_out > 0 {
            let message = format!(
                "the name of an {kind}{owner} contains a secret: it is left out, because names are kept in plain text\n\
                 hint: a secret can only be in a value; tell the component's author"
            );
            call.log(Severity::Warning, &message);
        }
    }
}

/// The paths of some properties, of which the first are kept.
#[derive(Default)]
struct Paths {
    first: Vec<String>,
    count: usize,
}

impl Paths {
    fn add(&mut self, place: &ValuePath<'_>) {
        self.count += 1;
        if self.count <= MAX_NAMED {
            let path = place.path().to_string();
            self.first.push(format!("`{}`", Excerpt::path(&path)));
        }
    }

    /// The subject of a sentence about them, or `None` if there are none.
    fn subject(&self, kind: &str, owner: &str) -> Option<OutputSubject> {
        let named = self.first.join(", ");
        match self.count {
            0 => None,
            1 => Some(OutputSubject {
                name: format!("the {kind} {named}{owner}"),
                is: "is",
                has: "has",
                them: "it",
                their: "its",
            }),
            count => {
                let more = match count.saturating_sub(MAX_NAMED) {
                    0 => String::new(),
                    more => format!(" and {more} more"),
                };
                Some(OutputSubject {
                    name: format!("the {kind}s {named}{more}{owner}"),
                    is: "are",
                    has: "have",
                    them: "them",
                    their: "their",
                })
            }
        }
    }
}

/// The subject of a sentence, and the words that go with one thing or with many.
struct OutputSubject {
    name: String,
    is: &'static str,
    has: &'static str,
    them: &'static str,
    their: &'static str,
}
