//! What structs are written to.

use crate::encoding::{Encoder, Members};
use crate::error::PropertyFailure;
use crate::fields::{Field, Properties};
use crate::path::PropertyPath;
use crate::property::{Place, Property};

/// The object that a struct is written to.
#[doc(hidden)]
pub struct Target<'a> {
    into: &'a mut Encoder,
    path: &'a PropertyPath<'a>,
    /// What the struct was read from, and how it has changed since.
    came: Option<&'a Members<'a>>,
    changed: bool,
}

impl<'a> Target<'a> {
    pub(crate) fn new(into: &'a mut Encoder, path: &'a PropertyPath<'a>) -> Self {
        Self {
            into,
            path,
            came: None,
            changed: false,
        }
    }

    /// One that sees what has changed since the struct was read.
    pub(crate) fn after(into: &'a mut Encoder, came: &'a Members<'a>) -> Self {
        Self {
            came: Some(came),
            ..Self::new(into, &PropertyPath::Root)
        }
    }

    /// Whether a property is another one than the one that came.
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
        value.encode(self.into, &self.path.key(field.name))?;
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

    /// Writes the one value that the object is there for. It is null where it is left out. Its path is that of the object.
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

    /// Writes a struct that is flattened into this one.
    pub fn flattened<T: Properties>(&mut self, part: &T) -> Result<(), PropertyFailure> {
        part.write_to(self)
    }
}

/// Writes a property map.
///
/// # Errors
/// When Pulumi cannot hold a value, such as a number that is not finite.
pub(crate) fn print(
    write: impl FnOnce(&mut Target<'_>) -> Result<(), PropertyFailure>,
) -> Result<String, PropertyFailure> {
    let mut into = Encoder::default();
    into.begin_object();
    write(&mut Target::new(&mut into, &PropertyPath::Root))?;
    into.end_object();
    Ok(into.finish())
}
