package property

import (
	"fmt"
	"strconv"
	"strings"
)

// GoString shows the value as Go code. Secrets are shown.
func (value Value) GoString() string {
	text := value.show()
	if value.secret {
		text += ".WithSecret(true)"
	}
	return text
}

func (value Value) show() string {
	switch content := value.content.(type) {
	case nil:
		return "property.New(property.Null)"
	case computed:
		return "property.New(property.Computed)"
	case string:
		return "property.New(" + strconv.Quote(content) + ")"
	case whole:
		return "property.New(" + string(content) + ")"
	case Array:
		return "property.New(" + content.GoString() + ")"
	case Map:
		return "property.New(" + content.GoString() + ")"
	default:
		return fmt.Sprintf("property.New(%#v)", content)
	}
}

// GoString shows the list as Go code.
func (array Array) GoString() string {
	parts := make([]string, 0, array.Len())
	for _, element := range array.elements {
		parts = append(parts, element.GoString())
	}
	return "property.NewArray([]property.Value{" + strings.Join(parts, ", ") + "})"
}

// GoString shows the object as Go code.
func (object Map) GoString() string {
	parts := make([]string, 0, object.Len())
	for key, member := range object.AllStable {
		parts = append(parts, strconv.Quote(key)+": "+member.GoString())
	}
	return "property.NewMap(map[string]property.Value{" + strings.Join(parts, ", ") + "})"
}
