//! The results of a component without secrets: outputs, views, and the paths of differences.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;

use super::Secrets;
use super::values::{Occurrence, Search, ValuePath};
use crate::call::{Call, Severity};
use crate::error::{CallError, GuestError};
use crate::failure::{PropertyDifference, PropertyFailure};
use crate::schema::ObjectSchema;
use crate::text::Excerpt;
use crate::value::{PropertyMap, PropertyValue};
use crate::view::{View, ViewSink, ViewStep};

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

/// The shown part of a type in a message.
const MAX_TYPE_BYTES: usize = 200;

/// Makes those properties of views secret that are, by the schema or because they are known secrets, and says so.
///
/// # Errors
/// When the type or a name of a view that the engine does not have yet has a secret in it: they are parts of its URN, which
/// is kept in the open and never changes.
pub(crate) fn hide_in_views(
    call: &Call,
    sink: &dyn ViewSink,
    steps: &mut [ViewStep],
) -> Result<(), GuestError> {
    for view in steps.iter_mut().flat_map(views_of) {
        sink.mark_secrets(view);
        call.secrets.learn_answer(&view.inputs);
        call.secrets.learn_answer(&view.outputs);
    }
    if call.secrets.is_empty() {
        return Ok(());
    }
    let opened: Vec<PropertyFailure> = steps
        .iter()
        .enumerate()
        .filter(|(_, step)| has_secret_name(call, step))
        .map(|(index, _)| PropertyFailure {
            property: format!("steps[{index}]"),
            reason:
                "the type or name of the view has a secret in it, and would be kept in the open"
                    .to_owned(),
        })
        .collect();
    if !opened.is_empty() {
        return Err(GuestError::Invalid(opened));
    }
    for view in steps.iter_mut().flat_map(views_of) {
        hide_in_view(call, view);
    }
    Ok(())
}

fn views_of(step: &mut ViewStep) -> impl Iterator<Item = &mut View> {
    step.old.iter_mut().chain(step.new.as_mut())
}

/// Whether a secret is in the name of a new view. A part of the resource's URN is in the open already.
fn has_secret_name(call: &Call, step: &ViewStep) -> bool {
    let (None, Some(view)) = (&step.old, &step.new) else {
        return false;
    };
    let texts = [
        &view.token,
        &view.name,
        &view.parent_token,
        &view.parent_name,
    ];
    let is_open = |part: &str| call.subject.urn.contains(part);
    texts
        .into_iter()
        .any(|text| call.secrets.are_in_unless(text, &is_open))
}

fn hide_in_view(call: &Call, view: &mut View) {
    let nothing = PropertyMap::new();
    for (kind, properties) in [("input", &mut view.inputs), ("output", &mut view.outputs)] {
        let open = InTheOpen {
            declared: None,
            inputs: &nothing,
            is_open: &|_| false,
        };
        let hidden = Hidden::among(call, &open, properties);
        if !hidden.is_empty() {
            let token = call.secrets.excerpt(&view.token, MAX_TYPE_BYTES);
            hidden.tell(call, kind, &format!(" of the view `{token}`"));
        }
    }
}

/// Shortens the paths of differences so that they end above the first name that has a known secret in it. The host's
/// own findings (`read_result`) stay: the program gives those names in the open.
///
/// # Errors
/// When a property's own name is a secret: nothing of that path is left.
pub(crate) fn open_paths(
    call: &Call,
    found: &[PropertyDifference],
    differences: &mut [PropertyDifference],
) -> Result<(), CallError> {
    if call.secrets.is_empty() {
        return Ok(());
    }
    for (index, difference) in differences.iter_mut().enumerate() {
        let path = &mut difference.property;
        // Most components give back what the host found, in its order.
        if found
            .get(index)
            .is_some_and(|known| known.property == *path)
        {
            continue;
        }
        let end = open_part(&call.secrets, path);
        if end == path.len() || found.iter().any(|known| known.property == *path) {
            continue;
        }
        if end == 0 {
            return Err(CallError::BadAnswer(
                "it found a difference in a property that has a secret in its name".to_owned(),
            ));
        }
        path.truncate(end);
    }
    Ok(())
}

/// The end of the part of a path whose names are not secrets.
fn open_part(secrets: &Secrets, path: &str) -> usize {
    let mut at = 0;
    while let Some(rest) = path.get(at..).filter(|rest| !rest.is_empty()) {
        let (name, length) = first_name(rest);
        if secrets.are_in(&name) {
            return at;
        }
        at += length;
    }
    path.len()
}

/// The name that a path begins with, and the length of all that stands for it. Text in another form than that of
/// engines is one name.
fn first_name(path: &str) -> (Cow<'_, str>, usize) {
    if let Some(quoted) = path.strip_prefix("[\"") {
        let mut name = String::new();
        let mut letters = quoted.char_indices().peekable();
        while let Some((at, letter)) = letters.next() {
            match letter {
                '"' => {
                    let end = "[\"".len() + at + 1;
                    let bracket = usize::from(path[end..].starts_with(']'));
                    return (Cow::Owned(name), end + bracket);
                }
                // The only escape; any other backslash is one.
                '\\' if letters.next_if(|(_, next)| *next == '"').is_some() => name.push('"'),
                other => name.push(other),
            }
        }
        return (Cow::Owned(name), path.len());
    }
    let is_index = path.starts_with('[');
    let bare = path.trim_start_matches(['.', '[']);
    let before = path.len() - bare.len();
    let end = match is_index {
        true => bare.find(']').map(|at| at + 1),
        false => bare.find(['.', '[']),
    };
    let end = end.unwrap_or(bare.len());
    let name = bare.get(..end).unwrap_or_default();
    // A step without a name has a length all the same.
    (
        Cow::Borrowed(name.trim_end_matches(']')),
        (before + end).max(1),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_ends_above_the_first_name_that_is_a_secret() {
        let secrets = Secrets::new();
        for secret in ["a secret", "with.a\"quote", "secret] too"] {
            secrets.keep(secret);
        }
        for (path, expected) in [
            ("label", "label"),
            ("a.b[0].c", "a.b[0].c"),
            ("a.a secret", "a"),
            ("a[\"a secret\"].b", "a"),
            ("a[0][\"with.a\\\"quote\"]", "a[0]"),
            ("a.b.a secret.c", "a.b"),
            ("a secret", ""),
            ("[\"a secret\"]", ""),
            ("a[a secret]", "a"),
            ("a[\"a secret", "a"),
            ("a..a secret", "a"),
            ("a.b.", "a.b."),
            ("[", "["),
            ("]", "]"),
            ("a[\"\\", "a[\"\\"),
            ("ü[\"é\"", "ü[\"é\""),
            ("", ""),
        ] {
            let end = open_part(&secrets, path);
            assert_eq!(&path[..end], expected, "{path}");
        }
    }
}
