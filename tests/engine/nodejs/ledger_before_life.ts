// An entry as the first version of a package has it.
import * as ledger from "@pulumi/ledger";

export async function program() {
    const entry = new ledger.Entry("entry", { label: "first", size: "5 GB" });
    return { changes: entry.changes };
}
