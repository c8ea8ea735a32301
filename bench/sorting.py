from functools import cmp_to_key


class Record:
    __slots__ = "name", "group"

    def __init__(self, name, group):
        self.name = name
        self.group = group


def compare(a, b):
    if a.group != b.group:
        return a.group - b.group
    return b.name - a.name


def main():
    records = []
    seed = 42
    for i in range(120000):
        seed = (seed * 3877 + 29573) % 139968
        records.append(Record(i, seed % 1000))
    records.sort(key=cmp_to_key(compare))
    value = 0
    for r in records:
        value = (value * 31 + r.name + r.group) % 1000003
    print(value, records[0].name, records[-1].name)


main()
