//! Structs that are decoded on first access.

use std::cell::OnceCell;
use std::fmt;
use std::ops::Deref;
use std::rc::Rc;

use crate::encoding::Text;
use crate::fields::{Properties, Source};
use crate::value::path::PropertyPath;

/// A struct that is read when it is first looked at: `change.inputs.label` is all that it takes.
pub struct Lazy<T> {
    make: Box<dyn Fn() -> T>,
    read: OnceCell<T>,
}

impl<T> Lazy<T> {
    pub(crate) fn new(make: impl Fn() -> T + 'static) -> Self {
        Self {
            make: Box::new(make),
            read: OnceCell::new(),
        }
    }
}

impl<D: Properties + Default + 'static> Lazy<D> {
    /// A draft whose properties are read later. The failures of the text are among its failures.
    pub(crate) fn draft(text: &Rc<Text>) -> Self {
        let text = Rc::clone(text);
        Self::new(move || {
            let members = text.members();
            let members =
                members.ok_or_else(|| PropertyPath::Root.failure("is not a property map"));
            let read = members.and_then(|members| D::read_from(&mut Source::of_call(&members)));
            read.unwrap_or_else(|failure| {
                text.fail(failure);
                D::default()
            })
        })
    }
}

impl<T> Deref for Lazy<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.read.get_or_init(|| (self.make)())
    }
}

/// Like the struct itself.
impl<T: fmt::Debug> fmt::Debug for Lazy<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(formatter)
    }
}
