package config_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/graph"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
)

// constructed runs the function of a component of the package `site`.
func constructed(t *testing.T, run func(*pulumi.Context)) error {
	t.Helper()
	session := graph.Open(1, nil)
	t.Cleanup(func() { graph.Close(1) })
	_, err := session.Run(context.Background(), func() (property.Value, error) {
		ctx, err := pulumi.Begin(context.Background(), pulumi.Call{Package: "site", Project: "shop", Config: map[string]string{
			"site:config:region": "eu", "site:config:size": "3", "site:config:rate": "0.5", "site:config:on": "true",
			"site:config:tags": `{"team":"web"}`, "site:config:word": "three",
		}})
		if err == nil {
			run(ctx)
		}
		return property.Value{}, err
	})
	return err
}

func TestConfigurationOfTheOwnPackageIsRead(t *testing.T) {
	err := constructed(t, func(ctx *pulumi.Context) {
		site := config.New(ctx, "site")
		if site.Get("region") != "eu" || site.RequireInt("size") != 3 || site.GetFloat64("rate") != 0.5 || !config.RequireBool(ctx, "site:on") {
			t.Error("a value is not as it was configured")
		}
		if site.Get("missing") != "" || site.GetInt("word") != 0 {
			t.Error("a missing value should be the zero value")
		}
		var tags map[string]string
		if err := site.GetObject("tags", &tags); err != nil || tags["team"] != "web" {
			t.Errorf("%v, %v", tags, err)
		}
		if err := site.GetObject("missing", &tags); err != nil || tags["team"] != "web" {
			t.Errorf("%v, %v", tags, err)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestMissingAndWrongConfigurationIsAnErrorThatNamesTheKey(t *testing.T) {
	err := constructed(t, func(ctx *pulumi.Context) {
		_, err := config.Try(ctx, "region")
		if !errors.Is(err, config.ErrMissingVar) || !strings.Contains(err.Error(), "`shop:region`") {
			t.Errorf("without its package a key is of the project: %v", err)
		}
		if _, err := config.New(ctx, "site").TryInt("word"); err == nil || !strings.Contains(err.Error(), "`site:word`") {
			t.Errorf("%v", err)
		}
		defer func() {
			if err, _ := recover().(error); !errors.Is(err, config.ErrMissingVar) {
				t.Errorf("%v", err)
			}
		}()
		config.Require(ctx, "site:missing")
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestSecretConfigurationBecomesASecretOutput(t *testing.T) {
	err := constructed(t, func(ctx *pulumi.Context) {
		site := config.New(ctx, "site")
		size, err := site.TrySecretInt("size")
		if err != nil || !pulumi.IsSecret(size) || !pulumi.IsSecret(site.RequireSecret("region")) {
			t.Errorf("%v", err)
		}
		var tags map[string]string
		object, err := site.GetSecretObject("tags", &tags)
		if err != nil || !pulumi.IsSecret(object) {
			t.Errorf("%v", err)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}
