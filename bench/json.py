class Parser:
    def __init__(self, text):
        self.text = text
        self.at = 0

    def space(self):
        text = self.text
        while self.at < len(text) and text[self.at] in " \n":
            self.at += 1

    def accept(self, c):
        self.space()
        if self.at < len(self.text) and self.text[self.at] == c:
            self.at += 1
            return True
        return False

    def expect(self, c):
        if not self.accept(c):
            raise SyntaxError("expected " + c)

    def value(self):
        self.space()
        c = self.text[self.at]
        if c == "{":
            return self.object()
        if c == "[":
            return self.array()
        if c == '"':
            return self.str()
        if c == "t":
            self.at += 4
            return True
        if c == "f":
            self.at += 5
            return False
        if c == "n":
            self.at += 4
            return None
        return self.number()

    def object(self):
        self.expect("{")
        members = {}
        while not self.accept("}"):
            self.space()
            key = self.str()
            self.expect(":")
            members[key] = self.value()
            self.accept(",")
        return members

    def array(self):
        self.expect("[")
        elements = []
        while not self.accept("]"):
            elements.append(self.value())
            self.accept(",")
        return elements

    def str(self):
        self.expect('"')
        text, start = self.text, self.at
        while text[self.at] != '"':
            self.at += 1
        self.at += 1
        return text[start:self.at - 1]

    def number(self):
        negative = self.accept("-")
        text, n = self.text, 0
        while self.at < len(text) and "0" <= text[self.at] <= "9":
            n = n * 10 + ord(text[self.at]) - 48
            self.at += 1
        return -n if negative else n


def weigh(value):
    if isinstance(value, dict):
        return 1 + sum(len(key) + weigh(member) for key, member in value.items())
    if isinstance(value, list):
        return 1 + sum(weigh(element) for element in value)
    if isinstance(value, str):
        return len(value)
    if isinstance(value, bool):
        return 2 if value else 1
    if isinstance(value, int):
        return value
    return 1


ITEM = """{"id": 1234, "name": "a thing of some sort", "tags": ["red", "green", "blue"],
  "size": {"width": 17, "height": -4, "depth": 250}, "sold": true, "owner": null, "old": false}"""


def main():
    text = "[" + (ITEM + ",\n") * 199 + ITEM + "]"
    total = 0
    for _ in range(80):
        total += weigh(Parser(text).value())
    print(len(text), total)


main()
