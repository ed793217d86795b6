#!/usr/bin/env python3
"""Packs our openings as books of OpenBench: data/openbench/NAME.txt.zip, and NAME.txt.json for its server.

    scripts/openbench_books.py [FOLDER]

A book has the openings of crates/gomoku-match/openings and data/openings for a rule and board, but for
those of long games. The same openings make the same bytes. FOLDER is written instead of data/openbench.

Exit code: 0 made, 2 bad input or failure.
"""

import argparse
import hashlib
import json
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = "https://raw.githubusercontent.com/shisan-gomoku/shisan/main/data/openbench"
BOOKS = [("freestyle", 20), ("freestyle", 15), ("standard", 15), ("renju", 15), ("caro", 15)]


def openings(rule, side):
    """The lines of all files, of openings that are mirror images of each other the first; none is an error."""
    made = [f"data/openings/{rule}-{side}{kind}.txt" for kind in ("", "-book")]
    files = [f"crates/gomoku-match/openings/{rule}{side}.txt", *made]
    lines = [line for file in files if (ROOT / file).exists() for line in (ROOT / file).read_text().splitlines()]
    found = {}
    for line in lines:
        if line and not line.startswith("#"):
            found.setdefault(canonical(line, side), line)
    if not found:
        fail(f"{' and '.join(files)}: no openings")
    return list(found.values())


def canonical(line, side):
    """The black and the white stones of an opening, as the least of its eight mirror images has them."""
    numbers = [int(number) for number in line.replace(",", " ").split()]
    stones = list(zip(numbers[::2], numbers[1::2]))
    # The centre of an even side is the cell behind its middle.
    sum_of_mirrored = side % 2 - 1
    images = []
    for _ in range(4):
        stones = [(sum_of_mirrored - y, x) for x, y in stones]
        images += [stones, [(y, x) for x, y in stones]]
    return min((tuple(sorted(image[::2])), tuple(sorted(image[1::2]))) for image in images)


def fail(text):
    print(f"error: {text}", file=sys.stderr)
    sys.exit(2)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "data/openbench")
    folder = parser.parse_args().folder
    books = {f"{rule}{side}.txt": openings(rule, side) for rule, side in BOOKS}
    folder.mkdir(parents=True, exist_ok=True)
    for name, lines in books.items():
        text = "".join(line + "\n" for line in lines)
        # Stored, and without the time of now: another zlib would make other bytes.
        with zipfile.ZipFile(folder / f"{name}.zip", "w", zipfile.ZIP_STORED) as pack:
            pack.writestr(zipfile.ZipInfo(name), text)
        book = {"sha": hashlib.sha256(text.encode()).hexdigest(), "source": f"{SOURCE}/{name}.zip"}
        (folder / f"{name}.json").write_text(json.dumps(book, indent=4) + "\n")
        print(f"{name}: {len(lines)} openings")


if __name__ == "__main__":
    try:
        main()
    except OSError as error:
        fail(f"{error.filename or 'standard output'}: {error.strerror}")
