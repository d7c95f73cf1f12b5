//! A request of a component before it is sent: its parts are validated, and it is prepared so that it can be repeated.

pub(super) mod graphql;
pub(super) mod method_override;
pub(super) mod prepared;
pub(super) mod validate;
