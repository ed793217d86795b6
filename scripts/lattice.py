#!/usr/bin/env python3
"""A Gomocup brain that builds an "absolute defence": every five cells in a line meet its stones.

It takes a five, blocks one, and otherwise plays the cell of the lattice x + 2y = c (mod 5) that the opponent
needs most. Once it has the whole lattice, the opponent has no five left. `lattice.py check` proves that.
"""

import sys

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
OWN, OPPONENT = 1, 2


def fives(size):
    """Every five cells in a line."""
    board = range(size)
    for x in board:
        for y in board:
            for dx, dy in DIRECTIONS:
                cells = [(x + dx * step, y + dy * step) for step in range(5)]
                if cells[-1][0] in board and cells[-1][1] in board:
                    yield cells


def lattice(size):
    """One cell in five, the centre among them."""
    centre = size // 2
    in_line = lambda x, y: (x - centre + 2 * (y - centre)) % 5 == 0
    return {(x, y) for x in range(size) for y in range(size) if in_line(x, y)}


def choose(size, stones):
    """The move on a board with these stones, of 1 for our own and 2 for the opponent's; None if it is full."""
    through = {}
    for cells in fives(size):
        held = [stones.get(cell) for cell in cells]
        own, opponent = held.count(OWN), held.count(OPPONENT)
        if own and opponent:
            continue
        for cell in cells:
            if cell not in stones:
                through.setdefault(cell, []).append((own, opponent))
    middle = lambda cell: -abs(cell[0] - size // 2) - abs(cell[1] - size // 2)
    need = lambda cell: sum(opponent**5 for _, opponent in through.get(cell, ()))
    free = [(x, y) for x in range(size) for y in range(size) if (x, y) not in stones]
    for want in ((4, 0), (0, 4)):
        urgent = [cell for cell in free if want in through.get(cell, ())]
        if urgent:
            return urgent[0]
    rest = [cell for cell in free if cell in lattice(size)] or free
    return max(rest, key=lambda cell: (need(cell), middle(cell)), default=None)


def play():
    """Plays for a manager."""
    size, stones = 15, {}

    def answer():
        cell = choose(size, stones)
        if cell is None:
            return print("ERROR no cell is free", flush=True)
        stones[cell] = OWN
        print(f"{cell[0]},{cell[1]}", flush=True)

    lines = iter(sys.stdin.readline, "")
    for line in lines:
        word, *rest = line.split() or [""]
        if word == "START":
            size, stones = int(rest[0]), {}
            print("OK", flush=True)
        elif word == "BEGIN":
            answer()
        elif word == "TURN":
            x, y = map(int, rest[0].split(","))
            stones[x, y] = OPPONENT
            answer()
        elif word == "BOARD":
            stones = {}
            for stone in iter(lambda: next(lines).strip(), "DONE"):
                x, y, side = map(int, stone.split(","))
                stones[x, y] = side
            answer()
        elif word == "END":
            return
        elif word not in ("INFO", ""):
            print("UNKNOWN command", flush=True)


def check():
    """Whether the lattice meets every five of every board; how few stones could on 15x15."""
    for size in range(5, 33):
        cells = lattice(size)
        missed = [five for five in fives(size) if not cells.intersection(five)]
        assert not missed, f"{size}x{size}: {missed[0]}"
    apart = [five for five in fives(15) if five[0][1] == five[1][1] and five[0][0] % 5 == 0]
    assert len({cell for five in apart for cell in five}) == 5 * len(apart)
    return len(lattice(15)), len(list(fives(15))), len(apart)


if __name__ == "__main__":
    if sys.argv[1:] == ["check"]:
        stones, lines, apart = check()
        print(f"{stones} stones meet all {lines} fives of 15x15; {apart} of these share no cell")
    else:
        play()
