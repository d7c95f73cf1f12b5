//! The results of a component without secrets: outputs, views, and the paths of differences.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;

use super::Secrets;
use super::values::{Occurrence, Search, ValuePath};
use crate::call::{Call, Severity};
use crate::error::failure::{PropertyDifference, PropertyFailure};
use crate::error::{CallError, GuestError};
use crate::long_work::beside;
use crate::schema::ObjectSchema;
use crate::text::Excerpt;
use crate::value::size_limits;
use crate::value::{PropertyMap, PropertyValue};
use crate::view::{View, ViewSink, ViewStep};

/// Properties up to this size are searched quickly, however many secrets there are.
const SMALL: usize = 1 << 10;
/// The maximum number of properties in a warning.
const MAX_NAMED: usize = 10;

/// Marks properties as secret that contain a known secret, in a value or in the name of a member, and warns on the
/// resource, because the component's author should mark them in the schema. `kind` is the kind of property, such as
/// `output`.
///
/// A property is removed if its own name contains a secret, because the state stores names in plain text.
///
/// A value stays plain if it equals the input of the same name at the same place, because the program and the state
/// already contain it in plain text. Names in the schema stay plain too. If only a part of a value is secret, the value stays plain if a plain input or the URN contains that part.
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

/// Does the same without a warning: for values that no user sees, and for values that the user was warned about before.
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

/// Whether the state contains a text in plain anyway, in the resource's URN or in an input that is not secret.
pub(crate) fn is_in_the_open(call: &Call, inputs: &PropertyMap, text: &str) -> bool {
    call.subject.urn.contains(text) || inputs.values().any(|value| is_open_in(text, value))
}

/// Whether a text is part of a value that is not secret.
fn is_open_in(text: &str, value: &PropertyValue) -> bool {
    match value {
        PropertyValue::String(value) => value.contains(text),
        PropertyValue::Array(items) => items.iter().any(|item| is_open_in(text, item)),
        PropertyValue::Object(map) => map.values().any(|item| is_open_in(text, item)),
        _ => false,
    }
}

/// Plain values that are known, so that equal values need not be hidden.
pub(crate) struct InTheOpen<'a> {
    /// The schema of the properties.
    pub(crate) declared: Option<&'a ObjectSchema>,
    /// The plain values at the same places.
    pub(crate) inputs: &'a PropertyMap,
    /// Whether a whole text is plain at another place. A value equal to it is then not hidden.
    pub(crate) is_open: &'a dyn Fn(&str) -> bool,
    /// Whether the properties leave a session. Then short secrets count as whole values, and after more secrets than can be
    /// searched for each longer text counts.
    pub(crate) is_exit: bool,
}

impl<'a> InTheOpen<'a> {
    fn of(declared: Option<&'a ObjectSchema>, inputs: &'a PropertyMap) -> Self {
        Self {
            declared,
            inputs,
            is_open: &|_| false,
            is_exit: false,
        }
    }
}

/// The values that were hidden.
#[derive(Default)]
pub(crate) struct Hidden {
    equal: Paths,
    holding: Paths,
    named: Paths,
    left_out: usize,
}

impl Hidden {
    /// Hides the secrets in properties, while other calls are served.
    pub(crate) fn among(call: &Call, open: &InTheOpen<'_>, properties: &mut PropertyMap) -> Self {
        let size = size_limits::size(properties);
        let work = if size > SMALL {
            call.secrets.search_work(size)
        } else {
            0
        };
        beside(work, || Self::find_among(call, open, properties))
    }

    fn find_among(call: &Call, open: &InTheOpen<'_>, properties: &mut PropertyMap) -> Self {
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
        // A text may contain the same part very often.
        let judged = RefCell::new(BTreeMap::<String, bool>::new());
        let is_open = |part: &str| {
            let known = judged.borrow().get(part).copied();
            known.unwrap_or_else(|| {
                let is_open = is_in_the_open(call, inputs, part) || (open.is_open)(part);
                judged.borrow_mut().insert(part.to_owned(), is_open);
                is_open
            })
        };
        let mut search = Search::new(
            &call.secrets,
            &is_open,
            open.is_open,
            &mut note,
            open.is_exit,
        );
        properties.retain(|name, value| {
            let input = inputs.get(name);
            // Nearly every output equals its input, and is then skipped.
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

    /// Whether nothing was hidden.
    pub(crate) fn is_empty(&self) -> bool {
        self.equal.count + self.holding.count + self.named.count + self.left_out == 0
    }

    /// Warns about the hidden values. `owner` names the owner of the properties if it is not the resource itself.
    pub(crate) fn tell(&self, call: &Call, kind: &str, owner: &str) {
        let mut lines = Vec::new();
        let mut add = |paths: &Paths, how: fn(&OutputSubject) -> String| {
            if let Some(subject) = paths.subject(kind, owner) {
                let (name, is, how) = (&subject.name, subject.is, how(&subject));
                let becomes = call.wording.unmarked_secret();
                lines.push(format!("{name} {how}, and {is} {becomes}"));
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

/// The number of hidden properties, and the paths of the first.
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

    /// The subject of a sentence about the properties; `None` if nothing was hidden.
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

/// The subject of a sentence, with the words that agree with it in number.
struct OutputSubject {
    name: String,
    is: &'static str,
    has: &'static str,
    them: &'static str,
    their: &'static str,
}

/// The maximum size of a type in a message.
const MAX_TYPE_BYTES: usize = 200;

/// Marks the secret properties of views, and warns. A property is secret by the schema, or because it contains a known
/// secret.
///
/// # Errors
/// If the type or name of a new view contains a secret: both are part of its URN, which the engine stores in plain text
/// and never changes.
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
                "the type or name of the view contains a secret, and would be kept in plain text"
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

/// Whether the type or name of a new view contains a secret. Parts of the resource's URN are plain anyway.
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
    let open = InTheOpen::of(None, &nothing);
    for (kind, properties) in [("input", &mut view.inputs), ("output", &mut view.outputs)] {
        let hidden = Hidden::among(call, &open, properties);
        if !hidden.is_empty() {
            let token = call.secrets.excerpt(&view.token, MAX_TYPE_BYTES);
            hidden.tell(call, kind, &format!(" of the view `{token}`"));
        }
    }
}

/// Cuts the paths of differences above the first name that contains a known secret. Differences that the host found
/// itself stay, because these names are plain in the program.
///
/// # Errors
/// If the name of the property itself contains a secret, because nothing of the path is left.
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
        // Most components return the host's differences in the same order.
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
                "it found a difference in a property whose name contains a secret".to_owned(),
            ));
        }
        path.truncate(end);
    }
    Ok(())
}

/// The end of the part of a path without secret names.
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

/// The first name in a path, and the length of its text. Other text than the engine's notation counts as a single name.
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
                // Only this character is escaped. Any other backslash stands for itself.
                '\\' if letters.next_if(|(_, next)| *next == '"').is_some() => name.push('"'),
                other => name.push(other),
            }
        }
        return (Cow::Owned(name), path.len());
    }
    let is_index = path.starts_with('[');
    let bare = path.trim_start_matches(['.', '[']);
    let before = path.len() - bare.len();
    let end = if is_index {
        bare.find(']').map(|at| at + 1)
    } else {
        bare.find(['.', '['])
    };
    let end = end.unwrap_or(bare.len());
    let name = bare.get(..end).unwrap_or_default();
    // A step without a name still has a length.
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
