//go:build !wasip1

package resource

import "crypto/rand"

// fill fills a slice with random bytes.
func fill(bytes []byte) error {
	_, err := rand.Read(bytes)
	return err
}
