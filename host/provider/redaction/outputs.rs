//! Properties that are secrets, though a component gives them in the open.

use super::Secrets;
use crate::provider::call::{Call, Severity};
use crate::provider::property_path::PropertyPath;
use crate::provider::schema::ObjectSchema;
use crate::provider::value::{
    Archive, ArchiveContent, AssetContent, PropertyMap, PropertyValue, ResourceReference,
};

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
        let mut search = Search {
            secrets,
            lengths: secrets.lengths(),
            hidden: Self::default(),
        };
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
                search.hidden.left_out += 1;
                return false;
            }
            search.hide(input, value, &Place::Top(name));
            true
        });
        search.hidden
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
            lines.push(format!(
                "{subject} {has} a secret among their names, and {is} kept as one"
            ));
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
            self.first.push(format!("`{}`", place.path()));
        }
    }

    /// The subject of a sentence about them and the verbs for it; none where there is none.
    fn subject(&self, kind: &str, owner: &str) -> Option<(String, &'static str, &'static str)> {
        let named = self.first.join(", ");
        match self.count {
            0 => None,
            1 => Some((format!("the {kind} {named}{owner}"), "is", "has")),
            count => {
                let more = match count.saturating_sub(MAX_NAMED) {
                    0 => String::new(),
                    more => format!(" and {more} more"),
                };
                Some((format!("the {kind}s {named}{more}{owner}"), "are", "have"))
            }
        }
    }
}

/// Where a value is. Its path is only written where it is needed.
enum Place<'a> {
    Top(&'a str),
    Key(&'a Place<'a>, &'a str),
    Index(&'a Place<'a>, usize),
}

impl Place<'_> {
    fn path(&self) -> PropertyPath {
        match self {
            Place::Top(name) => PropertyPath::root(name),
            Place::Key(above, key) => above.path().key(key),
            Place::Index(above, index) => above.path().index(*index),
        }
    }
}

/// A search for values that are secrets.
struct Search<'a> {
    secrets: &'a Secrets,
    /// The lengths of all that are known: nearly every text is done with by its own.
    lengths: Lengths,
    hidden: Hidden,
}

/// What of a value is a secret.
#[derive(PartialEq, Eq)]
enum Found {
    Nothing,
    Value,
    Name,
}

impl Search<'_> {
    fn knows(&self, bytes: &[u8]) -> bool {
        self.lengths.have(bytes.len()) && self.secrets.knows(bytes)
    }

    fn knows_optional(&self, text: Option<&String>) -> bool {
        text.is_some_and(|text| self.knows(text.as_bytes()))
    }

    /// Hides a value where it is a secret, and what is secret in it where that can be hidden by itself.
    fn hide(
        &mut self,
        input: Option<&PropertyValue>,
        value: &mut PropertyValue,
        place: &Place<'_>,
    ) {
        let found = self.find(input, value);
        match found {
            Found::Nothing => {}
            Found::Value => self.hidden.equal.add(place),
            Found::Name => self.hidden.named.add(place),
        }
        if found != Found::Nothing {
            let plain = std::mem::replace(value, PropertyValue::Null);
            *value = plain.into_secret();
            return;
        }
        match value {
            PropertyValue::Array(items) => {
                for (index, item) in items.iter_mut().enumerate() {
                    let input = match input {
                        Some(PropertyValue::Array(inputs)) => inputs.get(index),
                        _ => None,
                    };
                    self.hide(input, item, &Place::Index(place, index));
                }
            }
            PropertyValue::Object(map) => {
                for (key, item) in map {
                    let input = match input {
                        Some(PropertyValue::Object(inputs)) => inputs.get(key),
                        _ => None,
                    };
                    self.hide(input, item, &Place::Key(place, key));
                }
            }
            _ => {}
        }
    }

    /// Whether a value is a secret as it stands. What is in lists and in the members of objects is looked at by itself.
    fn find(&self, input: Option<&PropertyValue>, value: &PropertyValue) -> Found {
        let is_secret = match value {
            PropertyValue::String(text) => self.knows(text.as_bytes()),
            PropertyValue::Bytes(bytes) => self.knows(bytes),
            PropertyValue::Number(number) => self.knows_number(*number),
            PropertyValue::Object(map) => {
                let is_open = |name: &String| match input {
                    Some(PropertyValue::Object(inputs)) => inputs.contains_key(name),
                    _ => false,
                };
                let is_name = |name: &String| self.knows(name.as_bytes()) && !is_open(name);
                return match map.keys().any(is_name) {
                    true => Found::Name,
                    false => Found::Nothing,
                };
            }
            PropertyValue::Asset(asset) => match &asset.content {
                AssetContent::Text(text) => self.knows(text.as_bytes()),
                _ => false,
            },
            PropertyValue::Archive(archive) => self.is_in_archive(archive),
            PropertyValue::ResourceReference(reference) => {
                let ResourceReference { id, name, .. } = reference.as_ref();
                self.knows_optional(id.as_ref().and_then(Option::as_ref))
                    || self.knows_optional(name.as_ref())
            }
            // What is secret already, and what has no text.
            PropertyValue::Secret(_)
            | PropertyValue::Array(_)
            | PropertyValue::Null
            | PropertyValue::Bool(_)
            | PropertyValue::Unknown => false,
        };
        match is_secret && input != Some(value) {
            true => Found::Value,
            false => Found::Nothing,
        }
    }

    /// Whether a number is a secret as people write it.
    fn knows_number(&self, number: f64) -> bool {
        /// Whole numbers below this have fewer digits than a secret.
        const FEW_DIGITS: f64 = 1e6;
        let is_short = number.fract() == 0.0 && number.abs() < FEW_DIGITS;
        !is_short && self.knows(number.to_string().as_bytes())
    }

    /// Whether a file of an archive is a secret, or the name of one.
    fn is_in_archive(&self, archive: &Archive) -> bool {
        let ArchiveContent::Assets(files) = &archive.content else {
            return false;
        };
        files.iter().any(|(name, file)| {
            self.knows(name.as_bytes())
                || match file.reveal() {
                    PropertyValue::Archive(archive) => self.is_in_archive(archive),
                    file => self.find(None, file) != Found::Nothing,
                }
        })
    }
}

/// A set of lengths: those that differ by 64 are not told apart.
#[derive(Clone, Copy, Default)]
pub(super) struct Lengths(u64);

impl Lengths {
    pub(super) fn add(&mut self, length: usize) {
        self.0 |= 1 << (length % 64);
    }

    pub(super) fn add_all(&mut self, others: Self) {
        self.0 |= others.0;
    }

    /// Makes it the set of all lengths.
    pub(super) fn add_every(&mut self) {
        self.0 = u64::MAX;
    }

    fn have(self, length: usize) -> bool {
        self.0 & (1 << (length % 64)) != 0
    }
}
