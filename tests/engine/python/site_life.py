"""A website, and what its methods give."""

import pulumi
import pulumi_random as random
import pulumi_site as site


def program() -> None:
    times = pulumi.Config().require_int("times")
    maker = random.Provider("maker")
    word = random.RandomPet("word", opts=pulumi.ResourceOptions(provider=maker))
    own = site.Provider("own")
    # Before 3.260, Pulumi's SDK passes only the provider of the component's own package. The engine takes the other providers
    # from its parent.
    parent = pulumi.ComponentResource("life:index:Around", "around", opts=pulumi.ResourceOptions(providers=[maker]))
    options = pulumi.ResourceOptions(parent=parent, providers=[own])
    home = site.Website("home", title="Home", opts=options)
    about = home.page_url(path=word.id)
    secretly = home.page_url(path=pulumi.Output.secret("hidden"))
    news = home.announce(text=word.id, times=times)
    site.Page("last", path="last", text=news.apply(lambda news: news.url))
    pulumi.export("word", word.id)
    pulumi.export("about", about.apply(lambda about: about.result))
    pulumi.export("secretly", secretly.apply(lambda secretly: secretly.result))
    pulumi.export("news", news.apply(lambda news: news.url))
    pulumi.export("login", news.apply(lambda news: news.login))
