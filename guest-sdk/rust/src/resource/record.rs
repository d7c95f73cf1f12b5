//! The record of a resource, which is read when a hook asks for it.

use std::marker::PhantomData;
use std::rc::Rc;

use crate::encoding::Text;
use crate::error::{Error, PropertyFailure, Result};
use crate::fields::{Properties, Source, members, print_what_can_be};
use crate::resource::state::{Recordable, ResourceState};
use crate::value::path::PropertyPath;

/// The recorded outputs of a resource, and its recorded inputs.
pub(crate) struct OldRecord<R> {
    outputs: Rc<Text>,
    inputs: Rc<Text>,
    kind: PhantomData<fn() -> R>,
}

impl<R: ResourceState> OldRecord<R> {
    pub(crate) fn new(outputs: Rc<Text>, inputs: Rc<Text>) -> Self {
        Self {
            outputs,
            inputs,
            kind: PhantomData,
        }
    }

    /// The record of a state, as a call would bring it. Values that Pulumi cannot store are left out.
    pub(crate) fn of(state: &impl Recordable<Of = R>) -> Self {
        let (outputs, _) = print_what_can_be(|target| state.write_to(target));
        let (inputs, _) = print_what_can_be(|target| state.write_inputs(target));
        Self::new(Text::new(outputs), Text::new(inputs))
    }

    pub(crate) fn inputs(&self) -> &Rc<Text> {
        &self.inputs
    }

    /// The state, with the inputs that are not among its outputs.
    pub(crate) fn state(&self) -> Result<R> {
        self.read(|source| R::read_from(source))
    }

    /// The recorded state, which must exist. A failure says that the record has another form.
    pub(crate) fn whole(&self) -> Result<R> {
        self.state().map_err(in_record)
    }

    /// A state that may lack properties. The present properties must be valid.
    pub(crate) fn partial(&self) -> Result<R::Partial> {
        self.read(R::Partial::read_from).map_err(in_record)
    }

    /// Whether [`state`](Self::state) would succeed.
    pub(crate) fn fits(&self) -> Result<()> {
        self.read(|source| source.fits(R::FIELDS))
    }

    fn read<T>(
        &self,
        read: impl FnOnce(&mut Source<'_>) -> core::result::Result<T, PropertyFailure>,
    ) -> Result<T> {
        let outputs = members(&self.outputs)?;
        let mut source = Source::new(&outputs, &PropertyPath::Root);
        if R::FIELDS.iter().all(|field| field.output) {
            return Ok(read(&mut source)?);
        }
        let inputs = members(&self.inputs)?;
        Ok(read(&mut source.with_inputs(&inputs, R::FIELDS))?)
    }
}

/// The same error about the record.
fn in_record(error: Error) -> Error {
    match error {
        Error::Invalid(failures) => {
            let in_record = |failure: PropertyFailure| PropertyFailure {
                reason: format!("the recorded state does not fit: it {}", failure.reason),
                ..failure
            };
            Error::Invalid(failures.into_iter().map(in_record).collect())
        }
        other => other,
    }
}
