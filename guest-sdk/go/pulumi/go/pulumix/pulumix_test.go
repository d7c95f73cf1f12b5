package pulumix_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumix"
)

// monitor gives each resource its inputs.
type monitor struct{}

func (monitor) NewResource(args pulumi.MockResourceArgs) (string, resource.PropertyMap, error) {
	return args.Name + "-id", args.Inputs.Copy(), nil
}

func (monitor) Call(pulumi.MockCallArgs) (resource.PropertyMap, error) {
	return resource.PropertyMap{}, nil
}

// plain is a value of Go alone.
type plain struct{ word string }

type board struct {
	pulumi.CustomResourceState
	Text    pulumix.Output[string]                                        `pulumi:"text"`
	Width   pulumi.IntOutput                                              `pulumi:"width"`
	Note    pulumix.GPtrOutput[string, pulumi.StringOutput]               `pulumi:"note"`
	Absent  pulumix.GPtrOutput[string, pulumi.StringOutput]               `pulumi:"absent"`
	Tags    pulumix.GArrayOutput[string, pulumi.StringOutput]             `pulumi:"tags"`
	Sizes   pulumix.MapOutput[int]                                        `pulumi:"sizes"`
	Nested  pulumix.GMapOutput[map[string]string, pulumi.StringMapOutput] `pulumi:"nested"`
	Entries pulumix.ArrayOutput[string]                                   `pulumi:"entries"`
}

// run declares a board in a program with mocks, and gives what the functions of the test noted.
func run(t *testing.T, test func(ctx context.Context, made *board, note func(string) func(any) any)) map[string]string {
	t.Helper()
	notes := map[string]string{}
	err := pulumi.RunErr(func(ctx *pulumi.Context) error {
		var made board
		err := ctx.RegisterResource("wood:index:Board", "b", pulumi.Map{
			"text":    pulumix.Val("oak"),
			"width":   pulumi.Int(3),
			"note":    pulumix.Ptr("new"),
			"tags":    pulumix.Array[string]{pulumi.String("a"), pulumix.Val("b")},
			"sizes":   pulumix.Map[int]{"most": pulumi.Int(5)},
			"nested":  pulumix.Map[map[string]string]{"x": pulumi.StringMap{"y": pulumi.String("z")}},
			"entries": pulumi.StringArray{pulumi.String("e")},
		}, &made)
		if err != nil {
			return err
		}
		test(ctx.Context(), &made, func(name string) func(any) any {
			return func(value any) any {
				notes[name] = fmt.Sprintf("%T %v", value, value)
				return value
			}
		})
		return nil
	}, pulumi.WithMocks("shop", "dev", monitor{}))
	if err != nil {
		t.Fatal(err)
	}
	return notes
}

func TestOutputsWithTheTypesOfTheirValues(t *testing.T) {
	notes := run(t, func(ctx context.Context, made *board, note func(string) func(any) any) {
		noted := func(name string, of interface{ AsAny() pulumix.Output[any] }) {
			pulumix.Apply(of.AsAny(), note(name))
		}
		noted("apply", pulumix.Apply(made.Text, strings.ToUpper))
		noted("converted", pulumix.Apply(pulumix.Output[int](made.Width), func(width int) int { return width + 1 }))
		noted("two", pulumix.Apply2(made.Text, made.Width.ToOutput(ctx), func(text string, width int) string { return fmt.Sprint(text, width) }))
		noted("three", pulumix.Apply3Err(made.Text, pulumix.Val(2.5), pulumix.Val(true), func(text string, number float64, isTrue bool) (string, error) {
			return fmt.Sprint(text, number, isTrue), nil
		}))
		noted("pointer", made.Note.Elem().ToOutput(ctx))
		noted("absent pointer", made.Absent.Elem().ToOutput(ctx))
		noted("whole pointer", pulumix.Apply(made.Absent.ToOutput(ctx), func(absent *string) bool { return absent == nil }))
		noted("element", made.Tags.Index(pulumi.Int(1)).ToOutput(ctx))
		noted("no element", made.Tags.Index(pulumi.Int(7)).ToOutput(ctx))
		noted("list", made.Entries.ToOutput(ctx))
		noted("member", made.Sizes.MapIndex(pulumi.String("most")))
		noted("no member", made.Sizes.MapIndex(pulumi.String("least")))
		noted("nested", made.Nested.MapIndex(pulumix.Val("x")).MapIndex(pulumi.String("y")).ToOutput(ctx))
		noted("all", pulumix.Apply(pulumix.All(made.Text.AsAny(), made.Width.ToOutput(ctx).AsAny()), func(all []any) string {
			return fmt.Sprint(all[0].(string), all[1].(int))
		}))
		noted("array", pulumix.Array[int]{made.Width, pulumix.Val(9)}.ToOutput(ctx))
		noted("map", pulumix.Map[string]{"k": made.Text}.ToOutput(ctx))
		noted("inner", pulumix.Flatten[int](pulumix.Apply(made.Text, func(string) pulumi.IntOutput { return made.Width })))
		noted("plain", pulumix.Apply(pulumix.Val(plain{"w"}), func(value plain) string { return value.word }))
		noted("behind plain", pulumix.Apply(pulumix.Ptr(plain{"w"}).Elem(), func(value plain) string { return value.word }))
		noted("pointer of", pulumix.PtrOf(made.Text).Elem())
		noted("zero", pulumix.Apply2(pulumix.Val[any](nil), made.Text, func(none any, _ string) bool { return none == nil }))
		noted("cast", pulumix.Cast[pulumi.StringOutput](made.Text).ToOutput(ctx))
		made.Text.Untyped().(pulumi.StringOutput).ApplyT(func(text string) string { note("untyped")(text); return text })
		pulumi.StringOutput(pulumix.Apply(made.Text, func(text string) string { return text + "!" })).ApplyT(func(text string) string {
			note("back")(text)
			return text
		})
	})
	expected := map[string]string{
		"apply": "string OAK", "converted": "int 4", "two": "string oak3", "three": "string oak2.5 true", "pointer": "string new",
		"absent pointer": "string ", "whole pointer": "bool true", "element": "string b", "no element": "string ", "list": "[]string [e]",
		"member": "int 5", "no member": "int 0", "nested": "string z", "all": "string oak3", "array": "[]int [3 9]", "map": "map[string]string map[k:oak]",
		"inner": "int 3", "plain": "string w", "behind plain": "string w", "pointer of": "string oak", "zero": "bool true", "cast": "string oak",
		"untyped": "string oak", "back": "string oak!",
	}
	for name, wanted := range expected {
		if notes[name] != wanted {
			t.Errorf("%s: %q, expected %q", name, notes[name], wanted)
		}
	}
}

func TestAFunctionThatFailsFailsTheProgram(t *testing.T) {
	err := pulumi.RunErr(func(*pulumi.Context) error {
		pulumix.ApplyErr(pulumix.Val(1), func(int) (int, error) { return 0, errors.New("no wood") })
		return nil
	}, pulumi.WithMocks("shop", "dev", monitor{}))
	if err == nil || !strings.Contains(err.Error(), "no wood") {
		t.Errorf("the error %v", err)
	}
}

func TestAnOutputIsConvertedOnlyToTheTypeOfItsValues(t *testing.T) {
	text := pulumi.String("a").ToStringOutput()
	if _, err := pulumix.ConvertTyped[string](text); err != nil {
		t.Error(err)
	}
	if _, err := pulumix.ConvertTyped[int](text); err == nil {
		t.Error("a string became a number")
	}
}
