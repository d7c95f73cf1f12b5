//! The resource `Zone`.

use std::collections::BTreeMap;

use pulumi_wasm_provider::prelude::*;

use crate::api::Api;
use crate::kind::ZoneKind;
use crate::model::{NewZone, ZoneAnswer, ZoneSettings};
use crate::name::DomainName;
use crate::{check, mark, metadata, nameservers};

/// A zone that the server answers for.
///
/// Deleting the zone deletes all records in it, also those that other programs have put there; the resource option
/// `protect` keeps it from happening by accident. To manage a zone that exists, import it by its name, with a resource option:
///
/// ```yaml
/// options: { import: example.org. }
/// ```
#[derive(Resource)]
pub(crate) struct Zone {
    /// The domain name of the zone. The dot at its end may be left out. Another name makes another zone: the old one
    /// is deleted.
    #[property(replace)]
    name: String,
    /// Where the records come from, and whether other servers are told about changes.
    #[property(default = "Native")]
    kind: ZoneKind,
    /// The names of the servers that answer for the zone: its NS records. Where this is left out, the zone's NS
    /// records are left alone, so that a `RecordSet` can have them. Zones of the kinds `Slave` and `Consumer` get
    /// theirs from their primary.
    #[property(compare = "set", unique_items, items(compare = ["ignore-case", "trailing-dot"]))]
    nameservers: Option<Vec<String>>,
    /// The addresses of the servers that a zone of the kind `Slave` or `Consumer` is copied from, each with a port
    /// where that is not 53: `192.0.2.1`, `[2001:db8::1]:5300`.
    #[property(compare = "empty")]
    masters: Option<Vec<String>>,
    /// Whom the zone belongs to, for people and for tools in front of the server. The server itself does not care.
    #[property(compare = "empty")]
    account: Option<String>,
    /// [Metadata](https://doc.powerdns.com/authoritative/domainmetadata.html) of the zone by kind, such as
    /// `ALLOW-AXFR-FROM` or `ALSO-NOTIFY`. Kinds that are not mentioned are left alone.
    #[property(
        compare = "empty",
        key_pattern = "^[A-Z0-9-]+$",
        items(compare = "set")
    )]
    metadata: Option<BTreeMap<String, Vec<String>>>,
    /// The serial number in the zone's SOA record when it was last looked at. Each change of a record raises it.
    #[property(output)]
    serial: u32,
    /// Where the zone is in the server's API.
    #[property(output, stable)]
    url: String,
}

#[resource]
impl Lifecycle for Zone {
    fn check(request: &mut CheckRequest<Self>, cx: &CheckContext) -> Result<()> {
        let inputs = &mut request.inputs;
        check::text(&mut inputs.name, Zone::NAME, cx, check::name);
        check::list(&mut inputs.nameservers, Zone::NAMESERVERS, cx, check::name);
        check::list(&mut inputs.masters, Zone::MASTERS, cx, check::address);
        if inputs.nameservers.get().is_some()
            && inputs.kind.get().is_some_and(|kind| kind.is_copied())
        {
            // The server would refuse this only after it has made the zone.
            cx.fail(
                Zone::NAMESERVERS,
                "a zone of this kind gets its NS records from its primary",
            );
        }
        Ok(())
    }

    fn create(request: CreateRequest<Self>, cx: &CreateContext) -> Result<Created<Self>> {
        let inputs = request.inputs;
        let api = Api::new(cx);
        let name = DomainName::parse(&inputs.name)?;
        let mark = mark::of(cx.urn());
        match api.zone(&name)? {
            None => {}
            // Made by a create whose answer was lost.
            Some(found) if found.account == mark => {
                cx.checkpoint(name.as_str(), &ZoneOutputs::from(found))?;
                let outputs = change(&api, &name, inputs.metadata.as_ref(), &inputs)?;
                return Ok(Created::new(name.as_str(), outputs));
            }
            Some(_) => {
                return Err(Error::already_exists(format!(
                    "the server has a zone {name} already; to manage it from here, give `{}` the resource \
                     option `import: {name}` for one `pulumi up`",
                    cx.name()
                )));
            }
        }
        let new = NewZone {
            name: name.as_str(),
            settings: ZoneSettings {
                account: &mark,
                ..inputs.settings()
            },
            nameservers: inputs.nameservers.as_deref().unwrap_or_default(),
        };
        let answer = match api.create_zone(&name, &new) {
            Ok(answer) => answer,
            // Another client was faster.
            Err(error @ Error::AlreadyExists(_)) => return Err(error),
            Err(error) => {
                // The server makes a zone first and fills it then. When the second step fails, or the answer is lost,
                // there is a zone now that was not there before, and it must not be forgotten.
                if let Ok(Some(answer)) = api.zone(&name) {
                    cx.checkpoint(name.as_str(), &ZoneOutputs::from(answer))?;
                }
                return Err(error);
            }
        };
        let outputs = ZoneOutputs::from(answer);
        cx.checkpoint(name.as_str(), &outputs)?;
        api.change_zone(&name, &inputs.settings())?;
        if let Some(metadata) = &inputs.metadata {
            metadata::write(&api, &name, &BTreeMap::new(), metadata)?;
        }
        Ok(Created::new(name.as_str(), outputs))
    }

