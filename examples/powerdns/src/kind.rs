//! The kinds of zones.

use pulumi_wasm_provider::prelude::*;
use serde::{Deserialize, Serialize};

/// Where the records of a zone come from.
#[derive(Enum, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum ZoneKind {
    /// From this server's database. Other servers with the same zone, if any, share the database.
    #[property(name = "Native")]
    Native,
    /// From this server's database. The other servers of the zone are notified of each change, and copy it.
    #[property(name = "Master")]
    Master,
    /// Copied from the servers in `masters`.
    #[property(name = "Slave")]
    Slave,
    /// A catalog: the list of zones that other servers shall have. Needs PowerDNS 4.7.
    #[property(name = "Producer")]
    Producer,
    /// A catalog that is copied from the servers in `masters`, with all zones listed in it. Needs PowerDNS 4.7.
    #[property(name = "Consumer")]
    Consumer,
}

impl ZoneKind {
    /// Whether the zone's records, down to its NS records, are another server's business.
    pub(crate) fn is_copied(self) -> bool {
        matches!(self, ZoneKind::Slave | ZoneKind::Consumer)
    }
}
