//! Look-ups of existing resources, and of the results of functions and methods.

use std::panic::Location;

use super::child::Child;
use super::cx::ComponentContext;
use super::declared::ChildInputs;
use super::expression::Expression;
use super::kind::ResourceType;
use super::options::Options;
use super::output::Output;
use super::place::place;
use super::reference_to::ReferenceTo;
use super::session;
use crate::encoding::Encoder;
use crate::error::{Error, PropertyFailure, Result};
use crate::host::{self, LookupKind, NewLookup};
use crate::property::{Json, Referable};
use crate::value::path::PropertyPath;

/// The argument of a method with the method's resource.
const SELF: &str = "__self__";
/// The name of the argument that has the reference.
const RESOURCE: &str = "resource";

impl ComponentContext {
    /// Reads a resource that exists already and that something else manages. The resource is below the component, and
    /// its name is the component's name with the part, such as `site-zone`.
    ///
    /// `by` has the `id`, and whatever else its provider needs to find it. With an unknown id, all of the resource is
    /// unknown.
    ///
    /// ```
    /// # use pulumi_wasm_provider::prelude::*;
    /// # fn example(id: Input<String>, cx: &ComponentContext) -> Result<Output<String>> {
    /// let zone = cx.read("zone", "aws:route53/zone:Zone", properties! { id: id })?;
    /// # Ok(
    /// zone.output("name")
    /// # )
    /// # }
    /// ```
    ///
    /// # Errors
    /// Like [`child`](Self::child).
    #[track_caller]
    pub fn read(&self, part: &str, kind: impl ResourceType, by: impl ChildInputs) -> Result<Child> {
        self.options().read(part, kind, by)
    }

    /// Calls a function of a package as soon as its arguments are known, and returns its results:
    /// `result.get("zoneId")` is one of them, [`cast`](Output::cast) converts them all to a struct. With an unknown
    /// argument the results are unknown.
    ///
    /// If a function returns a single value instead of named results, the package chooses the name of the result. In
    /// packages that are built with this crate it is `result`.
    ///
    /// ```
    /// # use pulumi_wasm_provider::prelude::*;
    /// # fn example(domain: Input<String>, cx: &ComponentContext) -> Result<Output<String>> {
    /// let zone = cx.invoke("aws:route53/getZone:getZone", properties! { name: domain })?;
    /// # Ok(
    /// zone.get("zoneId")
    /// # )
    /// # }
    /// ```
    ///
    /// # Errors
    /// Like [`child`](Self::child). If the function fails, the component fails.
    #[track_caller]
    pub fn invoke(&self, function: &str, arguments: impl ChildInputs) -> Result<Output<Json>> {
        self.options().invoke(function, arguments)
    }

    /// Opens a resource that came in as a reference: its outputs are those that the engine knows. A reference to a type
    /// of your package knows the names of its outputs.
    ///
    /// ```
    /// # use pulumi_wasm_provider::prelude::*;
    /// # fn example(bucket: Input<ResourceReference>, cx: &ComponentContext) -> Result<Output<String>> {
    /// let bucket = cx.resource(&bucket)?;
    /// # Ok(
    /// bucket.output("arn")
    /// # )
    /// # }
    /// ```
    ///
    /// # Errors
    /// When the host refuses: for a resource that did not come in with this construction, or at a limit.
    #[track_caller]
    pub fn resource<R: Referable>(&self, reference: &impl ReferenceTo<R>) -> Result<Child> {
        let position = place(Location::caller());
        let what = format!("the reference that is opened at {position}");
        self.opened(reference, position, &what)
    }

    /// Opens a reference. `what` is for messages.
    pub(super) fn opened<R: Referable>(
        &self,
        reference: &impl ReferenceTo<R>,
        position: String,
        what: &str,
    ) -> Result<Child> {
        self.session.check()?;
        let arguments = with("{}", RESOURCE, &reference.expression().0);
        let asked = Asked {
            kind: LookupKind::Reference,
            token: "",
            name: "",
            arguments: arguments.map_err(|failure| wrong(what, &failure))?,
            position,
        };
        let session = self.session.number();
        let node = asked.find(session, "{}".to_owned(), what)?;
        let placed = R::placed(&self.package);
        Ok(Child {
            session,
            node,
            name: "".into(),
            fields: placed.as_ref().and_then(|placed| placed.fields),
            token: placed
                .map_or_else(String::new, |placed| placed.token)
                .into(),
        })
    }
}

impl Options {
    /// Reads a resource with these options, as [`ComponentContext::read`]. A look-up has the options `parent`,
    /// `provider` and `depends_on`.
    ///
    /// # Errors
    /// Like [`ComponentContext::read`], and for any other option.
    #[track_caller]
    pub fn read(&self, part: &str, kind: impl ResourceType, by: impl ChildInputs) -> Result<Child> {
        let placed = kind.placed(&self.cx.package);
        let name = self.cx.name_of(part, self);
        let token = placed.token;
        let position = place(Location::caller());
        let what = format!("`{token}` `{name}` ({position})");
        let arguments = by.into_text().map_err(|failure| wrong(&what, &failure))?;
        let found = Asked {
            kind: LookupKind::Read,
            token: &token,
            name: &name,
            arguments,
            position,
        };
        let node = self.find(&what, found)?;
        Ok(Child {
            session: self.cx.session.number(),
            node,
            name: name.into(),
            token: token.into(),
            fields: placed.fields,
        })
    }

