// What the library keeps to itself cannot be imported.
package main

import _ "internal/value" // error: use of internal package internal/value not allowed

func main() {}
