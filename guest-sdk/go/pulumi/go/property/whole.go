package property

// whole is a whole number beyond those that a float64 holds exactly. It keeps its digits, so that the host can refuse it instead of recording
// another number.
type whole int64

const maxExact = 1 << 53

// Whole makes a number of an integer.
func Whole(number int64) Value {
	if number > maxExact || number < -maxExact {
		return Value{content: whole(number)}
	}
	return Value{content: float64(number)}
}

// AsWhole gives the integer of a number that a float64 may not hold exactly. False for all other values.
func (value Value) AsWhole() (int64, bool) {
	number, ok := value.content.(whole)
	return int64(number), ok
}
