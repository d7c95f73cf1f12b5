//! The targets that structs are written to, and outputs with the inputs of the call beside them, as both are recorded.

use std::rc::Rc;

use crate::encoding::{Encoder, Members, Text};
use crate::error::PropertyFailure;
use crate::fields::{Field, Source};
use crate::property::{Place, Property};
use crate::value::path::PropertyPath;

/// The object that a struct is written to.
#[doc(hidden)]
pub struct Target<'a> {
    into: &'a mut Encoder,
    path: &'a PropertyPath<'a>,
    /// The members that the struct was read from, and whether it has changed since.
    came: Option<&'a Members<'a>>,
    changed: bool,
    /// The values that could not be written, if the others are used nevertheless.
    lost: Option<Vec<Unwritten>>,
}

/// A property that could not be written, and why.
#[derive(Clone, Debug)]
pub(crate) struct Unwritten {
    pub(crate) name: &'static str,
    pub(crate) failure: PropertyFailure,
}

impl<'a> Target<'a> {
    pub(crate) fn new(into: &'a mut Encoder, path: &'a PropertyPath<'a>) -> Self {
        Self {
            into,
            path,
            came: None,
            changed: false,
            lost: None,
        }
    }

    /// A target that sees the changes since the struct was read.
    pub(crate) fn after(into: &'a mut Encoder, came: &'a Members<'a>) -> Self {
        Self {
            came: Some(came),
            ..Self::new(into, &PropertyPath::Root)
        }
    }

    /// Whether a property differs from the received one.
    pub(crate) fn has_changed(&self) -> bool {
        self.changed
    }

    /// Writes one property.
    pub fn put<T: Property>(
        &mut self,
        field: &'static Field,
        value: &T,
    ) -> Result<(), PropertyFailure> {
        let mark = self.into.member(field.name);
        let encoded = value.encode(self.into, &self.path.key(field.name));
        if let Err(failure) = encoded {
            let Some(lost) = &mut self.lost else {
                return Err(failure);
            };
            self.into.take_back(mark);
            let name = field.name;
            lost.push(Unwritten { name, failure });
            return Ok(());
        }
        let written = self.into.end_member(mark);
        if let Some(members) = self.came {
            let place = members.place(field.name);
            self.changed |= match (place, value.came()) {
                (Some(place), Some(Place(piece))) => !piece.is(members.text(), place),
                (None, _) => written,
                (Some(_), None) => true,
            };
        }
        Ok(())
    }

    /// Encodes the single value in place of the object: null if the value is left out. Failures have the path of the
    /// object.
    pub(crate) fn put_alone<T: Property>(
        &mut self,
        name: &str,
        value: &T,
    ) -> Result<(), PropertyFailure> {
        self.into.member(name);
        let start = self.into.len();
        value.encode(self.into, self.path)?;
        self.into.or_null(start);
        Ok(())
    }
}

/// Writes a property map.
///
/// # Errors
/// If Pulumi cannot store a value, such as a number that is not finite.
pub(crate) fn print(
    write: impl FnOnce(&mut Target<'_>) -> Result<(), PropertyFailure>,
) -> Result<String, PropertyFailure> {
    let mut into = Encoder::default();
    into.begin_object();
    write(&mut Target::new(&mut into, &PropertyPath::Root))?;
    into.end_object();
    Ok(into.finish())
}

/// Writes the valid properties of a map, and reports the others.
pub(crate) fn print_what_can_be(
    write: impl FnOnce(&mut Target<'_>) -> Result<(), PropertyFailure>,
) -> (String, Vec<Unwritten>) {
    let mut into = Encoder::default();
    into.begin_object();
    let mut target = Target {
        lost: Some(Vec::new()),
        ..Target::new(&mut into, &PropertyPath::Root)
    };
    let written = write(&mut target);
    let mut lost = target.lost.unwrap_or_default();
    // Each property has its own failure, so a failure here belongs to no property.
    if let Err(failure) = written {
        lost.push(Unwritten { name: "", failure });
    }
    into.end_object();
    (into.finish(), lost)
}

/// The reason why properties are not recorded, in one sentence.
pub(crate) fn reason(lost: &[Unwritten]) -> String {
    let failures = lost.iter().map(|unwritten| unwritten.failure.to_string());
    let failures: Vec<String> = failures.collect();
    format!(
        "the provider's answer cannot be recorded: {}",
        failures.join("; ")
    )
}

/// Adds to outputs the recorded inputs that the provider did not set, as they were given. Their text is copied: most are
/// never read for it.
pub(crate) fn beside_inputs(
    outputs: String,
    lost: &[Unwritten],
    inputs: &Rc<Text>,
    fields: &'static [Field],
) -> String {
    let outputs = Text::new(outputs);
    // Both are objects: one was written here, and the author's function has read the other.
    let (Some(set), Some(inputs)) = (outputs.members(), inputs.members()) else {
        return outputs.into_string();
    };
    let room = inputs.text().as_str().len();
    let mut into = Encoder::reopened(outputs.as_str(), room);
    let given = Source::new(&inputs, &PropertyPath::Root);
    for field in fields.iter().filter(|field| field.input && field.output) {
        let is_set = set.get(field.name).is_some()
            || lost.iter().any(|unwritten| unwritten.name == field.name);
        if !is_set && let Some(value) = given.as_given(field) {
            into.raw_member(field.name, &value);
        }
    }
    into.end_object();
    into.finish()
}
