//! The provider's configuration.

use std::any::Any;
use std::rc::Rc;

use crate::fields::Properties;

/// The configuration of a provider. Written by `#[derive(Config)]`, which also writes the draft.
pub trait ConfigState: Properties + 'static {
    /// The configuration while some of it may be unknown or absent.
    type Draft: Properties;
}

/// The one configuration type of a provider. Written by `provider!`, and asked for by
/// [`Context::config`](crate::Context::config).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not this provider's configuration",
    label = "write `config: …` in `provider!`"
)]
pub trait ProviderConfig: ConfigState {}

/// The configuration that the running call gets, of any type.
pub(crate) type SharedConfig = Option<Rc<dyn Any>>;
