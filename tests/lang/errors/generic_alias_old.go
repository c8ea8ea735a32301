package main

// args: --go 1.23

type Set[T comparable] = map[T]struct{} // error: generic type alias requires go1.24 or later

func main() {}