    /// Calls a function with these options, as [`ComponentContext::invoke`]. A look-up has the options `parent`,
    /// `provider` and `depends_on`.
    ///
    /// # Errors
    /// Like [`ComponentContext::invoke`], and for any other option.
    #[track_caller]
    pub fn invoke(&self, function: &str, arguments: impl ChildInputs) -> Result<Output<Json>> {
        let position = place(Location::caller());
        let what = format!("`{function}` ({position})");
        let arguments = arguments
            .into_text()
            .map_err(|failure| wrong(&what, &failure))?;
        let asked = Asked {
            kind: LookupKind::Invoke,
            token: function,
            name: "",
            arguments,
            position,
        };
        let node = self.find(&what, asked)?;
        Ok(result(self.cx.session.number(), node))
    }

    /// Calls a method of a resource with these options, as [`Child::call`]. A look-up has the options `parent`,
    /// `provider` and `depends_on`.
    ///
    /// # Errors
    /// Like [`Child::call`], and for any other option.
    #[track_caller]
    pub fn call(
        &self,
        child: &Child,
        method: &str,
        arguments: impl ChildInputs,
    ) -> Result<Output<Json>> {
        let token = method_of(child, method);
        let position = place(Location::caller());
        let what = format!("`{token}` ({position})");
        let arguments = with_self(child, arguments).map_err(|failure| wrong(&what, &failure))?;
        let asked = Asked {
            kind: LookupKind::Method,
            token: &token,
            name: "",
            arguments,
            position,
        };
        let node = self.find(&what, asked)?;
        Ok(result(self.cx.session.number(), node))
    }

    fn find(&self, what: &str, asked: Asked<'_>) -> Result<u32> {
        self.cx.session.check()?;
        let options = self
            .text()
            .and_then(|options| self.cx.with_parent(options))
            .map_err(|failure| wrong(what, &failure))?;
        asked.find(self.cx.session.number(), options, what)
    }
}

impl Child {
    /// Calls a method of the resource once its arguments are known, and gives its results as
    /// [`ComponentContext::invoke`] does. `method` is its name, such as `kubeconfig`, or its token. For a reference to
    /// a resource of any type, it is the token, such as `eks:index:Cluster/getKubeconfig`.
    ///
    /// ```
    /// # use pulumi_wasm_provider::prelude::*;
    /// # fn example(cluster: &Child) -> Result<Output<String>> {
    /// let access = cluster.call("getKubeconfig", properties! { roleArn: "arn:aws:iam::123:role/read" })?;
    /// # Ok(
    /// access.get("result")
    /// # )
    /// # }
    /// ```
    ///
    /// # Errors
    /// Like [`ComponentContext::child`]. If the method fails, the component fails.
    #[track_caller]
    pub fn call(&self, method: &str, arguments: impl ChildInputs) -> Result<Output<Json>> {
        let token = method_of(self, method);
        let position = place(Location::caller());
        let what = format!("`{token}` ({position})");
        if let Some(session) = session::current() {
            session.check()?;
        }
        let arguments = with_self(self, arguments).map_err(|failure| wrong(&what, &failure))?;
        let asked = Asked {
            kind: LookupKind::Method,
            token: &token,
            name: "",
            arguments,
            position,
        };
        let node = asked.find(self.session, "{}".to_owned(), &what)?;
        Ok(result(self.session, node))
    }
}

/// A look-up without its options.
struct Asked<'a> {
    kind: LookupKind,
    token: &'a str,
    name: &'a str,
    arguments: String,
    position: String,
}

impl Asked<'_> {
    fn find(self, session: u32, options: String, what: &str) -> Result<u32> {
        let lookup = NewLookup {
            session,
            kind: self.kind,
            token: self.token.to_owned(),
            name: self.name.to_owned(),
            arguments: self.arguments,
            options,
            position: self.position,
        };
        host::find_node(lookup).map_err(|error| error.declared(what))
    }
}

/// The properties, and a further property that names a resource.
fn with(
    properties: &str,
    name: &str,
    value: &Expression,
) -> core::result::Result<String, PropertyFailure> {
    let mut into = Encoder::reopened(properties, 0);
    into.member(name);
    let start = into.len();
    value.write(&mut into, &PropertyPath::Root.key(name))?;
    into.or_null(start);
    into.end_object();
    Ok(into.finish())
}

/// The token of a method: a name belongs to the type of the resource.
fn method_of(child: &Child, method: &str) -> String {
    if method.contains(':') || child.token.is_empty() {
        method.to_owned()
    } else {
        format!("{}/{method}", child.token)
    }
}

/// The arguments of a method, with the resource that it belongs to.
fn with_self(
    child: &Child,
    arguments: impl ChildInputs,
) -> core::result::Result<String, PropertyFailure> {
    with(&arguments.into_text()?, SELF, &child.expression(""))
}

fn result(session: u32, node: u32) -> Output<Json> {
    Output::of(Expression::node(session, node, ""))
}

fn wrong(what: &str, failure: &PropertyFailure) -> Error {
    Error::other(format!("{what}: {failure}"))
}
