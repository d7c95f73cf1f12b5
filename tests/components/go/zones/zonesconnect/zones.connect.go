// Code generated for the tests of this project, in the form of Connect's generator. DO NOT EDIT.

// Package zonesconnect has the client of a service.
package zonesconnect

import (
	"context"
	"strings"

	"connectrpc.com/connect"
)

const (
	ZoneServiceCreateZoneProcedure    = "/zones.v1.ZoneService/CreateZone"
	ZoneServiceGetZoneProcedure       = "/zones.v1.ZoneService/GetZone"
	ZoneServiceFindSerialProcedure    = "/zones.v1.ZoneService/FindSerial"
	ZoneServiceListZonesProcedure     = "/zones.v1.ZoneService/ListZones"
	ZoneServiceGetOrMakeZoneProcedure = "/zones.v1.ZoneService/GetOrMakeZone"
)

// Zone is the message of all methods.
type Zone struct {
	Name   string `json:"name"`
	Serial int    `json:"serial,omitempty"`
}

// ZoneServiceClient is a client of the service.
type ZoneServiceClient interface {
	CreateZone(context.Context, *connect.Request[Zone]) (*connect.Response[Zone], error)
	GetZone(context.Context, *connect.Request[Zone]) (*connect.Response[Zone], error)
	FindSerial(context.Context, *connect.Request[Zone]) (*connect.Response[Zone], error)
	ListZones(context.Context, *connect.Request[Zone]) (*connect.Response[Zone], error)
	GetOrMakeZone(context.Context, *connect.Request[Zone]) (*connect.Response[Zone], error)
}

// NewZoneServiceClient makes a client.
func NewZoneServiceClient(httpClient connect.HTTPClient, baseURL string, opts ...connect.ClientOption) ZoneServiceClient {
	baseURL = strings.TrimRight(baseURL, "/")
	return &zoneServiceClient{
		createZone: connect.NewClient[Zone, Zone](
			httpClient,
			baseURL+ZoneServiceCreateZoneProcedure,
			connect.WithClientOptions(opts...),
		),
		getZone: connect.NewClient[Zone, Zone](
			httpClient,
			baseURL+ZoneServiceGetZoneProcedure,
			connect.WithClientOptions(opts...),
		),
		findSerial: connect.NewClient[Zone, Zone](
			httpClient,
			baseURL+ZoneServiceFindSerialProcedure,
			connect.WithIdempotency(connect.IdempotencyNoSideEffects),
			connect.WithClientOptions(opts...),
		),
		listZones: connect.NewClient[Zone, Zone](
			httpClient,
			baseURL+ZoneServiceListZonesProcedure,
			connect.WithClientOptions(opts...),
		),
		getOrMakeZone: connect.NewClient[Zone, Zone](
			httpClient,
			baseURL+ZoneServiceGetOrMakeZoneProcedure,
			connect.WithClientOptions(opts...),
		),
	}
}

type zoneServiceClient struct {
	createZone    *connect.Client[Zone, Zone]
	getZone       *connect.Client[Zone, Zone]
	findSerial    *connect.Client[Zone, Zone]
	listZones     *connect.Client[Zone, Zone]
	getOrMakeZone *connect.Client[Zone, Zone]
}

func (c *zoneServiceClient) CreateZone(ctx context.Context, req *connect.Request[Zone]) (*connect.Response[Zone], error) {
	return c.createZone.CallUnary(ctx, req)
}

func (c *zoneServiceClient) GetZone(ctx context.Context, req *connect.Request[Zone]) (*connect.Response[Zone], error) {
	return c.getZone.CallUnary(ctx, req)
}

func (c *zoneServiceClient) FindSerial(ctx context.Context, req *connect.Request[Zone]) (*connect.Response[Zone], error) {
	return c.findSerial.CallUnary(ctx, req)
}

func (c *zoneServiceClient) ListZones(ctx context.Context, req *connect.Request[Zone]) (*connect.Response[Zone], error) {
	return c.listZones.CallUnary(ctx, req)
}

func (c *zoneServiceClient) GetOrMakeZone(ctx context.Context, req *connect.Request[Zone]) (*connect.Response[Zone], error) {
	return c.getOrMakeZone.CallUnary(ctx, req)
}
