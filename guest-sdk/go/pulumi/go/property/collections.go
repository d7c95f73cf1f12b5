package property

import (
	"iter"
	"maps"
	"slices"
)

// Array is a list of values.
type Array struct{ elements []Value }

// NewArray makes a list.
func NewArray(elements []Value) Array { return Array{slices.Clone(elements)} }

// OwnedArray makes a list of elements that the caller gives up: they are not copied.
func OwnedArray(elements []Value) Array { return Array{elements} }

// Len gives the number of elements.
func (array Array) Len() int { return len(array.elements) }

// Get gives an element, null if there are fewer elements.
func (array Array) Get(index int) Value {
	if index < 0 || index >= len(array.elements) {
		return Value{}
	}
	return array.elements[index]
}

// All goes over the elements.
func (array Array) All(yield func(int, Value) bool) { slices.All(array.elements)(yield) }

// AsSlice gives the elements.
func (array Array) AsSlice() []Value { return slices.Clone(array.elements) }

// Append gives a list with further elements.
func (array Array) Append(elements ...Value) Array {
	return Array{append(slices.Clip(slices.Clone(array.elements)), elements...)}
}

// Map is an object.
type Map struct{ members map[string]Value }

// NewMap makes an object.
func NewMap(members map[string]Value) Map { return Map{maps.Clone(members)} }

// OwnedMap makes an object of members that the caller gives up: they are not copied.
func OwnedMap(members map[string]Value) Map { return Map{members} }

// Len gives the number of members.
func (object Map) Len() int { return len(object.members) }

// Get gives a member, null if the key is missing.
func (object Map) Get(key string) Value { return object.members[key] }

// GetOk gives a member, and whether the key exists.
func (object Map) GetOk(key string) (Value, bool) {
	value, ok := object.members[key]
	return value, ok
}

// Set gives an object with another value at a key.
func (object Map) Set(key string, value Value) Map {
	members := maps.Clone(object.members)
	if members == nil {
		members = map[string]Value{}
	}
	members[key] = value
	return Map{members}
}

// Delete gives an object without these keys.
func (object Map) Delete(keys ...string) Map {
	members := maps.Clone(object.members)
	for _, key := range keys {
		delete(members, key)
	}
	return Map{members}
}

// All goes over the members in any order.
func (object Map) All(yield func(string, Value) bool) { maps.All(object.members)(yield) }

// AllStable goes over the members in the order of their keys.
func (object Map) AllStable(yield func(string, Value) bool) {
	keys := make([]string, 0, len(object.members))
	for key := range object.members {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for _, key := range keys {
		if !yield(key, object.members[key]) {
			return
		}
	}
}

// AsMap gives the members.
func (object Map) AsMap() map[string]Value { return maps.Clone(object.members) }

// Equals compares objects with the marks of their values.
func (object Map) Equals(other Map, options ...EqualOption) bool {
	return New(object).Equals(New(other), options...)
}

var (
	_ iter.Seq2[string, Value] = Map{}.All
	_ iter.Seq2[int, Value]    = Array{}.All
)
