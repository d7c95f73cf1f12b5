package pulumi

import (
	"reflect"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/property"
)

func TestAPathNamesAKeyWithSignsInQuotationMarks(t *testing.T) {
	_, err := expressedMap(map[string]any{"tags": map[string]any{"a.b": make(chan int)}})
	if err == nil || !strings.Contains(err.Error(), "`tags[\"a.b\"]`") {
		t.Errorf("the error is %v", err)
	}
	var into struct {
		Tags map[string]int `pulumi:"tags"`
	}
	given := property.New(map[string]property.Value{"tags": property.New(map[string]property.Value{"a b": property.New("x")})})
	err = decode(given, reflect.ValueOf(&into).Elem(), "")
	if err == nil || !strings.Contains(err.Error(), "`tags[\"a b\"]` is not of the type int") {
		t.Errorf("the error is %v", err)
	}
}
