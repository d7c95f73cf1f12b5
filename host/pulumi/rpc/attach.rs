//! Attach: an engine found this process running and gives its own address.

use tonic::Status;

use crate::pulumi::session::Session;
use crate::pulumi::wire::pulumirpc::PluginAttach;

pub(crate) async fn serve(session: &Session, request: PluginAttach) -> Result<(), Status> {
    session.log.connect(&request.address);
    Ok(())
}
