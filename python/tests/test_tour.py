"""The example prints what its comments say, and the page's program runs."""

import ast
import contextlib
import doctest
import io
import re
import unittest
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

TOUR = Path(__file__).parents[1] / "examples" / "tour.py"
PAGE = Path(__file__).parents[2] / "docs" / "python.md"


class TourTest(unittest.TestCase):
    def test_every_cell_prints_what_is_written_below(self) -> None:
        cells = re.split(r"^# %%.*\n", TOUR.read_text(encoding="utf-8"), flags=re.MULTILINE)
        names: dict[str, Any] = {"__name__": "tour"}
        drawings = 0
        for cell in cells[1:]:
            expected = "".join(
                line[3:].lstrip(" ") + "\n" for line in cell.splitlines() if line.startswith("# >")
            )
            body = ast.parse(cell).body
            value = body.pop() if body and isinstance(body[-1], ast.Expr) else None
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(compile(ast.Module(body, []), str(TOUR), "exec"), names)
                if isinstance(value, ast.Expr):
                    result = eval(compile(ast.Expression(value.value), str(TOUR), "eval"), names)
                    if hasattr(result, "_repr_svg_"):
                        ElementTree.fromstring(result._repr_svg_())
                        drawings += 1
            found = "".join(line.lstrip(" ") + "\n" for line in printed.getvalue().splitlines())
            same = doctest.OutputChecker().check_output(expected, found, doctest.ELLIPSIS)
            self.assertTrue(same, f"{cell}\nprinted\n{found}")
        self.assertGreater(drawings, 2)

    def test_the_first_program_of_the_page_runs(self) -> None:
        match = re.search("```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
        assert match
        names: dict[str, Any] = {}
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec(match[1], names)
        self.assertIn(names["report"].best, printed.getvalue())
        self.assertEqual(len(names["game"].moves), 4)


if __name__ == "__main__":
    unittest.main()
