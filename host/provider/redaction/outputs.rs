//! Properties that are secrets, though a component gives them in the open.

use super::Secrets;
use super::search::{Found, Place, Search};
use crate::provider::call::{Call, Severity};
use crate::provider::schema::ObjectSchema;
use crate::provider::value::PropertyMap;
use crate::text::Excerpt;

/// How many properties a warning names.
const MAX_NAMED: usize = 10;

/// Makes those values among properties secret that are known secrets, whole, or have one among the names of their members,
/// and says so on the resource: the component's author should mark them in the schema. A property whose own name is a secret
/// is left out, because the state keeps such names in the open. `kind` is what a property is called, such as `output`.
///
/// A plain value that is in the input of the same name, at the same place, stays plain: it is in the program and in the
/// state as the user wrote it, so that there is nothing left to hide. So does a name that the schema declares.
pub(in crate::provider) fn hide(
    call: &Call,
    kind: &str,
    declared: Option<&ObjectSchema>,
    inputs: &PropertyMap,
    properties: &mut PropertyMap,
) {
    if call.secrets.is_empty() {
        return;
    }
    let hidden = Hidden::among(&call.secrets, declared, inputs, properties);
    hidden.tell(call, kind, "");
}

/// The same in silence, for what no user sees.
pub(in crate::provider) fn hide_silently(
    call: &Call,
    declared: &ObjectSchema,
    properties: &mut PropertyMap,
) {
    if !call.secrets.is_empty() {
        let inputs = PropertyMap::new();
        Hidden::among(&call.secrets, Some(declared), &inputs, properties);
    }
}

/// What was found to be secret.
#[derive(Default)]
pub(super) struct Hidden {
    equal: Paths,
    named: Paths,
    left_out: usize,
}

impl Hidden {
    /// Hides what is secret among properties.
    pub(super) fn among(
        secrets: &Secrets,
        declared: Option<&ObjectSchema>,
        inputs: &PropertyMap,
        properties: &mut PropertyMap,
    ) -> Self {
        let mut hidden = Self::default();
        let mut left_out = 0;
        let mut note = |found: Found, place: &Place<'_>| match found {
            Found::Nothing => {}
            Found::Value => hidden.equal.add(place),
            Found::Name => hidden.named.add(place),
        };
        let mut search = Search::new(secrets, &mut note);
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
            if search.knows(name.as_bytes()) && !is_open() {
                left_out += 1;
                return false;
            }
            search.hide(input, value, &Place::Top(name));
            true
        });
        Self { left_out, ..hidden }
    }

    /// Whether nothing was.
    pub(super) fn is_empty(&self) -> bool {
        self.equal.count + self.named.count + self.left_out == 0
    }

    /// Says what was hidden. `owner` says whose properties they are, if they are not the resource's.
    pub(super) fn tell(&self, call: &Call, kind: &str, owner: &str) {
        let mut lines = Vec::new();
        if let Some((subject, is, _)) = self.equal.subject(kind, owner) {
            lines.push(format!(
                "{subject} {is} equal to a secret, and {is} kept as one"
            ));
        }
        if let Some((subject, is, has)) = self.named.subject(kind, owner) {
            lines.push(format!("{subject} {has} names, and {is} kept as one"));
        }
        if !lines.is_empty() {
            lines.push(
                "hint: the schema should say `secret` there; tell the component's author"
                    .to_owned(),
            );
            call.log(Severity::Warning, &lines.join("\n"));
        }
        if self.left_out > 0 {
            let message = format!(
                "the name of an {kind}{owner} is a secret: it is left out, because names are kept in the open\n\
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
    fn add(&mut self, place: &Place<'_>) {
        self.count += 1;
        if self.count <= MAX_NAMED {
            let path = place.path().to_string();
            self.first.push(format!("`{}`", Excerpt::path(&path)));
        }
    }

    /// The subject of a sentence about them and the verbs for it; none where there is none.
    fn subject(&self, kind: &str, owner: &str) -> Option<(String, &'static str, &'static str)> {
        let named = self.first.join(", ");
        match self.count {
            0 => None,
            1 => Some((
                format!("the {kind} {named}{owner}"),
                "is",
                "has a secret among its",
            )),
            count => {
                let more = match count.saturating_sub(MAX_NAMED) {
                    0 => String::new(),
                    more => format!(" and {more} more"),
                };
                Some((
                    format!("the {kind}s {named}{more}{owner}"),
                    "are",
                    "have a secret among their",
                ))
            }
        }
    }
}
