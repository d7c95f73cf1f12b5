//! Attach: an engine found this process running and gives its own address.

use tonic::Status;

use super::session::Session;
use super::wire::pulumirpc::PluginAttach;

pub(super) async fn serve(session: &Session, request: PluginAttach) -> Result<(), Status> {
    session.log.connect(&request.address);
    Ok(())
}
