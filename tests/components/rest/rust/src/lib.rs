//! Machines behind a REST API: everything that a provider over HTTP usually needs, once.

use std::time::Duration;

use pulumi_wasm_provider::http;
use pulumi_wasm_provider::prelude::*;
use serde::{Deserialize, Serialize};

#[cfg(test)]
mod tests;

/// The address of the server, and the token that it asks for.
#[derive(Config)]
struct Settings {
    /// The address of the API.
    #[property(format = "url")]
    url: String,
    /// The token of an account. The host sends it to the server, and keeps it from the provider.
    #[property(secret, env = "ACME_TOKEN")]
    token: HostOnly,
}

#[config]
impl Configure for Settings {
    type Client = http::Client;

    fn configure(&self, cx: &ConfigureContext) -> Result<http::Client> {
        Ok(cx.http().base_url(&self.url).attempts(5))
    }
}

/// One server.
#[derive(Object, Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Host {
    address: String,
}

/// Several servers.
#[derive(Object, Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Pool {
    name: String,
}

/// The servers that get the traffic of a port.
#[derive(Union, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[union(tag = "kind")]
#[serde(rename_all = "lowercase")]
enum Target {
    Host(Host),
    Pool(Pool),
}

/// A port that is open.
#[derive(Object, Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Rule {
    #[property(minimum = 1)]
    port: u16,
    target: Target,
}

/// A machine in a data centre.
#[derive(Resource)]
#[resource(import_id = "{region}/{name}", auto_name = name)]
struct Machine {
    /// The name, which is unique in the region.
    #[property(replace, max_length = 63)]
    name: String,
    /// The region.
    #[property(replace, default = "eu")]
    region: String,
    /// A text for people.
    label: Option<String>,
    /// The number of processors.
    #[property(minimum = 1, maximum = 64)]
    size: Option<u32>,
    /// The first password. The server never tells it.
    #[property(secret)]
    password: String,
    /// The image. By default, the server chooses its newest.
    #[property(server_default)]
    image: Option<String>,
    /// The open ports.
    rules: Vec<Rule>,
    /// The address in the network.
    #[property(output)]
    address: String,
}

/// A machine as the server takes it.
#[derive(Serialize)]
struct Body<'a> {
    name: &'a str,
    region: &'a str,
    label: Option<&'a str>,
    size: Option<u32>,
    image: Option<&'a str>,
    rules: &'a [Rule],
    #[serde(skip_serializing_if = "Option::is_none")]
    password: Option<&'a str>,
}

/// A machine as the server answers.
#[derive(Deserialize)]
struct Found {
    name: String,
    region: String,
    label: Option<String>,
    size: Option<u32>,
    image: String,
    rules: Vec<Rule>,
    address: Option<String>,
    state: String,
}

/// One page of the server's list.
#[derive(Deserialize)]
struct FoundPage {
    machines: Vec<Found>,
    next: Option<String>,
}

/// Which machines are listed.
#[derive(Arguments)]
struct MachineQuery {
    /// Machines of this region; by default machines of all regions.
    region: Option<String>,
}

#[resource]
impl Lifecycle for Machine {
    fn check(request: &mut CheckRequest<Self>, cx: &CheckContext) -> Result<()> {
        let rules = request.inputs.rules.get().into_iter().flatten();
        let mut ports = Vec::new();
        for (index, rule) in rules.enumerate() {
            if ports.contains(&rule.port) {
                let port = Self::RULES.index(index).field(Rule::PORT);
                cx.fail(port, format!("another rule opens the port {}", rule.port));
            }
            ports.push(rule.port);
        }
        Ok(())
    }

    fn create(request: CreateRequest<Self>, cx: &CreateContext) -> Result<Created<Self>> {
        let inputs = request.inputs;
        let body = body(&inputs, Some(&inputs.password));
        let client = cx.client::<Settings>();
        let made: Found = client.post("/machines").json(&body).send_ok()?.json()?;
        let id = format!("{}/{}", inputs.region, inputs.name);
        let image = Some(made.image);
        cx.checkpoint(
            &id,
            &MachinePartial {
                image: image.clone().into(),
                ..Default::default()
            },
        )?;
        let address = wait(cx, &id)?;
        Ok(Created::new(id, MachineOutputs { image, address }))
    }

    fn resume(request: ResumeRequest<Self>, cx: &UpdateContext) -> Result<Updated<Self>> {
        let image = request.old_partial()?.image.into_known();
        let address = wait(cx, &request.id)?;
        Ok(Updated::new(MachineOutputs { image, address }))
    }

