// Package config publishes settings that one goroutine loads and many read.
package config

import "sync/atomic"

var (
	settings map[string]string
	loaded   atomic.Bool
)

// Load fills in the settings, once.
func Load(from map[string]string) {
	settings = from
	loaded.Store(true) // a release: what was written before it, Get may read
}

// Get returns a setting; false: they have not been loaded yet.
func Get(name string) (string, bool) {
	if !loaded.Load() {
		return "", false
	}
	return settings[name], true
}
