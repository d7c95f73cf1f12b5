package property

import "strconv"

// whole has the digits of an integer beyond those that a float64 holds exactly. It keeps them, so that the host can refuse the number. A
// float64 would become another number without an error.
type whole string

const maxExact = 1 << 53

// Whole makes a number of an integer.
func Whole(number int64) Value {
	if number > maxExact || number < -maxExact {
		return Value{content: whole(strconv.FormatInt(number, 10))}
	}
	return Value{content: float64(number)}
}

// WholeUnsigned makes a number of an integer without a sign.
func WholeUnsigned(number uint64) Value {
	if number > maxExact {
		return Value{content: whole(strconv.FormatUint(number, 10))}
	}
	return Value{content: float64(number)}
}

// Digits gives the digits of an integer that a float64 may not hold exactly. False for all other values.
func (value Value) Digits() (string, bool) {
	number, ok := value.content.(whole)
	return string(number), ok
}
