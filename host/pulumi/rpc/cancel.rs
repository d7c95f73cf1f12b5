//! Cancel: all running work ends. It comes at the normal end too, and may come twice.

use pulumi_wasm_core::call::Severity;

use crate::pulumi::session::Session;

pub(crate) fn serve(session: &Session) {
    session.cancel();
    let Some(loaded) = session.loaded() else {
        return;
    };
    loaded.package.settle();
    // The cost of a deployment: a resource whose author wrote few hooks shows here how little it costs.
    for component in loaded.package.components() {
        let file = &component.origin().file;
        let message = format!("calls that entered {file}: {}", component.entries());
        session.log_sink().log(Severity::Debug, "", &message, false);
    }
}
