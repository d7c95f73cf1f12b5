//! The component resource that every peer of the benchmark constructs: resources of another package, and a text of all their ids.

use pulumi_wasm_provider::prelude::*;

/// As many pets as it is told.
#[derive(Component)]
struct Site {
    title: Input<String>,
    /// How many there are.
    count: u32,
    /// The ids of all.
    names: Output<String>,
}

impl Construct for Site {
    fn construct(inputs: SiteInputs, cx: &ComponentContext) -> Result<SiteOutputs> {
        let mut ids = Vec::new();
        for number in 1..=inputs.count {
            let pet = properties! {
                prefix: interpolate!("{}-{number}", inputs.title),
                length: 2,
                keepers: { of: inputs.title },
            };
            let part = format!("pet-{number}");
            ids.push(cx.child(&part, "random:index/randomPet:RandomPet", pet)?.id());
        }
        Ok(SiteOutputs {
            names: all(ids).apply(|ids| ids.join(" ")),
        })
    }
}

provider!(Provider::new("bench").component::<Site>().package(Package::new("random").version("4.18.0")));
