//! Resources of the package `powerdns` 0.1.0, as children of component resources.
//!
//! Written by `pulumi-wasm add`. Do not edit: the command overwrites this file.

#![allow(dead_code, nonstandard_style, clippy::all, clippy::pedantic)]

use pulumi_wasm_provider as sdk;

/// The records of one name and one type.
#[derive(Clone, Debug)]
pub struct RecordSet(sdk::Child);

impl RecordSet {
    /// The type token.
    pub const TOKEN: &'static str = "powerdns:index:RecordSet";

    /// Declares a resource. Its name is the component's with the part.
    ///
    /// # Errors
    /// When the host refuses it, such as a second one of its name.
    #[track_caller]
    pub fn declare(part: &str, inputs: RecordSetInputs, options: &sdk::Options) -> sdk::Result<Self> {
        options.child(part, Self::TOKEN, inputs).map(Self)
    }

    /// The declared resource, for options of other resources.
    pub fn child(&self) -> &sdk::Child {
        &self.0
    }

    /// The URN.
    pub fn urn(&self) -> sdk::Output<String> {
        self.0.urn()
    }

    /// The id that the provider gives.
    pub fn id(&self) -> sdk::Output<String> {
        self.0.id()
    }

    /// Comments for the people who look after the zone. They are not visible in DNS.
    pub fn comments(&self) -> sdk::Output<Option<Vec<sdk::Json>>> {
        self.0.output("comments")
    }

    /// Whether the server keeps the records without answering with them.
    pub fn disabled(&self) -> sdk::Output<bool> {
        self.0.output("disabled")
    }

    /// The full domain name that has the records, such as `www.example.org.`, or the zone's own name. The dot at its end may be left out.
    pub fn name(&self) -> sdk::Output<String> {
        self.0.output("name")
    }

    /// The records' contents, one entry each, as in a zone file: `192.0.2.1` in an `A` record, `10 mail.example.org.` in an `MX` record. The text of a `TXT` record is written without quotation marks, unless it matters how it is cut into strings: `"one" "two"`. The order of the records means nothing.
    pub fn records(&self) -> sdk::Output<Vec<String>> {
        self.0.output("records")
    }

    /// For how many seconds the records may be cached, at most 2147483647 (RFC 2181, section 8).
    pub fn ttl(&self) -> sdk::Output<i64> {
        self.0.output("ttl")
    }

    /// The type of the records, such as `A`, `MX` or `TXT`.
    pub fn type_(&self) -> sdk::Output<String> {
        self.0.output("type")
    }

    /// The domain name of the zone, as the `name` of a `Zone` has it. The dot at its end may be left out.
    pub fn zone(&self) -> sdk::Output<String> {
        self.0.output("zone")
    }
}

/// The inputs of [`RecordSet`].
#[derive(Clone, Debug, sdk::Arguments)]
pub struct RecordSetInputs {
    /// Comments for the people who look after the zone. They are not visible in DNS.
    #[property(name = "comments")]
    pub comments: sdk::Input<Option<Vec<Comment>>>,
    /// Whether the server keeps the records without answering with them.
    #[property(name = "disabled")]
    pub disabled: sdk::Input<Option<bool>>,
    /// The full domain name that has the records, such as `www.example.org.`, or the zone's own name. The dot at its end may be left out.
    #[property(name = "name")]
    pub name: sdk::Input<String>,
    /// The records' contents, one entry each, as in a zone file: `192.0.2.1` in an `A` record, `10 mail.example.org.` in an `MX` record. The text of a `TXT` record is written without quotation marks, unless it matters how it is cut into strings: `"one" "two"`. The order of the records means nothing.
    #[property(name = "records")]
    pub records: sdk::Input<Vec<String>>,
    /// For how many seconds the records may be cached, at most 2147483647 (RFC 2181, section 8).
    #[property(name = "ttl")]
    pub ttl: sdk::Input<Option<i64>>,
    /// The type of the records, such as `A`, `MX` or `TXT`.
    #[property(name = "type")]
    pub type_: sdk::Input<String>,
    /// The domain name of the zone, as the `name` of a `Zone` has it. The dot at its end may be left out.
    #[property(name = "zone")]
    pub zone: sdk::Input<String>,
}

impl RecordSetInputs {
    /// One with the properties that have to be there. The others are left out.
    pub fn new(name: impl Into<sdk::Input<String>>, records: impl Into<sdk::Input<Vec<String>>>, type_: impl Into<sdk::Input<String>>, zone: impl Into<sdk::Input<String>>) -> Self {
        Self {
            comments: Default::default(),
            disabled: Default::default(),
            name: name.into(),
            records: records.into(),
            ttl: Default::default(),
            type_: type_.into(),
            zone: zone.into(),
        }
    }
}

/// A zone that the server answers for.
#[derive(Clone, Debug)]
pub struct Zone(sdk::Child);

impl Zone {
    /// The type token.
    pub const TOKEN: &'static str = "powerdns:index:Zone";

