//! GetPluginInfo: the version of this plugin, under which it is installed.

use tonic::Status;

use super::session::Session;
use super::wire::pulumirpc::PluginInfo;

pub(super) async fn serve(_session: &Session, (): ()) -> Result<PluginInfo, Status> {
    Ok(PluginInfo {
        version: env!("CARGO_PKG_VERSION").to_owned(),
    })
}
