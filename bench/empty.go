// Nothing: what starting costs.
package main

func main() {}
