#!/usr/bin/env python3
"""Packs our openings as books of OpenBench: data/openbench/NAME.txt.zip, and NAME.txt.json for its server.

    scripts/openbench_books.py [FOLDER]

A book has the openings of data/openings/RULE-SIDE-book.txt. The same openings make the same bytes. FOLDER is
written instead of data/openbench.

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
    """The lines of data/openings/RULE-SIDE-book.txt that are openings; none is an error."""
    file = f"data/openings/{rule}-{side}-book.txt"
    found = [line for line in (ROOT / file).read_text().splitlines() if not line.startswith("#")]
    return found or fail(f"{file}: no openings")


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
