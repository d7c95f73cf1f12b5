//! The two folders on this machine, as the environment names them.

use pulumi_wasm_capability::limits::Limit;
use pulumi_wasm_platform::env;
use pulumi_wasm_sandbox::engine::CodeCache;

use super::{SourceError, Store};

/// The store of components and the cache of compiled code. Neither is made or looked at yet.
///
/// # Errors
/// When the home folder is unknown, or the size of the cache is not a size.
pub fn folders_from_environment() -> Result<(Store, CodeCache), SourceError> {
    let homeless = || {
        SourceError::new("there is no home folder to keep components in").hint("set `PULUMI_HOME`")
    };
    let store = Store::new(env::store_folder().ok_or_else(homeless)?);
    let cache = CodeCache::new(env::cache_folder().ok_or_else(homeless)?);
    let Some(text) = env::cache_size() else {
        return Ok((store, cache));
    };
    let size = Limit::CompiledSize.parse(&text).map_err(|_| {
        SourceError::new(format!("`{text}` is not a size for the cache")).hint(format!(
            "set `{}` to a size such as 512MiB or 2GiB, or remove it",
            env::CACHE_SIZE
        ))
    })?;
    Ok((store, cache.with_size(size)))
}
