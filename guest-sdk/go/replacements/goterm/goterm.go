// Package goterm writes texts to a terminal. A component does not have a terminal: width and height are 0, and colors and places are left out.
package goterm

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"strings"
)

// Codes of colors.
const (
	BLACK = iota
	RED
	GREEN
	YELLOW
	BLUE
	MAGENTA
	CYAN
	WHITE
)

// Screen has the texts until Flush.
var Screen = new(bytes.Buffer)

// Output is the writer that Flush writes to.
var Output = bufio.NewWriter(os.Stdout)

// Width gives no columns.
func Width() int { return 0 }

// Height gives no lines.
func Height() int { return 0 }

// CurrentHeight counts the lines on the screen.
func CurrentHeight() int { return strings.Count(Screen.String(), "\n") }

// Clear takes all texts away.
func Clear() { Screen.Reset() }

// Flush writes all texts.
func Flush() {
	_, _ = Output.Write(Screen.Bytes())
	_ = Output.Flush()
	Screen.Reset()
}

// The functions for places do nothing.

func MoveCursor(int, int)       {}
func MoveCursorUp(int)          {}
func MoveCursorDown(int)        {}
func MoveCursorForward(int)     {}
func MoveCursorBackward(int)    {}
func GetXY(int, int) (int, int) { return 0, 0 }

// The functions for styles give the text as it is.

func MoveTo(text string, _, _ int) string             { return text }
func ResetLine(text string) string                    { return text }
func Bold(text string) string                         { return text }
func Color(text string, _ int) string                 { return text }
func Background(text string, _ int) string            { return text }
func Highlight(text, _ string, _ int) string          { return text }
func HighlightRegion(text string, _, _, _ int) string { return text }
func Context(text string, _, _ int) string            { return text }

// Print, Println and Printf write to Screen.

func Print(arguments ...any) (int, error)   { return fmt.Fprint(Screen, arguments...) }
func Println(arguments ...any) (int, error) { return fmt.Fprintln(Screen, arguments...) }
func Printf(format string, arguments ...any) (int, error) {
	return fmt.Fprintf(Screen, format, arguments...)
}
