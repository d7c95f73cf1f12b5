package infer

import (
	"context"

	"github.com/pulumi/pulumi/sdk/v3/go/property"
)

// MigrationResult has the new state. With a nil Result the next migration is tried.
type MigrationResult[T any] struct{ Result *T }

// StateMigrationFunc is a migration to state of the type New.
type StateMigrationFunc[New any] interface {
	migrate(ctx context.Context, recorded property.Map) (New, marks, bool, error)
}

// CustomStateMigrations has the migrations of recorded state, in the order in which they are tried.
type CustomStateMigrations[O any] interface {
	StateMigrations(ctx context.Context) []StateMigrationFunc[O]
}

// StateMigration makes a migration from state of the type Old. It is tried if the recorded state fits Old.
func StateMigration[Old, New any, F func(context.Context, Old) (MigrationResult[New], error)](f F) StateMigrationFunc[New] {
	return migration[Old, New]{f}
}

type migration[Old, New any] struct {
	function func(context.Context, Old) (MigrationResult[New], error)
}

func (migration migration[Old, New]) migrate(ctx context.Context, recorded property.Map) (New, marks, bool, error) {
	var old Old
	var none New
	found, err := decode(recorded, &old)
	if err != nil {
		return none, nil, false, nil
	}
	migrated, err := migration.function(ctx, old)
	if err != nil || migrated.Result == nil {
		return none, nil, false, err
	}
	return *migrated.Result, found, true, nil
}
