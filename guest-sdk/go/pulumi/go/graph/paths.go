package graph

import "strings"

// PathOf gives the path of a member. An empty name, or a name with signs, stands between quotation marks, as in Pulumi's paths: each path has one meaning.
func PathOf(path, name string) string {
	isSign := func(letter rune) bool {
		return letter != '_' && (letter < '0' || letter > '9') && (letter < 'A' || letter > 'Z') && (letter < 'a' || letter > 'z')
	}
	switch {
	case name == "" || strings.ContainsFunc(name, isSign):
		return path + `["` + strings.ReplaceAll(name, `"`, `\"`) + `"]`
	case path == "":
		return name
	}
	return path + "." + name
}
