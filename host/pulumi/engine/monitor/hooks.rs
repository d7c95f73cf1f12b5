//! Hooks of a child: each is registered with the engine by a name before the child's registration uses the name.

use pulumi_wasm_core::graph::{HookMoment, Registration};
use pulumi_wasm_core::monitor::MonitorError;

use super::client::{Client, refusal};
use super::endpoint::Connection;
use super::registration::named;
use crate::pulumi::callbacks::{Function, Offer};
use crate::pulumi::wire::pulumirpc as pb;
use crate::pulumi::wire::pulumirpc::register_resource_request::ResourceHooksBinding;

/// The hooks of a registration as the engine knows them. The engine may run them until this is dropped.
#[derive(Default)]
pub(super) struct Announced {
    /// `None` without hooks.
    pub(super) binding: Option<ResourceHooksBinding>,
    _offers: Vec<Offer>,
}

/// Registers the hooks of a registration with the engine.
///
/// # Errors
/// If the engine refuses a hook.
pub(super) async fn announce(
    client: &mut Client,
    connection: &Connection,
    registration: &Registration,
) -> Result<Announced, MonitorError> {
    if registration.hooks.is_empty() {
        return Ok(Announced::default());
    }
    let mut binding = ResourceHooksBinding::default();
    let mut offers = Vec::new();
    for hook in &registration.hooks {
        let moment = hook.moment();
        let names = match moment {
            HookMoment::BeforeCreate => &mut binding.before_create,
            HookMoment::AfterCreate => &mut binding.after_create,
            HookMoment::BeforeUpdate => &mut binding.before_update,
            HookMoment::AfterUpdate => &mut binding.after_update,
        };
        let name = name(registration, moment, names.len());
        let offer = connection.callbacks().offer(Function::Hook(hook.clone()))?;
        let request = pb::RegisterResourceHookRequest {
            name: name.clone(),
            callback: Some(offer.to_proto()),
            on_dry_run: false,
            ignore_errors: false,
        };
        let told = client.register_resource_hook(request).await;
        told.map_err(|status| {
            let (moment, of) = (moment.name(), named(registration));
            refusal(
                &format!("the engine did not accept the hook `{moment}` of {of}"),
                &status,
            )
        })?;
        names.push(name);
        offers.push(offer);
    }
    Ok(Announced {
        binding: Some(binding),
        _offers: offers,
    })
}

/// The name of a hook. The name must be unique in the deployment, so it contains the resource. It must be the same in
/// the next deployment, because the engine stores it in the state.
fn name(registration: &Registration, moment: HookMoment, number: usize) -> String {
    let Registration {
        parent,
        token,
        name,
        ..
    } = registration;
    let moment = moment.name();
    match number {
        0 => format!("{parent}::{token}::{name}/{moment}"),
        _ => format!("{parent}::{token}::{name}/{moment}/{number}"),
    }
}
