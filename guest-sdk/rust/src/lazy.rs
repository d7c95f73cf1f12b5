//! Drafts that are read when they are first looked at.

use std::cell::OnceCell;
use std::fmt;
use std::ops::Deref;
use std::rc::Rc;

use crate::encoding::Text;
use crate::fields::{Properties, Source};
use crate::path::PropertyPath;

/// A draft that is read when it is first looked at: `change.inputs.label` is all that it takes.
///
/// A recorded property of another type counts as unknown, and makes the host's comparison the answer of the call.
pub struct Lazy<D> {
    text: Rc<Text>,
    read: OnceCell<D>,
}

impl<D: Properties + Default> Lazy<D> {
    pub(crate) fn new(text: &Rc<Text>) -> Self {
        Self {
            text: Rc::clone(text),
            read: OnceCell::new(),
        }
    }

    fn read(&self) -> D {
        let members = self.text.members();
        let members = members.ok_or_else(|| PropertyPath::Root.failure("is no property map"));
        let read = members.and_then(|members| D::read_from(&mut Source::of_call(&members)));
        read.unwrap_or_else(|failure| {
            self.text.fail(failure);
            D::default()
        })
    }
}

impl<D: Properties + Default> Deref for Lazy<D> {
    type Target = D;

    fn deref(&self) -> &D {
        self.read.get_or_init(|| self.read())
    }
}

/// As the draft itself.
impl<D: Properties + Default + fmt::Debug> fmt::Debug for Lazy<D> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(formatter)
    }
}
