//! Websites: components that are made of zones and records of the package `powerdns`, and of random values.
//!
//! `pulumi-wasm add` wrote the modules `powerdns` and `random`.

#[allow(unreachable_pub, reason = "as the tool writes it")]
#[rustfmt::skip]
mod powerdns;
#[allow(unreachable_pub, reason = "as the tool writes it")]
#[rustfmt::skip]
mod random;

use std::collections::BTreeMap;

use powerdns::{RecordSet, RecordSetInputs, Zone, ZoneInputs};
use pulumi_wasm_provider::prelude::*;
use random::{RandomPassword, RandomPasswordInputs, RandomPet, RandomPetInputs};

/// A host of a website: its addresses in DNS, and a key for people who publish pages on it.
#[derive(Component)]
struct Host {
    /// The name of the zone.
    zone: Input<String>,
    /// The full domain name of the host.
    name: Input<String>,
    /// Its IPv4 addresses.
    addresses: Input<Vec<String>>,
    /// The address of its front page.
    url: Output<String>,
    /// The key for publishing.
    #[property(secret)]
    key: Output<String>,
}

impl Construct for Host {
    fn construct(inputs: HostInputs, cx: &ComponentContext) -> Result<HostOutputs> {
        let url = interpolate!("https://{}/", inputs.name);
        let records = RecordSetInputs::new(inputs.name, inputs.addresses, "A", inputs.zone);
        let records = RecordSet::declare("records", records, &cx.options())?;
        // No key without a host.
        let options = cx.options().depends_on(records.child());
        let key = RandomPassword::declare("key", RandomPasswordInputs::new(24), &options)?;
        Ok(HostOutputs {
            url,
            key: key.result(),
        })
    }
}

/// A website: a zone with its hosts, and a record that proves whose it is.
#[derive(Component)]
struct Website {
    /// The domain name of the zone, such as `example.org`.
    domain: Input<String>,
    /// The names of the servers that answer for the zone.
    nameservers: Input<Vec<String>>,
    /// The IPv4 addresses of the hosts.
    addresses: Input<Vec<String>>,
    /// The names of the hosts in the zone, such as `www`.
    #[property(min_items = 1, max_items = 50, unique_items)]
    hosts: Vec<String>,
    /// The text of the record that proves whose website it is.
    proof: Output<String>,
    /// The addresses of the front pages.
    urls: Output<Vec<String>>,
    /// The keys for publishing, by host.
    #[property(secret)]
    keys: Output<BTreeMap<String, String>>,
}

impl Construct for Website {
    fn construct(inputs: WebsiteInputs, cx: &ComponentContext) -> Result<WebsiteOutputs> {
        let zone = ZoneInputs {
            nameservers: inputs.nameservers.output().into(),
            ..ZoneInputs::new(inputs.domain.clone())
        };
        let zone = Zone::declare("zone", zone, &cx.options())?;
        let owner = RandomPet::declare("owner", RandomPetInputs::default(), &cx.options())?;
        let proof = interpolate!("website-owner={}", owner.id());
        let record = RecordSetInputs::new(zone.name(), all(vec![&proof]), "TXT", zone.name());
        RecordSet::declare("proof", record, &cx.options())?;

        let (mut urls, mut keys) = (Vec::new(), BTreeMap::new());
        for host in inputs.hosts {
            let made = HostInputs {
                zone: zone.name().into(),
                name: interpolate!("{host}.{}", inputs.domain).into(),
                addresses: inputs.addresses.clone(),
            };
            let made = cx.component(&host, of::<Host>(), made)?;
            urls.push(made.output::<String>("url"));
            keys.insert(host, made.output::<String>("key"));
        }
        Ok(WebsiteOutputs {
            proof,
            urls: all(urls),
            keys: all(keys),
        })
    }
}

provider!(
    Provider::new("website")
        .component::<Website>()
        .component::<Host>()
        .package(Package::new("powerdns").version("0.1.0"))
        .package(Package::new("random").version("4.18.0"))
);
