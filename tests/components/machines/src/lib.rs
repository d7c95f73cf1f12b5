//! Machines of a server, and words: a provider with something of everything, for tests of the test kit.

use std::time::SystemTime;

use pulumi_wasm_provider::prelude::*;
use serde_json::json;

/// Where the server is, and who may use it.
#[derive(Config)]
struct Settings {
    /// The server's address.
    server: String,
    #[property(secret, env = "ACME_KEY")]
    key: String,
    #[property(default = 3)]
    attempts: u32,
    limits: Option<Limits>,
}

/// The limits of a machine.
#[derive(Object, Clone)]
struct Limits {
    machines: u32,
}

/// A machine.
#[derive(Resource)]
#[resource(delete_before_replace)]
struct Machine {
    #[property(replace)]
    label: String,
    #[property(default = "eu")]
    region: String,
    /// The failure of its creation.
    fault: Option<String>,
    #[property(input_only, secret)]
    password: Option<String>,
    /// The image to install.
    #[property(input_only)]
    image: Option<Asset>,
    #[property(output)]
    installed: Option<String>,
    #[property(output)]
    address: Option<String>,
}

/// A word that is drawn once.
#[derive(Resource)]
struct Word {
    #[property(replace)]
    length: u32,
    #[property(output)]
    word: String,
}

/// Which machine to look for.
#[derive(Arguments)]
struct MachineArguments {
    id: String,
}

/// The machine that was found.
#[derive(Results)]
struct MachineResult {
    label: String,
}

/// All machines.
#[derive(Arguments)]
struct MachineQuery {}

provider!(
    Provider::new("acme")
        .config::<Settings>()
        .resource::<Machine>()
        .resource::<Word>()
        .function(get_machine)
        .net(Net::from(Settings::SERVER).required().reason("the server"))
        .env(Env::new("ACME_KEY").reason("the key, where it is not configured"))
);

impl Machine {
    fn url(cx: &Context, rest: &str) -> String {
        format!("{}/machines{rest}", cx.config::<Settings>().server)
    }

    fn look(id: &str, cx: &Context) -> Result<Option<Json>> {
        let found = cx.http().get(Self::url(cx, &format!("/{id}"))).send()?;
        if found.status() == 404 {
            return Ok(None);
        }
        Ok(Some(found.error_for_status()?.json()?))
    }
}

#[resource]
impl Lifecycle for Machine {
    fn migrations(steps: &mut Migrations) {
        steps.step(|old| {
            // Regions were cities once.
            old.map("region", |region| {
                Ok(match region {
                    city if city == "frankfurt" => "eu".into(),
                    region => region,
                })
            })
        });
    }

    fn check(request: &mut CheckRequest<Self>, cx: &CheckContext) -> Result<()> {
        let inputs = &mut request.inputs;
        match inputs.label.get().map(String::as_str) {
            Some("ask") => drop(cx.http().post("https://acme.test/machines").send()?),
            Some("now") => {
                let since = cx.now().duration_since(SystemTime::UNIX_EPOCH)?;
                inputs.region.set(since.as_secs().to_string());
            }
            Some(label) if label.contains(' ') => cx.fail(Machine::LABEL, "a label has no spaces"),
            _ => {}
        }
        Ok(())
    }

    fn create(request: CreateRequest<Self>, cx: &CreateContext) -> Result<Created<Self>> {
        let MachineInputs {
            label,
            region,
            fault,
            password,
            image,
        } = request.inputs;
        let installed = image.as_ref().map(Asset::read_text).transpose()?;
        if fault.as_deref() == Some("elsewhere") {
            cx.http().get("https://elsewhere.test/").send()?;
        }
        let settings = cx.config::<Settings>();
        let most = settings
            .limits
            .as_ref()
            .map_or(u32::MAX, |limits| limits.machines);
        if most == 0 {
            return Err(Error::denied("there are machines enough"));
        }
        let mut made = Err(Error::other("no attempts"));
        for attempt in 0..settings.attempts {
            if attempt > 0 {
                cx.info("trying again");
                cx.sleep(std::time::Duration::from_secs(60))?;
            }
            made = cx
                .http()
                .post(Self::url(cx, ""))
                .header("x-key", &settings.key)
                .json(&json!({ "label": label, "region": region }))
                .send();
            if made.is_ok() {
                break;
            }
        }
        let made: Json = made?.error_for_status()?.json()?;
        let id = made.0["id"].as_str().unwrap_or_default().to_owned();
        let mut machine = Machine {
            label,
            region,
            fault: fault.clone(),
            password,
            image,
            installed,
            address: None,
        };
        cx.checkpoint(&id, &machine)?;
        match fault.as_deref() {
            Some("panic") => panic!("the machine is on fire"),
            Some("slow") => {
                let every = Backoff::every(std::time::Duration::from_secs(10));
                cx.wait(every, |look| {
                    let found = Self::look(&id, cx)?.map(|found| found.0["ready"] == true);
                    Ok(match found {
                        Some(true) => Progress::Ready(()),
                        _ => Progress::Pending(format!("starting, look {look}")),
                    })
                })?;
            }
            Some("error") => return Err(Error::unavailable("it does not start")),
            _ => {}
        }
        machine.address = Some(format!("10.0.0.{id}"));
        Ok(Created::with_state(id, machine))
    }

