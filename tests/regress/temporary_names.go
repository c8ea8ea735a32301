// The name of a temporary file that has been renamed or removed was given to the next one.
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

func name(dir, pattern string) string {
	f, err := os.CreateTemp(dir, pattern)
	if err != nil {
		panic(err)
	}
	f.Close()
	return f.Name()
}

func main() {
	dir, err := os.MkdirTemp("", "names")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	seen := map[string]bool{}
	for i := 0; i < 4; i++ {
		for _, pattern := range []string{"one", "t*.go"} {
			name := name(dir, pattern)
			seen[name] = true
			os.Rename(name, filepath.Join(dir, "kept"))
		}
		sub, _ := os.MkdirTemp(dir, "sub")
		seen[sub] = true
		os.Remove(sub)
	}
	fmt.Println(len(seen)) // expect: 12
}