    fn read(request: ReadRequest<Self>, cx: &ReadContext) -> Result<Option<ReadResult<Self>>> {
        let answer = cx.client::<Settings>().get(path(&request.id)).send()?;
        if answer.status() == 404 {
            return Ok(None);
        }
        let found: Found = answer.error_for_status()?.json()?;
        // The next update after an import sets the password of the program.
        let password = request.old().map(|old| old.password).unwrap_or_default();
        Ok(Some(ReadResult::new(Self {
            name: found.name,
            region: found.region,
            label: found.label,
            size: found.size,
            password,
            image: Some(found.image),
            rules: found.rules,
            address: found.address.unwrap_or_default(),
        })))
    }

    fn update(request: UpdateRequest<Self>, cx: &UpdateContext) -> Result<Updated<Self>> {
        let old = request.old()?;
        let inputs = request.inputs;
        let password = Some(inputs.password.as_str()).filter(|password| *password != old.password);
        let body = body(&inputs, password);
        let put = cx.client::<Settings>().put(path(&request.id));
        let changed: Found = put.json(&body).send_ok()?.json()?;
        Ok(Updated::new(MachineOutputs {
            image: Some(changed.image),
            ..old.into()
        }))
    }

    fn delete(request: DeleteRequest<Self>, cx: &DeleteContext) -> Result<()> {
        let delete = cx.client::<Settings>().delete(path(&request.id));
        delete.send_ok().map(drop)
    }

    fn list(request: ListRequest<MachineQuery>, cx: &ListContext) -> Result<Page> {
        let size = request.page_size.map(|size| size.to_string());
        let asked = [
            ("region", request.query.region),
            ("size", size),
            ("after", request.continuation_token),
        ];
        let asked = asked.into_iter();
        let asked = asked.filter_map(|(name, value)| Some(format!("{name}={}", value?)));
        let query = asked.collect::<Vec<_>>().join("&");
        let list = cx.client::<Settings>().get(format!("/machines?{query}"));
        let found: FoundPage = list.send_ok()?.json()?;
        let mut page = Page::default();
        page.continuation_token = found.next;
        for machine in found.machines {
            let id = format!("{}/{}", machine.region, machine.name);
            page.resources.push(ListedResource::new(id, machine.name));
        }
        Ok(page)
    }

    fn migrations(steps: &mut Migrations) {
        steps.step(|old| {
            old.rename("note", "label");
            Ok(())
        });
    }
}

fn body<'a>(inputs: &'a MachineInputs, password: Option<&'a str>) -> Body<'a> {
    Body {
        name: &inputs.name,
        region: &inputs.region,
        label: inputs.label.as_deref(),
        size: inputs.size,
        image: inputs.image.as_deref(),
        rules: &inputs.rules,
        password,
    }
}

fn path(id: &str) -> String {
    format!("/machines/{id}")
}

/// Waits until the machine has an address.
fn wait(cx: &WaitContext, id: &str) -> Result<String> {
    let backoff = Backoff::every(Duration::from_secs(1))
        .factor(1.5)
        .max_delay(Duration::from_secs(20));
    let address = cx.wait(backoff, |_| {
        let found: Found = cx.client::<Settings>().get(path(id)).send_ok()?.json()?;
        Ok(match found.address {
            Some(address) => Progress::Ready(address),
            None => Progress::Pending(format!("the machine is {}", found.state)),
        })
    });
    address.with_context(|| format!("waiting for the machine {id}"))
}

/// A machine of any manager.
#[derive(Results)]
struct MachineInfo {
    /// The number of processors.
    size: Option<u32>,
    /// The address in the network; empty until the machine has an address.
    address: String,
}

/// Looks up a machine that something else manages.
#[function]
fn get_machine(
    /// The name.
    name: String,
    /// The region.
    #[property(default = "eu")]
    region: String,
    cx: &FunctionContext,
) -> Result<MachineInfo> {
    let answer = cx
        .client::<Settings>()
        .get(path(&format!("{region}/{name}")))
        .send()?;
    if answer.status() == 404 {
        return Err(Error::not_found(format!(
            "the region {region} has no machine {name}"
        )));
    }
    let found: Found = answer.error_for_status()?.json()?;
    Ok(MachineInfo {
        size: found.size,
        address: found.address.unwrap_or_default(),
    })
}

provider!(
    Provider::new("acme")
        .config::<Settings>()
        .resource::<Machine>()
        .function(get_machine)
        .net(
            Net::from(Settings::URL)
                .required()
                .reason("the server that is managed")
                .credential(Credential::bearer(Settings::TOKEN).host_only())
        )
);