    fn resume(request: ResumeRequest<Self>, cx: &UpdateContext) -> Result<Updated<Self>> {
        let mut saved = request.old()?;
        let id = request.id.as_str();
        cx.info("going on");
        saved.fault = request.inputs.fault;
        saved.address = Some(format!("10.0.0.{id}"));
        Ok(Updated::with_state(saved))
    }

    fn read(request: ReadRequest<Self>, cx: &ReadContext) -> Result<Option<ReadResult<Self>>> {
        let state = request.old();
        let id = request.id.as_str();
        let Some(found) = Self::look(id, cx)? else {
            return Ok(None);
        };
        let text = |name: &str| found.0[name].as_str().unwrap_or_default().to_owned();
        let (fault, password, image, installed) = state
            .map(|state| (state.fault, state.password, state.image, state.installed))
            .unwrap_or_default();
        Ok(Some(ReadResult::new(Machine {
            label: text("label"),
            region: text("region"),
            fault,
            password,
            image,
            installed,
            address: Some(format!("10.0.0.{id}")),
        })))
    }

    fn update(request: UpdateRequest<Self>, cx: &UpdateContext) -> Result<Updated<Self>> {
        let old = request.old()?;
        let id = request.id.as_str();
        let inputs = request.inputs;
        let body = json!({ "region": inputs.region });
        cx.http()
            .patch(Self::url(cx, &format!("/{id}")))
            .json(&body)
            .send()?
            .error_for_status()?;
        Ok(Updated::with_state(Machine {
            region: inputs.region,
            fault: inputs.fault,
            ..old
        }))
    }

    fn delete(request: DeleteRequest<Self>, cx: &DeleteContext) -> Result<()> {
        let id = request.id.as_str();
        let gone = cx.http().delete(Self::url(cx, &format!("/{id}"))).send()?;
        gone.error_for_status()?;
        Ok(())
    }
}

impl List for Machine {
    type Query = MachineQuery;

    fn list(request: ListRequest<MachineQuery>, cx: &ListContext) -> Result<Page> {
        let all: Json = cx.http().get(Self::url(cx, "")).send()?.json()?;
        let all = all.0.as_array().cloned().unwrap_or_default();
        // One on each page.
        let start: usize = request
            .continuation_token
            .as_deref()
            .unwrap_or("0")
            .parse()
            .unwrap_or(0);
        let mut page = Page::new();
        if let Some(machine) = all.get(start) {
            let text = |name: &str| machine[name].as_str().unwrap_or_default().to_owned();
            page.add(text("id"), text("label"));
        }
        Ok(if start + 1 < all.len() {
            page.with_continuation_token((start + 1).to_string())
        } else {
            page
        })
    }
}

#[resource]
impl Lifecycle for Word {
    fn create(request: CreateRequest<Self>, cx: &CreateContext) -> Result<Created<Self>> {
        let inputs = request.inputs;
        let bytes = cx.random(inputs.length as usize)?;
        let word: String = bytes
            .iter()
            .map(|byte| char::from(b'a' + byte % 26))
            .collect();
        Ok(Created::with_state(
            word.clone(),
            Word {
                length: inputs.length,
                word,
            },
        ))
    }
}

/// Looks for a machine.
#[function]
fn get_machine(arguments: MachineArguments, cx: &FunctionContext) -> Result<MachineResult> {
    let found = Machine::look(&arguments.id, cx)?;
    let found = found.ok_or_else(|| Error::invalid("id", "there is no such machine"))?;
    let label = found.0["label"].as_str().unwrap_or_default().to_owned();
    Ok(MachineResult { label })
}
