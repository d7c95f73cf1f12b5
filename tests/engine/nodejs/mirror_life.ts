// A page, and the copy that a component makes of it and gives as a resource.

import * as random from "@pulumi/random";
import * as site from "@pulumi/site";

export async function program() {
    const maker = new random.Provider("maker");
    const front = new site.Page("front", { path: "front.html", text: "Good Morning!" });
    const mirror = new site.Mirror("mirror", { page: front, word: "abc" }, { providers: [maker] });
    return { url: mirror.copy.url, text: mirror.copy.text, urn: mirror.copy.urn };
}
