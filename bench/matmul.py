N = 300


def matrix(seed):
    return [[seed * (i - j) * (i + j) for j in range(N)] for i in range(N)]


def mul(a, b):
    c = []
    for i in range(N):
        row = []
        for j in range(N):
            total = 0.0
            for k in range(N):
                total += a[i][k] * b[k][j]
            row.append(total)
        c.append(row)
    return c


c = mul(matrix(1 / N / N), matrix(2 / N / N))
print(int(c[N // 2][N // 2] * 1000), int(c[1][N - 1] * 1000))
