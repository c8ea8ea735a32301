// Bytes that are no UTF-8 replaced.
package main

import (
	"bytes"
	"fmt"
)

func main() {
	for _, s := range []string{"", "abc", "a\xff\xfeb\uFFFDc\xc0", "\xe4\xb8", "é\x80世"} {
		fmt.Printf("%q %q\n", bytes.ToValidUTF8([]byte(s), []byte("?")), bytes.ToValidUTF8([]byte(s), nil))
	}
}

// expect: "" ""
// expect: "abc" "abc"
// expect: "a?b�c?" "ab�c"
// expect: "?" ""
// expect: "é?世" "é世"
