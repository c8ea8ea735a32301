def fannkuch(n):
    start = list(range(n))
    count = [0] * n
    checksum, most, sign, r = 0, 0, 1, n
    while True:
        while r > 1:
            count[r - 1] = r
            r -= 1
        perm = start[:]
        flips = 0
        first = perm[0]
        while first:
            perm[:first + 1] = perm[first::-1]
            flips += 1
            first = perm[0]
        most = max(most, flips)
        checksum += sign * flips
        sign = -sign
        while True:
            if r == n:
                return checksum, most
            start.insert(r, start.pop(0))
            count[r] -= 1
            if count[r] > 0:
                break
            r += 1


print(*fannkuch(9))
