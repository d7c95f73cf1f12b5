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
    label = "write `.config::<{Self}>()` in `provider!`"
)]
pub trait ProviderConfig: ConfigState {}

/// The configuration that the running call gets.
pub(crate) type SharedConfig = Option<Rc<Configured>>;

/// A configuration of any type, and what its `configure` made.
#[derive(Debug)]
pub(crate) struct Configured {
    settings: Box<dyn Any>,
    client: Box<dyn Any>,
}

impl Configured {
    pub(crate) fn new(settings: impl Any, client: impl Any) -> Rc<Self> {
        Rc::new(Self {
            settings: Box::new(settings),
            client: Box::new(client),
        })
    }

    pub(crate) fn settings<C: Any>(&self) -> Option<&C> {
        self.settings.downcast_ref()
    }

    pub(crate) fn client<K: Any>(&self) -> Option<&K> {
        self.client.downcast_ref()
    }
}
