// Sorting records with a comparison function.
package main

import "sort"

type record struct {
	name, group int
}

func main() {
	const n = 120000
	records := make([]record, n)
	seed := 42
	for i := range records {
		seed = (seed*3877 + 29573) % 139968
		records[i] = record{i, seed % 1000}
	}
	sort.Slice(records, func(i, j int) bool {
		a, b := &records[i], &records[j]
		if a.group != b.group {
			return a.group < b.group
		}
		return a.name > b.name
	})
	hash := 0
	for _, r := range records {
		hash = (hash*31 + r.name + r.group) % 1000003
	}
	println(hash, records[0].name, records[n-1].name)
}
