//! GetPluginInfo: the version of this plugin, under which it is installed.

use tonic::Status;

use super::bundle;
use super::session::Session;
use super::wire::pulumirpc::PluginInfo;

pub(super) async fn serve(session: &Session, (): ()) -> Result<PluginInfo, Status> {
    let version = match session.loader.bundle() {
        Some(place) => bundle::version(place)?,
        None => env!("CARGO_PKG_VERSION").to_owned(),
    };
    Ok(PluginInfo { version })
}
