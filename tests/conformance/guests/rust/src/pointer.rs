//! References to other resources.

use pulumi_wasm_provider::prelude::*;

use crate::bare::Bare;

/// Points to others.
#[derive(Resource)]
pub(crate) struct Pointer {
    /// A resource of this package.
    bare: Option<ResourceReference<Bare>>,
    /// Any resource.
    other: Option<ResourceReference>,
    /// The id of `bare`.
    #[property(output)]
    id_of_bare: Option<String>,
    /// The URN of `other`.
    #[property(output)]
    urn_of_other: Option<String>,
}

#[resource]
impl Lifecycle for Pointer {
    fn create(request: CreateRequest<Self>, _: &CreateContext) -> Result<Created<Self>> {
        let PointerInputs { bare, other } = request.inputs;
        let pointer = PointerOutputs {
            id_of_bare: bare.as_ref().and_then(|bare| bare.id().map(str::to_owned)),
            urn_of_other: other.as_ref().map(|other| other.urn().to_owned()),
        };
        Ok(Created::new("pointer", pointer))
    }
}
