def main():
    m = {}
    key = 0
    for i in range(3000000):
        key = (key + 7919) % 100003
        m[key] = m.get(key, 0) + i
    print(len(m), m[1], m[99999])


main()
