//! The id of a record set: `zone/name/type`.

use std::fmt;

use crate::name::DomainName;

/// The parts that tell one record set from all others of a server.
#[derive(Debug, PartialEq)]
pub(crate) struct RecordSetId {
    pub(crate) zone: DomainName,
    pub(crate) name: DomainName,
    pub(crate) record_type: String,
}

impl RecordSetId {
    /// Puts the parts together, as the inputs have them.
    pub(crate) fn of(zone: &str, name: &str, record_type: &str) -> Result<Self, String> {
        let (zone, name) = (DomainName::parse(zone)?, DomainName::parse(name)?);
        Ok(RecordSetId {
            zone,
            name,
            record_type: record_type.to_ascii_uppercase(),
        })
    }

    /// Parses an id, which the provider made or a person wrote.
    ///
    /// Names may contain slashes, such as names of reverse zones for a part of a network: `0/25.2.0.192.in-addr.arpa`.
    /// The name after the right slash lies inside the zone before the slash.
    pub(crate) fn parse(id: &str) -> Result<Self, String> {
        let explanation = || {
            format!(
                "`{id}` is not the id of a record set, such as `example.org./www.example.org./A`"
            )
        };
        let (names, record_type) = id.rsplit_once('/').ok_or_else(explanation)?;
        let record_type = canonical_type(record_type)?;
        names
            .match_indices('/')
            .filter_map(|(position, _)| {
                let (zone, name) = (names.get(..position)?, names.get(position + 1..)?);
                Some((DomainName::parse(zone).ok()?, DomainName::parse(name).ok()?))
            })
            .find(|(zone, name)| name.is_within(zone))
            .map(|(zone, name)| RecordSetId {
                zone,
                name,
                record_type,
            })
            .ok_or_else(explanation)
    }
}

impl fmt::Display for RecordSetId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{}/{}/{}",
            self.zone, self.name, self.record_type
        )
    }
}

/// The canonical spelling of a record type.
pub(crate) fn canonical_type(text: &str) -> Result<String, String> {
    if text.is_empty() || !text.chars().all(|letter| letter.is_ascii_alphanumeric()) {
        return Err(format!(
            "`{text}` is not a record type, such as `A` or `MX`"
        ));
    }
    let record_type = text.to_ascii_uppercase();
    if record_type == "SOA" {
        return Err(
            "the SOA record belongs to the server, which counts the zone's changes in it"
                .to_owned(),
        );
    }
    Ok(record_type)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::RecordSetId;

    #[test]
    fn ids_have_one_spelling() {
        for (id, expected) in [
            (
                "example.org/www.example.org/a",
                "example.org./www.example.org./A",
            ),
            (
                "example.org./Example.org./MX",
                "example.org./example.org./MX",
            ),
            ("./org./NS", "./org./NS"),
            (
                "0/25.2.0.192.in-addr.arpa/1.0/25.2.0.192.in-addr.arpa/PTR",
                "0/25.2.0.192.in-addr.arpa./1.0/25.2.0.192.in-addr.arpa./PTR",
            ),
        ] {
            let once = RecordSetId::parse(id).unwrap();
            assert_eq!(once.to_string(), expected);
            assert_eq!(RecordSetId::parse(expected).unwrap(), once);
        }
    }

    #[test]
    fn what_is_no_id_is_refused_with_an_example() {
        for id in [
            "",
            "example.org",
            "www.example.org/A",
            "example.org/www.example.com/A",
            "example.org//A",
        ] {
            let error = RecordSetId::parse(id).unwrap_err();
            assert!(
                error.contains("`example.org./www.example.org./A`"),
                "{id}: {error}"
            );
        }
        assert!(
            RecordSetId::parse("example.org/example.org/SOA")
                .unwrap_err()
                .contains("belongs to the server")
        );
    }
}
