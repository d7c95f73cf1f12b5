//! Zones and record sets of a PowerDNS authoritative server, through its HTTP API.
//!
//! | module | what |
//! | --- | --- |
//! | `zone`, `record_set`, `get_zone` | the resources and the function that programs use |
//! | `nameservers`, `metadata`, `records`, `kind` | parts of zones and record sets |
//! | `mark` | finds a zone again whose create was interrupted |
//! | `config` | the configuration |
//! | `check`, `name`, `content`, `notation`, `record_set_id` | spellings: the sent form, and equal forms |
//! | `api`, `sending`, `model` | the server's API |

use pulumi_wasm_provider::{Env, Net, Provider, provider};

mod api;
mod check;
mod config;
mod content;
mod get_zone;
mod kind;
mod mark;
mod metadata;
mod model;
mod name;
mod nameservers;
mod notation;
mod record_set;
mod record_set_id;
mod records;
mod sending;
#[cfg(test)]
mod tests;
mod zone;

use config::Settings;
use record_set::RecordSet;
use zone::Zone;

provider!(
    Provider::new("powerdns")
        .config::<Settings>()
        .resource::<Zone>()
        .resource::<RecordSet>()
        .function(get_zone::get_zone)
        .net(
            Net::from(Settings::SERVER_URL)
                .required()
                .reason("the server that is managed")
        )
        .env(Env::new("PDNS_API_KEY").reason("the API key, where it is not configured"))
);
