package main

type a0 = struct{ x, y int }
type a1 = struct{ x, y a0 }
type a2 = struct{ x, y a1 }
type a3 = struct{ x, y a2 }
type a4 = struct{ x, y a3 }
type a5 = struct{ x, y a4 }
type a6 = struct{ x, y a5 }
type a7 = struct{ x, y a6 }
type a8 = struct{ x, y a7 }
type a9 = struct{ x, y a8 }
type a10 = struct{ x, y a9 }
type a11 = struct{ x, y a10 }
type a12 = struct{ x, y a11 }
type a13 = struct{ x, y a12 }
type a14 = struct{ x, y a13 }
type a15 = struct{ x, y a14 } // error: too many parts or levels
type a16 = struct{ x, y a15 }
type a17 = struct{ x, y a16 }

func main() {}
