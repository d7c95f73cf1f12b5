//! GetSchema: the schema of the package.

use pulumi_wasm_core::text::Excerpt;
use tonic::Status;

use crate::pulumi::schema_document;
use crate::pulumi::session::Session;
use crate::pulumi::status;
use crate::pulumi::wire::pulumirpc::{GetSchemaRequest, GetSchemaResponse};

pub(crate) async fn serve(
    session: &Session,
    request: GetSchemaRequest,
) -> Result<GetSchemaResponse, Status> {
    let Some(loaded) = session.loaded() else {
        if !request.subpackage_name.is_empty() {
            return Err(status::failed_precondition(&format!(
                "the schema of `{}` was asked for before Parameterize",
                Excerpt::name(&request.subpackage_name)
            )));
        }
        // Pulumi would add a schema without resources to the project as a separate package.
        return Err(status::failed_precondition(
            "the `wasm` plugin was given no component, so it has no schema\n\
             hint: name a component: `pulumi package add wasm ./acme.wasm`",
        ));
    };
    let name = loaded.package.name().to_owned();
    if !request.subpackage_name.is_empty() && request.subpackage_name != name {
        return Err(status::invalid_argument(&format!(
            "the schema of `{}` was asked for, and this process is the package `{name}`",
            Excerpt::name(&request.subpackage_name)
        )));
    }
    let schema = loaded.schema(schema_document::of_package).await;
    Ok(GetSchemaResponse {
        schema: schema.map_err(|error| status::from_source(&error))?,
    })
}
