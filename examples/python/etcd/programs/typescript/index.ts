// The configuration of a shop in etcd, and the users who may read and change it.
import * as pulumi from "@pulumi/pulumi";
import * as etcd from "@pulumi/etcd";

const config = new pulumi.Config();

const colour = new etcd.KeyValue("colour", { key: "/shop/colour", value: "green" });

const reader = new etcd.Role("reader", {
    name: "shop-reader",
    permissions: [{ prefix: "/shop/", access: "read" }],
});

const till = new etcd.User("till", {
    name: "till",
    password: config.requireSecret("readerPassword"),
    roles: [reader.name],
});

export const revision = colour.modRevision;
export const roles = till.roles;
