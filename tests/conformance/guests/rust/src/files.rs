//! Assets and archives.

use pulumi_wasm_provider::prelude::*;

/// The contents of files.
#[derive(Resource)]
pub(crate) struct Files {
    /// A file.
    letter: Option<Asset>,
    /// Several files.
    goods: Option<Archive>,
    /// The file's text.
    #[property(output)]
    text: Option<String>,
    /// The file's size.
    #[property(output)]
    size: Option<i64>,
    /// The files in the archive with their texts, in order.
    #[property(output)]
    contents: Option<Vec<String>>,
    /// A file that the provider made.
    #[property(output)]
    receipt: Asset,
}

#[resource]
impl Lifecycle for Files {
    fn create(request: CreateRequest<Self>, _: &CreateContext) -> Result<Created<Self>> {
        let FilesInputs { letter, goods } = request.inputs;
        let content = |archive: &Archive| {
            let entries = archive.entries()?.into_iter();
            let describe = |entry: pulumi_wasm_provider::ArchiveEntry| {
                Ok(format!("{}: {}", entry.path, entry.asset.read_text()?))
            };
            entries.map(describe).collect::<Result<Vec<_>>>()
        };
        let files = FilesOutputs {
            text: letter.as_ref().map(Asset::read_text).transpose()?,
            size: letter
                .as_ref()
                .map(Asset::size)
                .transpose()?
                .map(|size| size as i64),
            contents: goods.as_ref().map(content).transpose()?,
            receipt: Asset::text("received"),
        };
        Ok(Created::new("files", files))
    }
}
