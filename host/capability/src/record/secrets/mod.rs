//! Secrets in recordings: values that are never written, and the placeholders that a replay finds them by.
//!
//! | module | what |
//! | --- | --- |
//! | `placeholders` | secrets, replaced so that a replay finds them again |
//! | `redacted_members` | members and other named texts that are left out by their names |
//! | `named_texts` | texts with names in XML, YAML, and other bodies except JSON |
//! | `bodies` | the named parts of bodies: JSON, lines of JSON, and forms |
//! | `headers` | headers that are never kept, and those that no replay compares |
//! | `urls` | what opens something in addresses |

mod bodies;
mod headers;
mod named_texts;
mod placeholders;
mod redacted_members;
mod urls;

pub(super) use headers::is_volatile;
pub(super) use placeholders::{PlaceholderMeanings, SecretPlaceholders, plain_url};
