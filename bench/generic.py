class Heap:
    def __init__(self, less):
        self.items = []
        self.less = less

    def push(self, item):
        items, less = self.items, self.less
        items.append(item)
        i = len(items) - 1
        while i > 0:
            parent = (i - 1) // 2
            if not less(items[i], items[parent]):
                break
            items[i], items[parent] = items[parent], items[i]
            i = parent

    def pop(self):
        items, less = self.items, self.less
        top = items[0]
        moved = items.pop()
        last = len(items)
        if not last:
            return top
        items[0] = moved
        i = 0
        while True:
            child = 2 * i + 1
            if child >= last:
                return top
            if child + 1 < last and less(items[child + 1], items[child]):
                child += 1
            if not less(items[child], items[i]):
                return top
            items[i], items[child] = items[child], items[i]
            i = child


class Job:
    __slots__ = "priority", "id"

    def __init__(self, priority, id):
        self.priority = priority
        self.id = id


def main():
    n = 60000
    jobs = Heap(lambda a, b: a.priority < b.priority or a.priority == b.priority and a.id < b.id)
    numbers = Heap(lambda a, b: a < b)
    seed = 7
    for i in range(n):
        seed = (seed * 3877 + 29573) % 139968
        jobs.push(Job(seed % 1000, i))
        numbers.push(seed / 8)
    value = 0
    smallest = []
    for i in range(n):
        value = (value * 31 + jobs.pop().id) % 1000003
        v = numbers.pop()
        if i < 1000:
            smallest.append(v)
    print(value, int(sum(smallest)), sum([1, 2, 3]))


main()
