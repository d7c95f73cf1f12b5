"""The same entry, as the second version has it."""

import pulumi
import pulumi_ledger as ledger


def program() -> None:
    entry = ledger.Entry("entry", label="first", gigabytes=5)
    pulumi.export("changes", entry.changes)
    pulumi.export("megabytes", entry.gigabytes.apply(lambda size: size * 1000))
