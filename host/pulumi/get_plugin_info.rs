//! GetPluginInfo: the installed version of this plugin.

use tonic::Status;

use super::own_package;
use super::session::Session;
use super::wire::pulumirpc::PluginInfo;

pub(super) async fn serve(session: &Session, (): ()) -> Result<PluginInfo, Status> {
    let version = match session.loader.own() {
        Some(own) => own_package::version(session, own).await?,
        None => env!("CARGO_PKG_VERSION").to_owned(),
    };
    Ok(PluginInfo { version })
}
