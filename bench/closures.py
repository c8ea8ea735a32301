def counter(step):
    count = 0

    def advance():
        nonlocal count
        count += step
        return count

    def reset():
        nonlocal count
        count = 0

    return advance, reset


def compose(f, g):
    return lambda x: f(g(x))


def transform(values, f):
    for i, v in enumerate(values):
        values[i] = f(v)


def main():
    total = 0
    for turn in range(4500):
        advance, reset = counter(turn % 7 + 1)
        values = [0] * 500
        transform(values, lambda _: advance())

        def add(x):
            return x + turn

        def half(x):
            return x // 2

        transform(values, compose(half, compose(add, add)))
        reset()
        for v in values:
            total += v % 100
        total += advance()
    print(total)


main()
