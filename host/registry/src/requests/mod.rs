//! Requests to registries and other servers: addresses, authentication, redirects, retries and time limits.

pub(crate) mod attempts;
pub(crate) mod body;
pub(crate) mod challenge;
pub(crate) mod exchange;
pub(crate) mod login;
pub(crate) mod progress;
pub(crate) mod registry_endpoint;
pub(crate) mod resume;
pub(crate) mod retry;
pub(crate) mod session;
pub(crate) mod token;
pub(crate) mod whole_answer;
