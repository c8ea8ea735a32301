// Package race says that the tests run without Go's race detector.
package race

const Enabled = false