    fn resume(request: ResumeRequest<Self>, cx: &UpdateContext) -> Result<Updated<Self>> {
        let outputs = change(
            &Api::new(cx),
            &DomainName::parse(&request.id)?,
            request.old()?.metadata.as_ref(),
            &request.inputs,
        )?;
        Ok(Updated::new(outputs))
    }

    fn read(request: ReadRequest<Self>, cx: &ReadContext) -> Result<Option<ReadResult<Self>>> {
        let state = request.old();
        let api = Api::new(cx);
        let name = DomainName::parse(&request.id)?;
        let Some(answer) = api.zone(&name)? else {
            return Ok(None);
        };
        let nameservers = match &state {
            _ if answer.kind.is_copied() => None,
            Some(Zone {
                nameservers: None, ..
            }) => None,
            Some(Zone {
                nameservers: Some(recorded),
                ..
            }) => Some(nameservers::read(&api, &name, recorded)?),
            None => {
                Some(nameservers::read(&api, &name, &[])?).filter(|servers| !servers.is_empty())
            }
        };
        let recorded = state.and_then(|state| state.metadata);
        let metadata = recorded
            .map(|recorded| metadata::read(&api, &name, recorded))
            .transpose()?;
        let masters: Vec<_> = answer
            .masters
            .iter()
            .map(|master| check::address(master).unwrap_or_else(|_| master.clone()))
            .collect();
        let state = Zone {
            name: name.to_string(),
            kind: answer.kind,
            nameservers,
            masters: Some(masters).filter(|masters| !masters.is_empty()),
            account: Some(answer.account).filter(|account| !account.is_empty()),
            metadata,
            serial: answer.serial,
            url: answer.url,
        };
        Ok(Some(ReadResult::new(state).with_id(name.as_str())))
    }

    fn update(request: UpdateRequest<Self>, cx: &UpdateContext) -> Result<Updated<Self>> {
        let outputs = change(
            &Api::new(cx),
            &DomainName::parse(&request.id)?,
            request.old()?.metadata.as_ref(),
            &request.inputs,
        )?;
        Ok(Updated::new(outputs))
    }

    fn delete(request: DeleteRequest<Self>, cx: &DeleteContext) -> Result<()> {
        Api::new(cx).delete_zone(&DomainName::parse(&request.id)?)
    }
}

impl ZoneInputs {
    fn settings(&self) -> ZoneSettings<'_> {
        ZoneSettings {
            kind: self.kind,
            account: self.account.as_deref().unwrap_or_default(),
            masters: self.masters.as_deref().unwrap_or_default(),
        }
    }
}

impl From<ZoneAnswer> for ZoneOutputs {
    fn from(answer: ZoneAnswer) -> Self {
        let ZoneAnswer { serial, url, .. } = answer;
        Self { serial, url }
    }
}

/// Makes a zone that exists as it is asked for. `old` is the metadata that it may have from here.
fn change(
    api: &Api<'_>,
    name: &DomainName,
    old: Option<&BTreeMap<String, Vec<String>>>,
    inputs: &ZoneInputs,
) -> Result<ZoneOutputs> {
    api.change_zone(name, &inputs.settings())?;
    if let Some(servers) = &inputs.nameservers {
        nameservers::write(api, name, servers)?;
    }
    let none = BTreeMap::new();
    metadata::write(
        api,
        name,
        old.unwrap_or(&none),
        inputs.metadata.as_ref().unwrap_or(&none),
    )?;
    let answer = api.zone(name)?;
    let answer = answer.with_context(|| format!("the zone {name} has just vanished"))?;
    Ok(answer.into())
}
