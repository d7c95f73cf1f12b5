// A provider as many are written for Pulumi: with infer, and a client over net/http. It also compiles as a native plugin.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/infer"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"

	"example.com/notes/client"
)

func main() {
	provider, err := infer.NewProviderBuilder().
		WithDescription("Notes on a server.").
		WithNamespace("example").
		WithConfig(infer.Config(&Config{})).
		WithResources(infer.Resource(&Note{}), infer.Resource(Name{}), infer.Resource(&Trouble{})).
		WithFunctions(infer.Function(&Shout{}), infer.Function(&GetURLParts{})).
		WithModuleMap(map[tokens.ModuleName]tokens.ModuleName{"notes": "index"}).
		Build()
	if err == nil {
		err = provider.Run(context.Background(), "notes", "1.2.0")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// Config is the configuration.
type Config struct {
	ServerURL string `pulumi:"serverUrl,optional"`
	Token     string `pulumi:"token,optional" provider:"secret"`

	client *client.Client
}

// Annotate describes the configuration.
func (config *Config) Annotate(a infer.Annotator) {
	a.Describe(&config.ServerURL, "The server.")
	a.SetDefault(&config.Token, "", "NOTES_TOKEN")
}

// Configure makes the client.
func (config *Config) Configure(context.Context) error {
	config.client = client.New(config.ServerURL, config.Token)
	return nil
}

// Colour is an enum.
type Colour string

// Values are its values.
func (Colour) Values() []infer.EnumValue[Colour] {
	return []infer.EnumValue[Colour]{{Name: "Red", Value: "red"}, {Name: "Blue", Value: "blue", Description: "As the sky."}}
}

// Label is an object.
type Label struct {
	Key    string  `pulumi:"key"`
	Secret *string `pulumi:"secret,optional" provider:"secret"`
}

// Note is a note on the server.
type Note struct{}

// NoteArgs are its inputs.
type NoteArgs struct {
	Text   string           `pulumi:"text"`
	Folder string           `pulumi:"folder,optional" provider:"replaceOnChanges"`
	Colour *Colour          `pulumi:"colour,optional"`
	Tags   []string         `pulumi:"tags,optional"`
	Labels []Label          `pulumi:"labels,optional"`
	Extra  map[string]any   `pulumi:"extra,optional"`
	Sizes  map[string]int64 `pulumi:"sizes,optional"`
}

// NoteState is its state.
type NoteState struct {
	NoteArgs
	Length int `pulumi:"length"`
}

// Annotate describes the note.
func (note *Note) Annotate(a infer.Annotator) {
	a.Describe(&note, "A note on the server.")
	a.AddAlias("old", "Memo")
}

// Annotate describes the inputs.
func (args *NoteArgs) Annotate(a infer.Annotator) {
	a.Describe(&args.Text, "The text.")
	a.SetDefault(&args.Folder, "inbox")
	a.Deprecate(&args.Extra, "use labels")
}

func (*Note) at(ctx context.Context) *client.Client { return infer.GetConfig[Config](ctx).client }

// Create makes a note.
func (note *Note) Create(ctx context.Context, req infer.CreateRequest[NoteArgs]) (infer.CreateResponse[NoteState], error) {
	made, err := note.at(ctx).Send(ctx, "POST", "/notes", &client.Note{Text: req.Inputs.Text, Tags: req.Inputs.Tags})
	if err != nil {
		return infer.CreateResponse[NoteState]{}, err
	}
	p.GetLogger(ctx).Infof("made %s", made.ID)
	response := infer.CreateResponse[NoteState]{ID: made.ID, Output: NoteState{req.Inputs, len(made.Text)}}
	if strings.Contains(req.Inputs.Text, "half") {
		return response, infer.ResourceInitFailedError{Reasons: []string{"only half of it was written"}}
	}
	return response, nil
}

// Read reads a note.
func (note *Note) Read(ctx context.Context, req infer.ReadRequest[NoteArgs, NoteState]) (infer.ReadResponse[NoteArgs, NoteState], error) {
	found, err := note.at(ctx).Send(ctx, "GET", "/notes/"+req.ID, nil)
	if errors.Is(err, client.ErrGone) {
		return infer.ReadResponse[NoteArgs, NoteState]{}, nil
	}
	if err != nil {
		return infer.ReadResponse[NoteArgs, NoteState]{}, err
	}
	args := req.Inputs
	args.Text, args.Tags = found.Text, found.Tags
	return infer.ReadResponse[NoteArgs, NoteState]{ID: req.ID, Inputs: args, State: NoteState{args, len(found.Text)}}, nil
}

// Update writes a note again.
func (note *Note) Update(ctx context.Context, req infer.UpdateRequest[NoteArgs, NoteState]) (infer.UpdateResponse[NoteState], error) {
	_, err := note.at(ctx).Send(ctx, "PUT", "/notes/"+req.ID, &client.Note{Text: req.Inputs.Text, Tags: req.Inputs.Tags})
	return infer.UpdateResponse[NoteState]{Output: NoteState{req.Inputs, len(req.Inputs.Text)}}, err
}

// Delete deletes a note.
func (note *Note) Delete(ctx context.Context, req infer.DeleteRequest[NoteState]) (infer.DeleteResponse, error) {
	_, err := note.at(ctx).Send(ctx, "DELETE", "/notes/"+req.ID, nil)
	if errors.Is(err, client.ErrGone) {
		err = nil
	}
	return infer.DeleteResponse{}, err
}

// WireDependencies says that the length comes of the text alone.
func (*Note) WireDependencies(f infer.FieldSelector, args *NoteArgs, state *NoteState) {
	f.OutputField(&state.Length).DependsOn(f.InputField(&args.Text))
}

// Name is a name that the provider makes in Check. Its controller is a value.
type Name struct{}

// NameArgs are its inputs.
type NameArgs struct {
	Name *string `pulumi:"name,optional"`
	Wait int     `pulumi:"wait,optional"`
}

// NameState is its state.
type NameState struct {
	NameArgs
	Made float64 `pulumi:"made"`
}

// Check makes a name if the program gives none.
func (Name) Check(ctx context.Context, req infer.CheckRequest) (infer.CheckResponse[NameArgs], error) {
	args, failures, err := infer.DefaultCheck[NameArgs](ctx, req.NewInputs)
	if err == nil && len(failures) == 0 && args.Name == nil && !req.NewInputs.Get("name").IsComputed() {
		name := ""
		if old := req.OldInputs.Get("name"); old.IsString() {
			name = old.AsString()
		} else if name, err = resource.NewUniqueHex(req.Name+"-", 6, 0); err != nil {
			return infer.CheckResponse[NameArgs]{}, err
		}
		args.Name = &name
	}
	return infer.CheckResponse[NameArgs]{Inputs: args, Failures: failures}, err
}

// Create waits, and says whether time went on.
func (Name) Create(ctx context.Context, req infer.CreateRequest[NameArgs]) (infer.CreateResponse[NameState], error) {
	before := time.Now()
	results := make(chan int)
	for number := range 4 {
		go func() {
			time.Sleep(time.Duration(req.Inputs.Wait) * time.Millisecond)
			results <- number
		}()
	}
	var all []int
	for range 4 {
		all = append(all, <-results)
	}
	slices.Sort(all)
	made := 0.0
	if fmt.Sprint(all) == "[0 1 2 3]" && time.Since(before) >= time.Duration(req.Inputs.Wait)*time.Millisecond {
		made = 1
	}
	return infer.CreateResponse[NameState]{ID: *req.Inputs.Name, Output: NameState{req.Inputs, made}}, nil
}

// Delete says the name that is gone.
func (Name) Delete(ctx context.Context, req infer.DeleteRequest[NameState]) (infer.DeleteResponse, error) {
	p.GetLogger(ctx).Info("gone " + *req.State.Name)
	return infer.DeleteResponse{}, nil
}

// OldNameState is the state of version 1.
type OldNameState struct {
	Title string `pulumi:"title"`
}

// StateMigrations turn the title into the name.
func (Name) StateMigrations(context.Context) []infer.StateMigrationFunc[NameState] {
	return []infer.StateMigrationFunc[NameState]{
		infer.StateMigration(func(_ context.Context, old OldNameState) (infer.MigrationResult[NameState], error) {
			return infer.MigrationResult[NameState]{Result: &NameState{NameArgs: NameArgs{Name: &old.Title}, Made: 2}}, nil
		}),
	}
}

// Trouble fails in the way that it is told.
type Trouble struct{}

// TroubleArgs are its inputs.
type TroubleArgs struct {
	How string `pulumi:"how"`
}

// Create fails.
func (*Trouble) Create(ctx context.Context, req infer.CreateRequest[TroubleArgs]) (infer.CreateResponse[TroubleArgs], error) {
	switch req.Inputs.How {
	case "index":
		var none []int
		_ = none[len(req.Inputs.How)]
	case "nil":
		var none *TroubleArgs
		none.How = "x"
	case "map":
		var none map[string]int
		none["x"] = 1
	case "exit":
		os.Exit(3)
	case "endless":
		return infer.CreateResponse[TroubleArgs]{}, errors.New(deeper(req.Inputs.How))
	case "goroutine":
		done := make(chan bool)
		go func() { panic("in the background") }()
		<-done
	case "deadlock":
		<-make(chan bool)
	case "fatal":
		log.Fatal("no way on")
	case "unlock":
		unlockTwice()
	case "loop":
		for forever := 0; forever >= 0; forever = (forever + 1) % 1000 {
		}
	case "collect":
		return infer.CreateResponse[TroubleArgs]{ID: "collected", Output: req.Inputs}, collect(ctx)
	case "left":
		for range 3 {
			go func() { <-make(chan bool) }()
		}
	case "file":
		_, err := os.ReadFile("/etc/passwd")
		return infer.CreateResponse[TroubleArgs]{}, err
	}
	return infer.CreateResponse[TroubleArgs]{}, errors.New("as it was told")
}

// collect reads large answers beside goroutines that log, while Go collects its heap all the time.
func collect(ctx context.Context) error {
	defer debug.SetGCPercent(debug.SetGCPercent(1))
	var beside sync.WaitGroup
	stop, stopped := context.WithCancel(ctx)
	for range 4 {
		beside.Add(1)
		go func() {
			defer beside.Done()
			for stop.Err() == nil {
				p.GetLogger(ctx).Debug(strings.Repeat("beside", 100))
				runtime.Gosched()
			}
		}()
	}
	defer beside.Wait()
	defer stopped()
	for range 300 {
		large, err := infer.GetConfig[Config](ctx).client.Send(ctx, "GET", "/notes/large", nil)
		if err != nil {
			return err
		}
		if len(large.Text) != 100_000 {
			return fmt.Errorf("%d bytes came", len(large.Text))
		}
	}
	return nil
}

// unlockTwice unlocks a mutex that is not locked, which Go reports as a fatal error: no program recovers from it.
func unlockTwice() {
	var mutex sync.Mutex
	mutex.Lock()
	mutex.Unlock()
	mutex.Unlock()
}

func deeper(text string) string { return deeper(text+"x") + "y" }

// Shout is a function.
type Shout struct{}

// ShoutArgs are its arguments.
type ShoutArgs struct {
	Words []string       `pulumi:"words"`
	Any   any            `pulumi:"any,optional"`
	Count map[string]int `pulumi:"count,optional"`
}

// Shouted is its result.
type Shouted struct {
	Text string `pulumi:"text"`
	Any  any    `pulumi:"any,optional"`
	Key  string `pulumi:"key" provider:"secret"`
	Sum  int    `pulumi:"sum"`
}

// Annotate describes the function.
func (shout *Shout) Annotate(a infer.Annotator) { a.Describe(shout, "Shouts.") }

// Invoke shouts.
func (*Shout) Invoke(_ context.Context, req infer.FunctionRequest[ShoutArgs]) (infer.FunctionResponse[Shouted], error) {
	sum := 0
	for _, count := range req.Input.Count {
		sum += count
	}
	text := strings.ToUpper(strings.Join(req.Input.Words, " "))
	return infer.FunctionResponse[Shouted]{Output: Shouted{text, req.Input.Any, "k3y", sum}}, nil
}

// GetURLParts is a function whose name has capitals in a row.
type GetURLParts struct{}

// URL is its argument, and its result.
type URL struct {
	URL string `pulumi:"url"`
}

// Invoke gives the argument back.
func (GetURLParts) Invoke(_ context.Context, req infer.FunctionRequest[URL]) (infer.FunctionResponse[URL], error) {
	return infer.FunctionResponse[URL]{Output: req.Input}, nil
}
