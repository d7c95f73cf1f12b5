//! What a build leaves behind that a newer one replaced.

use pulumi_wasm_packages::{Digest, folders_from_environment};

/// Removes the compiled code of a build that another one replaced, unless the component was added to a project: a day of
/// work on a provider would fill the cache with code that nothing runs again. If that fails, the cache's size bounds it.
pub(super) fn forget_replaced(replaced: Option<Digest>, by: &Digest) {
    let replaced = replaced.filter(|replaced| replaced != by);
    if let (Some(replaced), Ok((store, cache))) = (replaced, folders_from_environment())
        && store.bytes(&replaced).is_none()
    {
        drop(cache.remove(&|digest| digest == replaced.hex()));
    }
}