    /// Declares a resource. Its name is the component's with the part.
    ///
    /// # Errors
    /// When the host refuses it, such as a second one of its name.
    #[track_caller]
    pub fn declare(part: &str, inputs: ZoneInputs, options: &sdk::Options) -> sdk::Result<Self> {
        options.child(part, Self::TOKEN, inputs).map(Self)
    }

    /// The declared resource, for options of other resources.
    pub fn child(&self) -> &sdk::Child {
        &self.0
    }

    /// The URN.
    pub fn urn(&self) -> sdk::Output<String> {
        self.0.urn()
    }

    /// The id that the provider gives.
    pub fn id(&self) -> sdk::Output<String> {
        self.0.id()
    }

    /// Whom the zone belongs to, for people and for tools in front of the server. The server itself does not care.
    pub fn account(&self) -> sdk::Output<Option<String>> {
        self.0.output("account")
    }

    /// Where the records come from, and whether other servers are told about changes.
    pub fn kind(&self) -> sdk::Output<String> {
        self.0.output("kind")
    }

    /// The addresses of the servers that a zone of the kind `Slave` or `Consumer` is copied from, each with a port where that is not 53: `192.0.2.1`, `[2001:db8::1]:5300`.
    pub fn masters(&self) -> sdk::Output<Option<Vec<String>>> {
        self.0.output("masters")
    }

    /// [Metadata](https://doc.powerdns.com/authoritative/domainmetadata.html) of the zone by kind, such as `ALLOW-AXFR-FROM` or `ALSO-NOTIFY`. Kinds that are not mentioned are left alone.
    pub fn metadata(&self) -> sdk::Output<Option<std::collections::BTreeMap<String, Vec<String>>>> {
        self.0.output("metadata")
    }

    /// The domain name of the zone. The dot at its end may be left out. Another name makes another zone: the old one is deleted.
    pub fn name(&self) -> sdk::Output<String> {
        self.0.output("name")
    }

    /// The names of the servers that answer for the zone: its NS records. Where this is left out, the zone's NS records are left alone, so that a `RecordSet` can have them. Zones of the kinds `Slave` and `Consumer` get theirs from their primary.
    pub fn nameservers(&self) -> sdk::Output<Option<Vec<String>>> {
        self.0.output("nameservers")
    }

    /// The serial number in the zone's SOA record when it was last looked at. Each change of a record raises it.
    pub fn serial(&self) -> sdk::Output<i64> {
        self.0.output("serial")
    }

    /// Where the zone is in the server's API.
    pub fn url(&self) -> sdk::Output<String> {
        self.0.output("url")
    }
}

/// The inputs of [`Zone`].
#[derive(Clone, Debug, sdk::Arguments)]
pub struct ZoneInputs {
    /// Whom the zone belongs to, for people and for tools in front of the server. The server itself does not care.
    #[property(name = "account")]
    pub account: sdk::Input<Option<String>>,
    /// Where the records come from, and whether other servers are told about changes.
    #[property(name = "kind")]
    pub kind: sdk::Input<Option<String>>,
    /// The addresses of the servers that a zone of the kind `Slave` or `Consumer` is copied from, each with a port where that is not 53: `192.0.2.1`, `[2001:db8::1]:5300`.
    #[property(name = "masters")]
    pub masters: sdk::Input<Option<Vec<String>>>,
    /// [Metadata](https://doc.powerdns.com/authoritative/domainmetadata.html) of the zone by kind, such as `ALLOW-AXFR-FROM` or `ALSO-NOTIFY`. Kinds that are not mentioned are left alone.
    #[property(name = "metadata")]
    pub metadata: sdk::Input<Option<std::collections::BTreeMap<String, Vec<String>>>>,
    /// The domain name of the zone. The dot at its end may be left out. Another name makes another zone: the old one is deleted.
    #[property(name = "name")]
    pub name: sdk::Input<String>,
    /// The names of the servers that answer for the zone: its NS records. Where this is left out, the zone's NS records are left alone, so that a `RecordSet` can have them. Zones of the kinds `Slave` and `Consumer` get theirs from their primary.
    #[property(name = "nameservers")]
    pub nameservers: sdk::Input<Option<Vec<String>>>,
}

impl ZoneInputs {
    /// One with the properties that have to be there. The others are left out.
    pub fn new(name: impl Into<sdk::Input<String>>) -> Self {
        Self {
            account: Default::default(),
            kind: Default::default(),
            masters: Default::default(),
            metadata: Default::default(),
            name: name.into(),
            nameservers: Default::default(),
        }
    }
}

/// A comment on a record set.
#[derive(Clone, Debug, sdk::Object)]
pub struct Comment {
    /// The author of the comment.
    #[property(name = "account")]
    pub account: sdk::Input<Option<String>>,
    /// The text of the comment.
    #[property(name = "content")]
    pub content: sdk::Input<String>,
}

impl Comment {
    /// One with the properties that have to be there. The others are left out.
    pub fn new(content: impl Into<sdk::Input<String>>) -> Self {
        Self {
            account: Default::default(),
            content: content.into(),
        }
    }
}
