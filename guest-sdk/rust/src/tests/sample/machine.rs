//! A resource with every function.

use std::collections::BTreeMap;

use super::Settings;
use crate::prelude::*;

/// The size of a disk.
#[derive(Enum, Clone, Copy, Debug, PartialEq)]
pub(crate) enum Size {
    /// Enough for most.
    Small,
    #[property(name = "XL", deprecated = "use two small ones")]
    ExtraLarge,
}

/// A disk of a machine.
#[derive(Object, Clone, Debug, PartialEq)]
pub(crate) struct Disk {
    /// How large it is.
    pub(crate) size: Size,
    #[property(default = false)]
    pub(crate) encrypted: bool,
    /// Disks inside this one.
    pub(crate) parts: Option<Vec<Disk>>,
}

/// A machine.
///
/// It computes.
#[derive(Resource, Debug)]
#[resource(delete_before_replace)]
pub(crate) struct Machine {
    /// Its name in the rack.
    #[property(replace)]
    pub(crate) label: String,
    #[property(default = "eu", env = "SAMPLE_REGION")]
    pub(crate) region: String,
    pub(crate) disks: Vec<Disk>,
    pub(crate) tags: Option<BTreeMap<String, String>>,
    /// Only for making it.
    #[property(input_only, secret)]
    pub(crate) password: String,
    #[property(output)]
    pub(crate) address: String,
    #[property(output, name = "serialNumber", deprecated = "use `address`")]
    pub(crate) serial: Option<i64>,
}

impl Machine {
    fn new(inputs: MachineInputs, address: &str) -> Self {
        let MachineInputs {
            label,
            region,
            disks,
            tags,
            password,
        } = inputs;
        Self {
            label,
            region,
            disks,
            tags,
            password,
            address: address.into(),
            serial: None,
        }
    }
}

#[resource]
impl Lifecycle for Machine {
    fn create(inputs: MachineInputs, cx: &Context) -> Result<Created<Self>> {
        match inputs.label.as_str() {
            "half" => Err(Error::partial(
                "m-half",
                &Self::new(inputs, "none"),
                ["it does not start"],
            )),
            "checkpoint" => {
                let machine = Self::new(inputs, "soon");
                cx.checkpoint("m-1", &machine)?;
                Err(Error::unavailable("the rack is on fire"))
            }
            "nameless" => Ok(Created::with_state("", Self::new(inputs, "x"))),
            "session" => {
                let session = cx.config::<Settings>().session.clone();
                Ok(Created::with_state(
                    "m-session",
                    Self::new(inputs, &session),
                ))
            }
            _ => {
                let id = format!("m-{}-{}", inputs.label, inputs.password.len());
                Ok(Created::with_state(id, Self::new(inputs, "10.0.0.1")))
            }
        }
    }

    fn resume(id: &str, saved: Self, inputs: MachineInputs, _: &Context) -> Result<Updated<Self>> {
        let address = format!("resumed {id} {}", saved.address);
        Ok(Updated::with_state(Self::new(inputs, &address)))
    }

    fn check(inputs: &mut MachineDraft, cx: &CheckContext) -> Result<()> {
        let old: Option<MachineDraft> = cx.old_inputs()?;
        if let Some(label) = inputs.label.get() {
            if label.contains(' ') {
                cx.fail("label", "has a space");
            }
            let lower = label.to_lowercase();
            if *label != lower {
                inputs.label.set(lower);
            }
        }
        if inputs.tags.is_absent() && old.is_some() {
            inputs
                .tags
                .set(BTreeMap::from([("kept".into(), "yes".into())]));
        }
        if inputs.region.get().is_some_and(|region| region == "moon") {
            return Err(Error::invalid("region", "is out of reach"));
        }
        Ok(())
    }

    fn diff(change: &mut Diff<Self>, _: &Context) -> Result<()> {
        change.ignore("tags");
        if change.old.region == "eu" && change.differs("region") {
            change.replace("region");
        }
        if change.inputs.disks.is_unknown() {
            change.update("disks");
        }
        Ok(())
    }

    fn preview_create(_: &MachineDraft, preview: &mut MachinePreview, _: &Context) -> Result<()> {
        if preview.region.get().is_some_and(|region| region == "eu") {
            preview.address.set("10.0.0.1".into());
        }
        Ok(())
    }

    fn read(id: &str, state: Option<Self>, _: &Context) -> Result<Option<Read<Self>>> {
        match (id, state) {
            ("gone", _) => Ok(None),
            (_, Some(state)) => Ok(Some(Read::new(id, state))),
            (id, None) => {
                let inputs: MachineInputs = crate::testing::properties(
                    serde_json::json!({ "label": id, "disks": [], "password": "?" }),
                )?;
                let imported = Self::new(inputs.clone(), "found");
                let found = Read::new(format!("m-{id}"), imported);
                Ok(Some(if id == "bare" {
                    found
                } else {
                    found.with_inputs(inputs)
                }))
            }
        }
    }

    fn update(_id: &str, old: Self, inputs: MachineInputs, _: &Context) -> Result<Updated<Self>> {
        Ok(Updated::with_state(Self::new(
            inputs,
            &format!("was {} with {}", old.address, old.password),
        )))
    }

    fn preview_update(
        _id: &str,
        old: Self,
        _: &MachineDraft,
        preview: &mut MachinePreview,
        _: &Context,
    ) -> Result<()> {
        preview.address = old.address.into();
        Ok(())
    }

    fn delete(id: &str, state: Self, _: &Context) -> Result<()> {
        match id {
            "stuck" => Err(Error::not_found(format!(
                "{} {}",
                state.label, state.password
            ))),
            _ => Ok(()),
        }
    }
}
