class Node:
    __slots__ = "left", "right"

    def __init__(self, left, right):
        self.left = left
        self.right = right

    def count(self):
        return 1 if self.left is None else 1 + self.left.count() + self.right.count()


def build(depth):
    if depth == 0:
        return Node(None, None)
    return Node(build(depth - 1), build(depth - 1))


print(sum(build(16).count() for _ in range(20)))
