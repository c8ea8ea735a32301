class Square:
    def __init__(self, side):
        self.side = side

    def area(self):
        return self.side * self.side

    def grow(self, by):
        self.side += by


class Rectangle:
    def __init__(self, width, height):
        self.width = width
        self.height = height

    def area(self):
        return self.width * self.height

    def grow(self, by):
        self.width += by
        self.height += by


class Frame:
    def __init__(self, outer, inner):
        self.outer = outer
        self.inner = inner

    def area(self):
        return self.outer.area() - self.inner.area()

    def grow(self, by):
        self.outer.grow(by)


def main():
    shapes = []
    for i in range(100):
        if i % 3 == 0:
            shapes.append(Square(i))
        elif i % 3 == 1:
            shapes.append(Rectangle(i, i + 1))
        else:
            shapes.append(Frame(Square(i + 10), Rectangle(i, 5)))
    total = 0
    for turn in range(45000):
        for s in shapes:
            total += s.area() % 1000
            if turn % 100 == 0:
                s.grow(1)
    print(total)


main()
