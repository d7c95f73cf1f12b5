//! The API's operations, one function each.
//!
//! A status alone does not prove that something is gone: a wrong server id or a proxy's own page are 404 as well. So
//! before a zone counts as missing, the server is asked for the list of zones of that name, which must be empty.

use pulumi_wasm_provider::http::Response;
use pulumi_wasm_provider::prelude::*;

use crate::model::{
    CommentEntry, FoundRecord, Metadata, NewZone, RecordSetAnswer, RecordSetChange,
    RecordSetChanges, ZoneAnswer, ZoneSettings,
};
use crate::name::DomainName;
use crate::sending::{json, refusal, send, send_while};

/// How many records a search may find. Names are searched with wildcards, so that `*.example.org` finds others too.
const SEARCH_LIMIT: u32 = 1000;

/// The body of a request without one.
const NOTHING: Option<&()> = None;

/// One PowerDNS server.
pub(crate) struct Api<'a> {
    cx: &'a Context,
}

impl<'a> Api<'a> {
    pub(crate) fn new(cx: &'a Context) -> Self {
        Self { cx }
    }

    /// The zone, without its records.
    pub(crate) fn zone(&self, zone: &DomainName) -> Result<Option<ZoneAnswer>> {
        let answer = send(
            self.cx,
            "GET",
            &format!("{}?rrsets=false", path(zone)),
            NOTHING,
        )?;
        if self.is_missing(zone, &answer)? {
            return Ok(None);
        }
        json(&self.expect(&format!("read the zone {zone}"), answer)?).map(Some)
    }

    /// Creates a zone. `already-exists` means that a zone of this name exists. After any other error the zone may exist
    /// or not.
    pub(crate) fn create_zone(&self, zone: &DomainName, new: &NewZone<'_>) -> Result<ZoneAnswer> {
        // The second time it would stumble over what the first time left behind.
        let is_absent = || self.zone(zone).is_ok_and(|found| found.is_none());
        let answer = send_while(
            self.cx,
            "POST",
            "/zones?rrsets=false",
            Some(new),
            &is_absent,
        )?;
        json(&self.expect(&format!("create the zone {zone}"), answer)?)
    }

    /// Changes a zone's settings, and leaves its records alone. Fails with `not-found` if the zone does not exist.
    pub(crate) fn change_zone(&self, zone: &DomainName, settings: &ZoneSettings<'_>) -> Result<()> {
        let answer = send(self.cx, "PUT", &path(zone), Some(settings))?;
        let action = format!("change the zone {zone}");
        if self.is_missing(zone, &answer)? {
            return Err(no_zone(&action, zone));
        }
        self.expect(&action, answer).map(drop)
    }

    /// Deletes a zone with all its records. A missing zone is fine.
    pub(crate) fn delete_zone(&self, zone: &DomainName) -> Result<()> {
        let answer = send(self.cx, "DELETE", &path(zone), NOTHING)?;
        if self.is_missing(zone, &answer)? {
            return Ok(());
        }
        self.expect(&format!("delete the zone {zone}"), answer)
            .map(drop)
    }

    /// All metadata of a zone.
    pub(crate) fn metadata(&self, zone: &DomainName) -> Result<Vec<Metadata>> {
        let answer = send(self.cx, "GET", &format!("{}/metadata", path(zone)), NOTHING)?;
        json(&self.expect(&format!("read the metadata of {zone}"), answer)?)
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
        let answer = send(
            self.cx,
            "PUT",
            &format!("{}/metadata/{kind}", path(zone)),
            Some(&body),
        )?;
        self.expect(&format!("set the metadata {kind} of {zone}"), answer)
            .map(drop)
    }

    /// The records of one name and type, or `None` without any. Fails with `not-found` if the zone does not exist.
    pub(crate) fn record_set(
        &self,
        zone: &DomainName,
        name: &DomainName,
        record_type: &str,
    ) -> Result<Option<RecordSetAnswer>> {
        let query = format!("rrset_name={}&rrset_type={record_type}", name.to_query());
        let answer = send(self.cx, "GET", &format!("{}?{query}", path(zone)), NOTHING)?;
        let action = format!("read {name} {record_type}");
        if self.is_missing(zone, &answer)? {
            return Err(no_zone(&action, zone));
        }
        let answer: ZoneAnswer = json(&self.expect(&action, answer)?)?;
        // A server that is older than the two parameters answers with all record sets.
        let found = answer.rrsets.into_iter().find(|found| {
            found.record_type.eq_ignore_ascii_case(record_type)
                && found.name.eq_ignore_ascii_case(name.as_str())
        });
        match found {
            Some(found) if !found.records.is_empty() => Ok(Some(found)),
            // Nothing but the comments of records that are disabled, or gone.
            left_over => {
                let comments = left_over.map(|found| found.comments).unwrap_or_default();
                self.disabled_records(zone, name, record_type, comments)
            }
        }
    }

    /// The records of one name and type if they are disabled. Up to PowerDNS 4.9, they are missing where a zone is
    /// asked for one record set (PowerDNS issue 11473), and the list of all record sets may be very long.
    fn disabled_records(
        &self,
        zone: &DomainName,
        name: &DomainName,
        record_type: &str,
        comments: Vec<CommentEntry>,
    ) -> Result<Option<RecordSetAnswer>> {
        let text = name.to_query();
        let Some(text) = text.strip_suffix('.').filter(|text| !text.is_empty()) else {
            return Ok(None);
        };
        let query = format!("q={text}&max={SEARCH_LIMIT}&object_type=record");
        let answer = send(self.cx, "GET", &format!("/search-data?{query}"), NOTHING)?;
        let mut found: Vec<FoundRecord> =
            json(&self.expect(&format!("search for {name}"), answer)?)?;
        found.retain(|record| {
            record.zone.eq_ignore_ascii_case(zone.as_str())
                && record.name.eq_ignore_ascii_case(name.as_str())
                && record.record_type.eq_ignore_ascii_case(record_type)
        });
        Ok(found
            .first()
            .map(|record| record.ttl)
            .map(|ttl| RecordSetAnswer {
                name: name.to_string(),
                record_type: record_type.to_owned(),
                ttl,
                records: found.into_iter().map(|found| found.record).collect(),
                comments,
            }))
    }

    /// Changes the records of one name and type. Fails with `not-found` if the zone does not exist.
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
        let answer = send(self.cx, "PATCH", &path(zone), Some(&body))?;
        if self.is_missing(zone, &answer)? {
            return Err(no_zone(&action, zone));
        }
        self.expect(&action, answer).map(drop)
    }

    fn expect(&self, action: &str, answer: Response) -> Result<Response> {
        if answer.is_success() {
            Ok(answer)
        } else {
            Err(refusal(self.cx, action, &answer))
        }
    }

    /// Whether the answer means that the zone is missing, and it is true.
    fn is_missing(&self, zone: &DomainName, answer: &Response) -> Result<bool> {
        if answer.status() != 404 {
            return Ok(false);
        }
        let list = send(
            self.cx,
            "GET",
            &format!("/zones?zone={}", zone.to_query()),
            NOTHING,
        )?;
        let zones: Vec<serde_json::Value> = json(&self.expect("find the server", list)?)?;
        Ok(zones.is_empty())
    }
}

fn no_zone(action: &str, zone: &DomainName) -> Error {
    Error::not_found(format!("cannot {action}: the server has no zone {zone}"))
}

fn path(zone: &DomainName) -> String {
    format!("/zones/{}", zone.to_segment())
}
