//! GetPluginInfo: the installed version of this plugin.

use tonic::Status;

use crate::pulumi::session::Session;
use crate::pulumi::session::own_package;
use crate::pulumi::wire::pulumirpc::PluginInfo;

pub(crate) async fn serve(session: &Session, (): ()) -> Result<PluginInfo, Status> {
    let version = match session.loader.own() {
        Some(own) => own_package::version(session, own).await?,
        None => env!("CARGO_PKG_VERSION").to_owned(),
    };
    Ok(PluginInfo { version })
}
