// Package cancel ends the contexts of calls when the deployment is cancelled.
package cancel

import p "github.com/pulumi/pulumi-go-provider"

// Wrap gives the provider as it is: the contexts of a component's calls always end with the deployment and at the time limit.
func Wrap(provider p.Provider) p.Provider { return provider }
