from math import sqrt

N = 650


def element(i, j):
    return 1 / ((i + j) * (i + j + 1) // 2 + i + 1)


def times(v):
    return [sum(element(i, j) * x for j, x in enumerate(v)) for i in range(N)]


def times_transposed(v):
    return [sum(element(j, i) * x for j, x in enumerate(v)) for i in range(N)]


u = [1.0] * N
for _ in range(10):
    v = times_transposed(times(u))
    u = times_transposed(times(v))
uv = sum(a * b for a, b in zip(u, v))
vv = sum(b * b for b in v)
print(int(sqrt(uv / vv) * 1e9))
