package main

func labels(n int) {
outer:
	for i := 0; i < n; i++ {
		switch {
		case i == 1:
			continue outer
		case i == 2:
			break outer
		}
	}
block:
	{
		if n > 0 {
			continue block // error: invalid continue label block
		}
		break block // error: invalid break label block
	}
choice:
	switch {
	default:
		break choice
	}
choice: // error: label choice already defined at line 20
	select {
	default:
		continue choice // error: invalid continue label choice
	}
	break nowhere    // error: break label not defined: nowhere
	continue nowhere // error: continue label not defined: nowhere
	goto nowhere     // error: label nowhere not defined
unused: // error: label unused defined and not used
}

func outside() {
	break    // error: break is not in a loop, switch, or select
	continue // error: continue is not in a loop
	switch {
	case true:
		continue // error: continue is not in a loop
	}
	for {
		func() {
			break // error: break is not in a loop, switch, or select
		}()
	}
}

func gotos(n int) {
	goto end // error: goto end jumps over variable declaration at line 53
	goto inside // error: goto inside jumps into block starting at line 54
	x := 1
	{
	inside:
		_ = x
		goto end
	}
end:
	if n > 0 {
		goto end
	}
	goto last
	{
		y := 1
		_ = y
	}
	const c = 1
	type t int
last:
}

func falls(n int, v any) {
	switch n {
	case 1:
		fallthrough
	case 2:
		if n > 1 {
			fallthrough // error: fallthrough statement out of place
		}
		fallthrough // error: fallthrough statement out of place
		n++
	case 3:
		n++
		fallthrough
		;
	case 4:
	label:
		fallthrough
	case 5:
		goto label // error: jumps into block
	case 6:
		fallthrough // error: cannot fallthrough final case in switch
	}
	switch v.(type) {
	case int:
		fallthrough // error: cannot fallthrough in type switch
	case string:
	}
	fallthrough // error: fallthrough statement out of place
}

func main() {}
