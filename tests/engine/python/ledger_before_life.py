"""An entry as the first version of a package has it."""

import pulumi
import pulumi_ledger as ledger


def program() -> None:
    entry = ledger.Entry("entry", label="first", size="5 GB")
    pulumi.export("changes", entry.changes)
