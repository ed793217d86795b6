"""What two of the texts say about Python: how to find a shape in a line, and that numpy is slower."""

import sys
from time import perf_counter

from trials import table


def strings():
    """The text's own bench of finding a shape in a line, and two more."""
    line, shape, turns = "001121021111010", "211110", range(1_000_000)
    contains, find = line.__contains__, line.find
    ways = {
        "in": lambda: [shape in line for _ in turns],
        "__contains__": lambda: [line.__contains__(shape) for _ in turns],
        "find": lambda: [line.find(shape) for _ in turns],
        "__contains__, bound": lambda: [contains(shape) for _ in turns],
        "find, bound": lambda: [find(shape) for _ in turns],
    }
    rows = []
    for name, way in ways.items():
        times = []
        for _ in range(5):
            start = perf_counter()
            way()
            times.append(perf_counter() - start)
        rows.append([f"`{name}`", f"{min(times):.3f}"])
    table(["Python " + sys.version.split()[0], "s for a million"], rows)


def rows():
    """Consecutive stones of all rows and columns of 11x11 boards, in plain Python and with numpy."""
    try:
        import numpy
    except ImportError:
        return print("numpy is not installed: not measured\n")
    board = [[(3 * x + 5 * y + x * y) % 4 == 0 for x in range(11)] for y in range(11)]
    array = numpy.array(board)

    def plain():
        lengths = []
        for lines in (board, list(zip(*board))):
            for line in lines:
                length = 0
                for cell in (*line, False):
                    if cell:
                        length += 1
                    elif length:
                        lengths.append(length)
                        length = 0
        return sorted(lengths)

    def arrays():
        lengths = []
        for lines in (array, array.T):
            for line in lines:
                edges = numpy.flatnonzero(numpy.diff(numpy.pad(line.astype(int), 1)))
                lengths.extend(edges[1::2] - edges[::2])
        return sorted(lengths)

    assert plain() == arrays()
    rows = []
    for name, way in (("plain", plain), (f"numpy {numpy.__version__}", arrays)):
        start = perf_counter()
        for _ in range(2000):
            way()
        rows.append([name, f"{(perf_counter() - start) / 2:.3f}"])
    table(["rows of a board", "ms"], rows)
