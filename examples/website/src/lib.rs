//! Websites with their addresses in DNS: components of resources of two other packages, and of each other.

use pulumi_wasm_provider::prelude::*;

/// A name in DNS that leads to servers.
#[derive(Component)]
struct Address {
    /// The domain name of the zone, as the `name` of a PowerDNS `Zone` has it.
    zone: Input<String>,
    /// The first part of the name.
    #[property(default = "www")]
    label: Input<String>,
    /// The addresses of the servers, of one version of IP.
    #[property(min_items = 1, items(format = "ip"))]
    servers: Input<Vec<String>>,
    /// The address for browsers.
    url: Output<String>,
}

impl Construct for Address {
    fn construct(inputs: AddressInputs, cx: &Deployment) -> Result<AddressOutputs> {
        let kind = inputs.servers.apply(|servers| {
            let is_six = servers.iter().any(|server| server.contains(':'));
            if is_six { "AAAA" } else { "A" }.to_owned()
        });
        let records = cx.child(
            "records",
            "powerdns:index:RecordSet",
            properties! {
                zone: inputs.zone,
                name: interpolate!("{}.{}", inputs.label, inputs.zone),
                "type": kind,
                ttl: 300,
                records: inputs.servers,
            },
        )?;
        let name: Output<String> = records.output("name");
        Ok(AddressOutputs {
            url: name.apply(|name| format!("https://{}/", name.trim_end_matches('.'))),
        })
    }
}

/// A website for its visitors, and a draft of it for its editors, under a name that nobody guesses.
#[derive(Component)]
struct Website {
    /// The domain name of the zone, as the `name` of a PowerDNS `Zone` has it.
    zone: Input<String>,
    /// The addresses of the servers, of one version of IP.
    #[property(min_items = 1, items(format = "ip"))]
    servers: Input<Vec<String>>,
    /// The address for visitors.
    url: Output<String>,
    /// The address for editors.
    draft_url: Output<String>,
    /// What editors log in with.
    #[property(secret)]
    password: Output<String>,
}

impl Construct for Website {
    fn construct(inputs: WebsiteInputs, cx: &Deployment) -> Result<WebsiteOutputs> {
        let at = |label: Option<Output<String>>| AddressInputs {
            zone: inputs.zone.clone(),
            label: label.map_or_else(|| "www".into(), Into::into),
            servers: inputs.servers.clone(),
        };
        let visitors = cx.component("visitors", of::<Address>(), at(None))?;
        let editors = cx.group("editors", "Editors", |cx| {
            let pet = cx.child("name", "random:index/randomPet:RandomPet", properties! { length: 3 })?;
            let password = cx.child(
                "password",
                "random:index/randomPassword:RandomPassword",
                properties! { length: 20 },
            )?;
            let late = cx.options().depends_on(&visitors);
            let address = late.component("address", of::<Address>(), at(Some(pet.id())))?;
            Ok(properties! {
                url: address.output::<String>("url"),
                password: password.output::<String>("result"),
            })
        })?;
        Ok(WebsiteOutputs {
            url: visitors.output("url"),
            draft_url: editors.output("url"),
            password: editors.output("password"),
        })
    }
}

provider! {
    name: "website",
    components: [Address, Website],
    uses: [powerdns = "0.1.0", random = "0.1.0"],
}
