// Package config publishes settings that one goroutine loads and many read.
package config

var (
	settings map[string]string
	loaded   bool
)

// Load fills in the settings, once.
func Load(from map[string]string) {
	settings = from
	loaded = true
}

// Get returns a setting; false: they have not been loaded yet.
func Get(name string) (string, bool) {
	if !loaded {
		return "", false
	}
	return settings[name], true
}
