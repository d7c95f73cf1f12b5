//! The API's operations, one function each.
//!
//! A status alone does not prove that something is gone: a wrong server id or a proxy's own page are 404 as well. So
//! before a zone counts as missing, the server is asked for the list of zones of that name, which must be empty.

use pulumi_wasm_provider::prelude::*;

use crate::client::{Answer, Client};
use crate::model::{
    Metadata, NewZone, RecordSetAnswer, RecordSetChange, RecordSetChanges, ZoneAnswer, ZoneSettings,
};
use crate::name::DomainName;

/// Stands for the body of a request that has none.
const NOTHING: Option<&()> = None;

/// One PowerDNS server.
pub(crate) struct Api<'a> {
    client: Client<'a>,
}

impl<'a> Api<'a> {
    pub(crate) fn new(cx: &'a Context) -> Result<Self> {
        Ok(Api {
            client: Client::new(cx)?,
        })
    }

    /// The zone, without its records.
    pub(crate) fn zone(&self, zone: &DomainName) -> Result<Option<ZoneAnswer>> {
        let answer =
            self.client
                .send_repeatable("GET", &format!("{}?rrsets=false", path(zone)), NOTHING)?;
        if self.is_missing(zone, &answer)? {
            return Ok(None);
        }
        self.expect(&format!("read the zone {zone}"), answer)?
            .json()
            .map(Some)
    }

    /// Makes a zone. Fails with `already-exists` where there is one of that name.
    pub(crate) fn create_zone(&self, new: &NewZone<'_>) -> Result<ZoneAnswer> {
        // Not repeated: the second time it would find what the first time left behind.
        let answer = self.client.send("POST", "/zones?rrsets=false", Some(new))?;
        self.expect(&format!("create the zone {}", new.name), answer)?
            .json()
    }

    /// Changes a zone's settings, and leaves its records alone.
    pub(crate) fn change_zone(&self, zone: &DomainName, settings: &ZoneSettings<'_>) -> Result<()> {
        let answer = self
            .client
            .send_repeatable("PUT", &path(zone), Some(settings))?;
        self.expect(&format!("change the zone {zone}"), answer)
            .map(drop)
    }

    /// Deletes a zone with all its records. That there is none is fine.
    pub(crate) fn delete_zone(&self, zone: &DomainName) -> Result<()> {
        let answer = self
            .client
            .send_repeatable("DELETE", &path(zone), NOTHING)?;
        if self.is_missing(zone, &answer)? {
            return Ok(());
        }
        self.expect(&format!("delete the zone {zone}"), answer)
            .map(drop)
    }

    /// All metadata of a zone.
    pub(crate) fn metadata(&self, zone: &DomainName) -> Result<Vec<Metadata>> {
        let answer =
            self.client
                .send_repeatable("GET", &format!("{}/metadata", path(zone)), NOTHING)?;
        self.expect(&format!("read the metadata of {zone}"), answer)?
            .json()
    }

    /// Replaces the values of one kind of metadata; without values it is gone.
    pub(crate) fn set_metadata(
        &self,
        zone: &DomainName,
        kind: &str,
        values: &[String],
    ) -> Result<()> {
        let body = Metadata {
            kind: kind.to_owned(),
            metadata: values.to_vec(),
        };
        let answer = self.client.send_repeatable(
            "PUT",
            &format!("{}/metadata/{kind}", path(zone)),
            Some(&body),
        )?;
        self.expect(&format!("set the metadata {kind} of {zone}"), answer)
            .map(drop)
    }

    /// The records of one name and type; none where there are none. Fails with `not-found` where there is no zone.
    pub(crate) fn record_set(
        &self,
        zone: &DomainName,
        name: &DomainName,
        record_type: &str,
    ) -> Result<Option<RecordSetAnswer>> {
        let query = format!("rrset_name={}&rrset_type={record_type}", name.to_query());
        let answer =
            self.client
                .send_repeatable("GET", &format!("{}?{query}", path(zone)), NOTHING)?;
        if self.is_missing(zone, &answer)? {
            return Err(Error::not_found(format!("the server has no zone {zone}")));
        }
        let zone: ZoneAnswer = self
            .expect(&format!("read the records of {name}"), answer)?
            .json()?;
        // A server that is older than the two parameters answers with all record sets. One without records is only
        // the place of comments that were left over.
        Ok(zone.rrsets.into_iter().find(|found| {
            found.record_type.eq_ignore_ascii_case(record_type)
                && found.name.eq_ignore_ascii_case(name.as_str())
                && !found.records.is_empty()
        }))
    }

    /// Changes the records of one name and type. Fails with `not-found` where there is no zone.
    pub(crate) fn change_records(
        &self,
        zone: &DomainName,
        change: RecordSetChange<'_>,
    ) -> Result<()> {
        let action = match &change {
            RecordSetChange::Replace {
                name, record_type, ..
            } => format!("write {name} {record_type}"),
            RecordSetChange::Delete { name, record_type } => format!("delete {name} {record_type}"),
        };
        let body = RecordSetChanges { rrsets: [change] };
        let answer = self
            .client
            .send_repeatable("PATCH", &path(zone), Some(&body))?;
        if self.is_missing(zone, &answer)? {
            return Err(Error::not_found(format!(
                "cannot {action}: the server has no zone {zone}"
            )));
        }
        self.expect(&action, answer).map(drop)
    }

    fn expect(&self, action: &str, answer: Answer) -> Result<Answer> {
        if answer.is_success() {
            Ok(answer)
        } else {
            Err(self.client.refusal(action, &answer))
        }
    }

    /// Whether the answer means that there is no such zone, and it is true.
    fn is_missing(&self, zone: &DomainName, answer: &Answer) -> Result<bool> {
        if answer.status != 404 {
            return Ok(false);
        }
        let list = self.client.send_repeatable(
            "GET",
            &format!("/zones?zone={}", zone.to_query()),
            NOTHING,
        )?;
        let zones: Vec<serde_json::Value> = self.expect("find the server", list)?.json()?;
        Ok(zones.is_empty())
    }
}

fn path(zone: &DomainName) -> String {
    format!("/zones/{}", zone.to_segment())
}
