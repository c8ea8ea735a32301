N = 5000000


def sieve():
    composite = [False] * (N + 1)
    count = 0
    for i in range(2, N + 1):
        if not composite[i]:
            count += 1
            for j in range(i + i, N + 1, i):
                composite[j] = True
    return count


for _ in range(3):
    print(sieve())
