// A brace on the next line, an else on a line of its own: each is one error, and reading goes on.
package main

func f()
{ // error: unexpected semicolon or newline before {
	return
}

func main() {
	x := 1
	if x == 1 // error: unexpected newline, expected { after if clause
	{
		x = 2
	}
	else { // error: unexpected keyword else
		x = 3
	}
	for x < 3
	{ // error: unexpected {, expected for loop condition
		x++
	}
	else if x == 2 { // error: unexpected keyword else
	}
	if x == 4 {
	} else x = 5 // error: else must be followed by if or statement block
	for i := 0; i < 3; i++ // error: unexpected newline, expected { after for clause
	{
	}
}
