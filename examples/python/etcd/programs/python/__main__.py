"""The configuration of a shop in etcd, and the users who may read and change it."""

import pulumi
import pulumi_etcd as etcd

config = pulumi.Config()

colour = etcd.KeyValue("colour", key="/shop/colour", value="green")

reader = etcd.Role(
    "reader",
    name="shop-reader",
    permissions=[etcd.PermissionArgs(prefix="/shop/", access=etcd.Access.READ)],
)

till = etcd.User(
    "till",
    name="till",
    password=config.require_secret("readerPassword"),
    roles=[reader.name],
)

pulumi.export("revision", colour.mod_revision)
pulumi.export("roles", till.roles)
