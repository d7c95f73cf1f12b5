//! References to other resources.

use std::fmt;
use std::marker::PhantomData;

use serde_json::{Value as JsonValue, json};

use crate::deployment::{OwnType, Placed, ResourceType, of};
use crate::encoding::{Decoder, Encoder, unexpected};
use crate::error::PropertyFailure;
use crate::host::wire::{self, Special};
use crate::manifest::types::Types;
use crate::property::{HasDraft, Kind, Property};
use crate::value::map::PropertyMap;
use crate::value::path::PropertyPath;

/// The types that a [`ResourceReference`] may refer to: one that derives `Resource` or `Component`, or [`AnyResource`].
pub trait Referable: 'static {
    /// The type as the schema refers to it.
    #[doc(hidden)]
    fn schema(types: &mut Types) -> JsonValue;

    /// The type of the resource; `None` for any type.
    #[doc(hidden)]
    fn placed(package: &str) -> Option<Placed>;
}

impl<R: OwnType + 'static> Referable for R {
    fn schema(types: &mut Types) -> JsonValue {
        let token = types.token(R::TOKEN, R::NAME);
        json!({ "$ref": Types::reference_to("resources", &token) })
    }

    fn placed(package: &str) -> Option<Placed> {
        Some(of::<R>().placed(package))
    }
}

/// Any resource of any package.
#[derive(Debug)]
pub enum AnyResource {}

impl Referable for AnyResource {
    fn schema(_: &mut Types) -> JsonValue {
        json!({ "$ref": "pulumi.json#/Any" })
    }

    fn placed(_: &str) -> Option<Placed> {
        None
    }
}

/// A resource that a program passes as a property: `ResourceReference<Zone>` for a resource of this package, plain
/// `ResourceReference` for any.
///
/// Pulumi sends its URN and, for resources that have one, its id. Its properties are not sent.
pub struct ResourceReference<R = AnyResource> {
    urn: String,
    id: Option<String>,
    /// Further received members, which are sent back unchanged.
    rest: PropertyMap,
    resource: PhantomData<fn() -> R>,
}

impl<R> ResourceReference<R> {
    /// A reference to the resource with this URN, and this id if it has one. The host accepts it from a provider if
    /// that resource was in the same call's request or in the configuration, and refuses it otherwise.
    pub fn new(urn: impl Into<String>, id: Option<String>) -> Self {
        Self {
            urn: urn.into(),
            id,
            rest: PropertyMap::new(),
            resource: PhantomData,
        }
    }

    /// The URN; empty if an older engine sent the id alone.
    pub fn urn(&self) -> &str {
        &self.urn
    }

    /// The id. `None` for components, which have no id, and in previews while it is not known yet.
    pub fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }
}

impl<R: Referable> Property for ResourceReference<R> {
    const KIND: Kind = Kind::Handle;

    fn schema(types: &mut Types) -> JsonValue {
        R::schema(types)
    }

    fn decode(from: &mut Decoder<'_>, path: &PropertyPath<'_>) -> Result<Self, PropertyFailure> {
        let form = from.opened_form(path)?;
        let mut rest = match from.json(path)? {
            // The form of engines without references: the id, or the URN of a component.
            JsonValue::String(text) if text.starts_with("urn:") => {
                return Ok(Self::new(text, None));
            }
            JsonValue::String(text) => return Ok(Self::new(String::new(), Some(text))),
            JsonValue::Object(object) if wire::special(&object) == Some(Special::Resource) => {
                object
            }
            _ => return Err(unexpected(path, "a resource", form)),
        };
        let urn = rest.remove("urn").and_then(wire::open).unwrap_or_default();
        let JsonValue::String(urn) = urn else {
            return Err(path.failure("the resource has no URN"));
        };
        let known = |id: &JsonValue| match wire::open(id.clone()) {
            Some(JsonValue::String(id)) if !id.is_empty() => Some(id),
            _ => None,
        };
        let id = rest.get("id").and_then(known);
        Ok(Self {
            urn,
            id,
            rest,
            resource: PhantomData,
        })
    }

    fn encode(&self, into: &mut Encoder, _: &PropertyPath<'_>) -> Result<(), PropertyFailure> {
        if self.urn.is_empty() {
            if let Some(id) = &self.id {
                into.string(id);
            }
            return Ok(());
        }
        let mut members = self.rest.clone();
        members.insert("urn".to_owned(), self.urn.as_str().into());
        if let Some(id) = &self.id {
            members.insert("id".to_owned(), id.as_str().into());
        }
        into.json(&wire::signed(Special::Resource, members));
        Ok(())
    }
}

impl<R: Referable> HasDraft for ResourceReference<R> {
    type Draft = Self;
}

impl<R> Clone for ResourceReference<R> {
    fn clone(&self) -> Self {
        Self {
            urn: self.urn.clone(),
            id: self.id.clone(),
            rest: self.rest.clone(),
            resource: PhantomData,
        }
    }
}

/// Two references are equal if they refer to the same resource.
impl<R> PartialEq for ResourceReference<R> {
    fn eq(&self, other: &Self) -> bool {
        (&self.urn, &self.id) == (&other.urn, &other.id)
    }
}

impl<R> fmt::Debug for ResourceReference<R> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { urn, id, .. } = self;
        formatter
            .debug_struct("ResourceReference")
            .field("urn", urn)
            .field("id", id)
            .finish()
    }
}
