//! Cancel: everything that runs comes to an end. It comes at the normal end too, and may come twice.

use super::session::Session;

pub(super) fn serve(session: &Session) {
    session.cancel();
}
