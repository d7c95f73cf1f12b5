//! The handle of a declared resource.

use std::panic::Location;
use std::rc::Rc;

use super::declared::Expressible;
use super::expression::Expression;
use super::output::Output;
use super::place::place;
use super::session;
use crate::encoding::Encoder;
use crate::error::{Error, PropertyFailure};
use crate::fields::Field;
use crate::property::ResourceReference;
use crate::value::path::PropertyPath;

/// A resource that the component declared or looked up: a custom resource, a group or another component. Its outputs
/// are valid until the component is constructed.
#[derive(Clone, Debug)]
pub struct Child {
    pub(super) session: u32,
    pub(super) node: u32,
    pub(super) name: Rc<str>,
    /// The type; empty for a resource of any type that came in as a reference.
    pub(super) token: Rc<str>,
    /// The properties of a type of your package.
    pub(super) fields: Option<&'static [Field]>,
}

impl Child {
    /// The name in full, such as `site-bucket`; empty for a resource that came in as a reference.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The id from the provider. Groups and components have no id.
    pub fn id(&self) -> Output<String> {
        self.below("id")
    }

    /// The URN.
    pub fn urn(&self) -> Output<String> {
        self.below("urn")
    }

    /// An output, or a part of one, by its path: `endpoint`, `website.endpoint`, `zones[0].id`. The caller chooses the
    /// type: a value of another type fails at its use.
    ///
    /// A property that the resource does not have is unknown in a preview, and null in an update. For types of your
    /// package the call checks the name.
    #[track_caller]
    pub fn output<T>(&self, path: &str) -> Output<T> {
        let name = path.split(['.', '[']).next().unwrap_or(path);
        if let Some(fields) = self.fields
            && !fields
                .iter()
                .any(|field| field.output && field.name == name)
            && !matches!(name, "id" | "urn" | "")
            && let Some(session) = session::current()
        {
            let names = fields.iter().filter(|field| field.output);
            let names: Vec<_> = names.map(|field| format!("`{}`", field.name)).collect();
            session.fail(Error::other(format!(
                "{} has no output `{name}`, which {} reads; its outputs are {}",
                self.shown(),
                place(Location::caller()),
                names.join(", ")
            )));
        }
        self.below(path)
    }

    /// The resource itself, as an output or an input that refers to it.
    pub fn reference<R>(&self) -> Output<ResourceReference<R>> {
        self.below("")
    }

    /// The resource in a message: by its name, or by its type.
    pub(super) fn shown(&self) -> String {
        match (&*self.name, &*self.token) {
            ("", "") => "the resource".to_owned(),
            ("", token) => format!("`{token}`"),
            (name, _) => format!("`{name}`"),
        }
    }

    fn below<T>(&self, path: &str) -> Output<T> {
        Output::of(self.expression(path))
    }

    pub(super) fn expression(&self, path: &str) -> Expression {
        Expression::node(self.session, self.node, path)
    }
}

/// Writes a reference to the resource.
impl Expressible for Child {
    fn express(&self, into: &mut Encoder, path: &PropertyPath<'_>) -> Result<(), PropertyFailure> {
        self.expression("").write(into, path)
    }
}

impl Expressible for &Child {
    fn express(&self, into: &mut Encoder, path: &PropertyPath<'_>) -> Result<(), PropertyFailure> {
        self.expression("").write(into, path)
    }
}
