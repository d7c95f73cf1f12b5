// The same entry, as the second version has it.
import * as ledger from "@pulumi/ledger";

export async function program() {
    const entry = new ledger.Entry("entry", { label: "first", gigabytes: 5 });
    return { changes: entry.changes, megabytes: entry.gigabytes.apply((size) => size * 1000) };
}
