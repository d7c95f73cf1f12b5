"""A provider whose configuration has a boolean, numbers, a list, an object, and a secret that is made by the same program."""

import pulumi
import pulumi_random as random
import pulumi_settings as settings


def program() -> None:
    token = random.RandomPassword("token", length=16)
    provider = settings.Provider(
        "own",
        verbose=False,
        retries=pulumi.Config().require_int("retries"),
        hosts=["one.example.test", "two.example.test"],
        limits=settings.LimitsArgs(strict=True, most=7, by_name={"ada": 1.5}),
        token=token.result,
    )
    report = settings.Report(
        "report", title="All of it", opts=pulumi.ResourceOptions(provider=provider)
    )
    pulumi.export("verbose", report.verbose)
    pulumi.export("retries", report.retries)
    pulumi.export("hosts", report.hosts)
    pulumi.export("limits", report.limits)
    pulumi.export("lookedUp", report.looked_up)
    pulumi.export("most", report.limits.most)
    pulumi.export("token", token.result)
    pulumi.export("reversed", report.reversed_token)
