//! MoveResourceState: the state of a resource under a type that its type had before, for a block `moved`.

use pulumi_wasm_core::text::Excerpt;
use pulumi_wasm_packages::own_package::program_name::Engine;

use super::upgrade_resource_state::current_form;
use crate::diagnostics;
use crate::proto::tfplugin6::Diagnostic;
use crate::proto::tfplugin6::move_resource_state::{Request, Response};
use crate::provider::{Provider, Typed};
use crate::schema::catalog::Kind;
use crate::schema::documents::Documents;

pub(crate) async fn serve(provider: &Provider, request: Request) -> Response {
    let moved = move_state(provider, request).await;
    moved.unwrap_or_else(|diagnostics| Response {
        diagnostics,
        ..Response::default()
    })
}

async fn move_state(provider: &Provider, request: Request) -> Result<Response, Vec<Diagnostic>> {
    let target = provider
        .typed(Kind::Resource, &request.target_type_name)
        .await?;
    if !is_own(&target, &request.source_provider_address)
        || !has_alias(&target, &request.source_type_name)
    {
        let detail = format!(
            "`{}` of {} is not an earlier type of `{}`\n\
             hint: import the resource: `terraform import ADDRESS ID`, and remove the old one: `terraform state rm ADDRESS`",
            Excerpt::name(&request.source_type_name),
            Excerpt::name(&request.source_provider_address),
            target.name
        );
        return Err(vec![diagnostics::error(
            "The resource cannot be moved",
            &detail,
        )]);
    }
    let raw = request.source_state.unwrap_or_default();
    Ok(Response {
        target_state: Some(current_form(
            &target,
            (request.source_schema_version, false),
            raw,
        )?),
        target_private: request.source_private,
        ..Response::default()
    })
}

/// Whether an address is of a provider of this name. A mirror or another registry may have another host and namespace.
fn is_own(typed: &Typed<'_>, address: &str) -> bool {
    let own = Engine::Terraform.provider(typed.package().name());
    address.rsplit('/').next() == Some(own.as_str())
}

fn has_alias(typed: &Typed<'_>, source: &str) -> bool {
    let earlier = Documents::of(typed.package()).earlier_types(typed.token);
    earlier.iter().any(|alias| alias == source)
}
