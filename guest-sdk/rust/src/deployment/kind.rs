//! The type of a declared resource.

use std::marker::PhantomData;

use crate::fields::Field;
use crate::resource::state::ResourceState;

/// The type of a child: a type token such as `"random:index/randomPet:RandomPet"`, or a type of your package by [`of`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not name a type of resources",
    label = "not a type of resources",
    note = "write a token such as `\"random:index/randomPet:RandomPet\"`, or `of::<Page>()` for a type of your package"
)]
pub trait ResourceType {
    /// The type, for a component of this package.
    #[doc(hidden)]
    fn placed(&self, package: &str) -> Placed;
}

/// A type token, with the schema of the type if it belongs to the package.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct Placed {
    pub(super) token: String,
    /// Whether another call constructs it; `None` if a token alone does not show it.
    pub(super) is_component: Option<bool>,
    pub(super) fields: Option<&'static [Field]>,
}

/// A type of the component's package that derives `Resource` or `Component`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a resource or a component of this package",
    label = "derives neither `Resource` nor `Component`"
)]
pub trait OwnType {
    #[doc(hidden)]
    const NAME: &'static str;
    #[doc(hidden)]
    const TOKEN: Option<&'static str>;
    #[doc(hidden)]
    const IS_COMPONENT: bool;
    #[doc(hidden)]
    const PROPERTIES: &'static [Field];
}

impl<R: ResourceState> OwnType for R {
    const NAME: &'static str = R::SPEC.name;
    const TOKEN: Option<&'static str> = R::SPEC.token;
    const IS_COMPONENT: bool = false;
    const PROPERTIES: &'static [Field] = R::FIELDS;
}

/// A type of your package, from [`of`].
#[derive(Clone, Copy, Debug)]
pub struct Typed<T>(PhantomData<fn() -> T>);

/// A type of the component's package, for [`ComponentContext::child`](crate::ComponentContext::child). The names of its
/// inputs and outputs are checked when the component runs.
pub fn of<T: OwnType>() -> Typed<T> {
    Typed(PhantomData)
}

impl<T: OwnType> ResourceType for Typed<T> {
    fn placed(&self, package: &str) -> Placed {
        let token = match T::TOKEN {
            Some(token) if token.starts_with(':') => format!("{package}{token}"),
            Some(token) => token.to_owned(),
            None => format!("{package}:index:{}", T::NAME),
        };
        Placed {
            token,
            is_component: Some(T::IS_COMPONENT),
            fields: Some(T::PROPERTIES),
        }
    }
}

impl ResourceType for &str {
    fn placed(&self, _: &str) -> Placed {
        Placed {
            token: (*self).to_owned(),
            is_component: None,
            fields: None,
        }
    }
}

impl ResourceType for String {
    fn placed(&self, package: &str) -> Placed {
        self.as_str().placed(package)
    }
}
