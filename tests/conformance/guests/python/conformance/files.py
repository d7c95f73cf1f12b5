"""Assets and archives."""

from pulumi_wasm_provider import Archive, Asset, CreateContext, Output, Resource


class Files(Resource):
    """The contents of files."""

    letter: Asset | None
    """A file."""
    goods: Archive | None
    """Several files."""
    text: Output[str | None]
    """The file's text."""
    size: Output[int | None]
    """The file's size."""
    contents: Output[list[str] | None]
    """The files in the archive with their texts, in order."""
    receipt: Output[Asset]
    """A file that the provider made."""

    def create(self, cx: CreateContext) -> str:
        if self.letter is not None:
            self.text = self.letter.read_text()
            self.size = self.letter.size()
        if self.goods is not None:
            entries = self.goods.entries()
            self.contents = [f"{path}: {asset.read_text()}" for path, asset in entries.items()]
        self.receipt = Asset.of_text("received")
        return "files"
