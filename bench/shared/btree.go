// An index of B-tree nodes under one RWMutex: 8 writers insert records, 56 readers look up keys and
// scan ranges.
package main

import (
	"fmt"
	"sync"
)

const (
	order   = 8
	writers = 8
	readers = 56
	inserts = 250
	lookups = 400
)

type item struct {
	key   int
	value string
}

type node struct {
	items    []item
	children []*node
}

type tree struct {
	mu   sync.RWMutex
	root *node
	size int
}

var (
	index = tree{root: &node{}}
	names = map[int]string{}
)

func init() {
	for i := 0; i < 10; i++ {
		names[i] = fmt.Sprintf("name%d", i)
	}
}

func (n *node) find(key int) (int, bool) {
	low, high := 0, len(n.items)
	for low < high {
		middle := (low + high) / 2
		if n.items[middle].key < key {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low, low < len(n.items) && n.items[low].key == key
}

func (n *node) insertAt(i int, it item, child *node) {
	n.items = append(n.items, item{})
	copy(n.items[i+1:], n.items[i:])
	n.items[i] = it
	if child != nil {
		n.children = append(n.children, nil)
		copy(n.children[i+2:], n.children[i+1:])
		n.children[i+1] = child
	}
}

func (n *node) split() (item, *node) {
	middle := len(n.items) / 2
	up := n.items[middle]
	right := &node{items: append([]item(nil), n.items[middle+1:]...)}
	if n.children != nil {
		right.children = append([]*node(nil), n.children[middle+1:]...)
		n.children = n.children[:middle+1]
	}
	n.items = n.items[:middle]
	return up, right
}

func (n *node) insert(it item) bool {
	i, found := n.find(it.key)
	if found {
		return false
	}
	if n.children == nil {
		n.insertAt(i, it, nil)
		return true
	}
	child := n.children[i]
	added := child.insert(it)
	if len(child.items) > order {
		up, right := child.split()
		n.insertAt(i, up, right)
	}
	return added
}

func (t *tree) insert(it item) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.root.insert(it) {
		t.size++
	}
	if len(t.root.items) > order {
		up, right := t.root.split()
		t.root = &node{items: []item{up}, children: []*node{t.root, right}}
	}
}

func (t *tree) get(key int) (string, bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	n := t.root
	for {
		i, found := n.find(key)
		if found {
			return n.items[i].value, true
		}
		if n.children == nil {
			return "", false
		}
		n = n.children[i]
	}
}

func (n *node) walk(visit func(item)) {
	for i, it := range n.items {
		if n.children != nil {
			n.children[i].walk(visit)
		}
		visit(it)
	}
	if n.children != nil {
		n.children[len(n.items)].walk(visit)
	}
}

func reader(id int, bad []int, wg *sync.WaitGroup) {
	defer wg.Done()
	for i := 0; i < lookups; i++ {
		key := (id*7919 + i*13) % (writers * inserts)
		if value, found := index.get(key); found && value != names[key%10] {
			bad[id]++
		}
	}
}

func main() {
	bad := make([]int, readers)
	var wg sync.WaitGroup
	for w := 0; w < writers; w++ {
		wg.Add(1)
		go func(id int) {
			defer wg.Done()
			for i := 0; i < inserts; i++ {
				key := (i*37%inserts)*writers + id
				index.insert(item{key, names[key%10]})
			}
		}(w)
	}
	for r := 0; r < readers; r++ {
		wg.Add(1)
		go reader(r, bad, &wg)
	}
	wg.Wait()
	wrong, sum, last := 0, 0, -1
	for _, n := range bad {
		wrong += n
	}
	index.root.walk(func(it item) {
		if it.key <= last {
			wrong++
		}
		last = it.key
		sum += it.key * len(it.value)
	})
	fmt.Println("size", index.size, "sum", sum, "wrong", wrong)
}
