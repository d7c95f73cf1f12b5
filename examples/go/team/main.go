// The accounts of a team: components that are made of resources of another package.
package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/infer"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"example.com/team/random"
)

// The tokens of the components, which a nested component needs as well.
const (
	accountToken  = "team:index:Account"
	accountsToken = "team:index:Accounts"
	teamToken     = "team:index:Team"
)

// Account is an account of one person.
type Account struct {
	pulumi.ResourceState

	Login    pulumi.StringOutput `pulumi:"login"`
	Password pulumi.StringOutput `pulumi:"password" provider:"secret"`
}

// AccountArgs are the inputs.
type AccountArgs struct {
	User   pulumi.StringInput `pulumi:"user"`
	Length pulumi.IntInput    `pulumi:"length,optional" wasm:"minimum=8,maximum=64"`
}

// Annotate describes the component and its outputs.
func (account *Account) Annotate(a infer.Annotator) {
	a.SetToken("index", "Account")
	a.Describe(account, "An account of one person.")
	a.Describe(&account.Login, "The name of the account.")
	a.Describe(&account.Password, "The first password.")
}

// Annotate describes the inputs.
func (args *AccountArgs) Annotate(a infer.Annotator) {
	a.Describe(&args.User, "The owner.")
	a.Describe(&args.Length, "How many characters the first password has.")
	a.SetDefault(&args.Length, 16)
}

// NewAccount declares the resources of an account.
func NewAccount(ctx *pulumi.Context, name string, args AccountArgs, opts ...pulumi.ResourceOption) (*Account, error) {
	account := &Account{}
	if err := ctx.RegisterComponentResource(accountToken, name, account, opts...); err != nil {
		return nil, err
	}
	below := pulumi.Parent(account)
	login, err := random.NewRandomPet(ctx, name+"-login", &random.RandomPetArgs{
		Length: pulumi.Int(1),
		Prefix: args.User.ToStringOutput().ToStringPtrOutput(),
	}, below)
	if err != nil {
		return nil, err
	}
	password, err := random.NewRandomPassword(ctx, name+"-password", &random.RandomPasswordArgs{Length: args.Length},
		below, pulumi.DependsOn([]pulumi.Resource{login}))
	if err != nil {
		return nil, err
	}
	account.Login = login.ID().ToStringOutput()
	account.Password = password.Result
	return account, nil
}

// Team is a team, with an account for each of its members.
type Team struct {
	pulumi.ResourceState

	Addresses pulumi.StringArrayOutput `pulumi:"addresses"`
	Welcome   pulumi.StringOutput      `pulumi:"welcome"`
}

// TeamArgs are the inputs.
type TeamArgs struct {
	Domain  pulumi.StringInput `pulumi:"domain"`
	Members []string           `pulumi:"members" wasm:"minItems=1,maxItems=50,uniqueItems"`
}

// Annotate describes the component and its outputs.
func (team *Team) Annotate(a infer.Annotator) {
	a.SetToken("index", "Team")
	a.Describe(team, "A team, with an account for each of its members.")
	a.Describe(&team.Addresses, "The mail addresses of the members.")
	a.Describe(&team.Welcome, "A text that names them all.")
}

// Annotate describes the inputs.
func (args *TeamArgs) Annotate(a infer.Annotator) {
	a.Describe(&args.Domain, "The domain of the mail addresses.")
	a.Describe(&args.Members, "The members of the team.")
}

// accounts is a group of accounts.
type accounts struct{ pulumi.ResourceState }

// NewTeam declares the accounts of a team.
func NewTeam(ctx *pulumi.Context, name string, args TeamArgs, opts ...pulumi.ResourceOption) (*Team, error) {
	team, group := &Team{}, &accounts{}
	if err := ctx.RegisterComponentResource(teamToken, name, team, opts...); err != nil {
		return nil, err
	}
	if err := ctx.RegisterComponentResource(accountsToken, name+"-accounts", group, pulumi.Parent(team)); err != nil {
		return nil, err
	}
	addresses := pulumi.StringArray{}
	for _, member := range args.Members {
		account, err := NewAccount(ctx, name+"-accounts-"+member, AccountArgs{User: pulumi.String(member), Length: pulumi.Int(16)},
			pulumi.Parent(group))
		if err != nil {
			return nil, err
		}
		addresses = append(addresses, pulumi.Sprintf("%s@%s", account.Login, args.Domain))
	}
	team.Addresses = addresses.ToStringArrayOutput()
	team.Welcome = team.Addresses.ApplyT(func(all []string) string {
		return "Welcome, " + strings.Join(all, " and ") + "!"
	}).(pulumi.StringOutput)
	return team, nil
}

func provider() (p.Provider, error) {
	return infer.NewProviderBuilder().
		WithComponents(infer.ComponentF(NewTeam), infer.ComponentF(NewAccount)).
		Build()
}

func main() {
	provider, err := provider()
	if err == nil {
		err = provider.Run(context.Background(), "team", "0.1.0")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}
