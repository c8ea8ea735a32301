SIZE = 1000


def escapes(cr, ci):
    zr = zi = 0.0
    for _ in range(50):
        rr, ii = zr * zr, zi * zi
        if rr + ii > 4:
            return True
        zr, zi = rr - ii + cr, 2 * zr * zi + ci
    return False


def main():
    picture = bytearray(SIZE * SIZE // 8)
    for y in range(SIZE):
        for x in range(SIZE):
            if not escapes(2 * x / SIZE - 1.5, 2 * y / SIZE - 1):
                bit = y * SIZE + x
                picture[bit // 8] |= 128 >> bit % 8
    value = 0
    for byte in picture:
        value = (value * 31 + byte) % 1000003
    print(value)


main()
