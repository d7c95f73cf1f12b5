// A website, and what its methods give.

import * as pulumi from "@pulumi/pulumi";
import * as random from "@pulumi/random";
import * as site from "@pulumi/site";

export async function program() {
    const times = new pulumi.Config().requireNumber("times");
    const maker = new random.Provider("maker");
    const word = new random.RandomPet("word", {}, { provider: maker });
    const own = new site.Provider("own");
    const home = new site.Website("home", { title: "Home" }, { providers: [maker, own] });
    const about = home.pageUrl({ path: word.id });
    const secretly = home.pageUrl({ path: pulumi.secret("hidden") });
    const news = home.announce({ text: word.id, times });
    new site.Page("last", { path: "last", text: news.url });
    return {
        word: word.id,
        about: about.result,
        secretly: secretly.result,
        news: news.url,
        login: news.login,
    };
}
