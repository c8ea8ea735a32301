def line(i):
    return " ".join("word" + str(i * j % 101) for j in range(8))


def main():
    counts = {}
    total = 0
    for i in range(40000):
        text = line(i) + ", line " + str(i)
        total += len(text)
        for word in text.split(" "):
            word = word.upper()
            counts[word] = counts.get(word, 0) + 1
    print(total, len(counts), counts["WORD7"], counts["LINE"])


main()
