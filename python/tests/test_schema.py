"""Answers as dataclasses. That the types are those of `shisan analyze --schema` is tested where they are
made, in `shisan-analysis`."""

import unittest
import warnings
from typing import get_args

import shisan
from shisan import schema
from shisan.decoding import camel_case, decode, snake_case


class SchemaTest(unittest.TestCase):
    def test_the_program_speaks_this_schema(self) -> None:
        with shisan.Engine() as engine:
            self.assertEqual(engine.version.schema, schema.SCHEMA)
            self.assertEqual(engine.version.rules, get_args(schema.Rule))

    def test_formats_are_those_of_the_program(self) -> None:
        with shisan.Engine() as engine:
            for name in get_args(schema.Format):
                # The stones of a drawn board are set up, which pos strings do not say.
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore" if name == "board" else "error")
                    self.assertEqual(engine.convert(engine.convert("h8", name), "pos"), "h8\n")
            with self.assertRaisesRegex(shisan.QueryError, "expected pos, offsets, psq, sgf"):
                engine.convert("h8", "pdf")  # type: ignore[arg-type]
            texts, others = map(get_args, get_args(schema.ReadFormat))
            listed = f"expected {', '.join((*texts, *others[:-1]))} or {others[-1]}"
            with self.assertRaisesRegex(shisan.QueryError, listed):
                engine.convert("h8", format="pdf")  # type: ignore[arg-type]

    def test_arrays_are_tuples_wherever_they_stand(self) -> None:
        answer = {
            "final": True,
            "turn": 0,
            "black": "first",
            "toMove": "black",
            "moves": [],
            "offered": [],
            "decisions": ["h8", 2, ["h9", "i9"]],
            "nodes": 0,
        }
        state = decode(schema.OpeningState, answer)
        self.assertEqual((state.moves, state.decisions), ((), ("h8", 2, ("h9", "i9"))))
        hash(state)

    def test_options_have_the_names_of_fields(self) -> None:
        names = {"hash_mib": "hashMiB", "report_every_ms": "reportEveryMs", "quiet": "quiet"}
        for name, field in names.items():
            self.assertEqual((camel_case(name), snake_case(field)), (field, name))
        self.assertEqual(snake_case("allow[1].untilDepth"), "allow[1].untilDepth")

    def test_missing_and_new_fields_are_no_errors(self) -> None:
        answer = {
            "final": True,
            "turn": 1,
            "toMove": "white",
            "heat": [None, 0.5],
            "mate": None,
            "novel": [1],
        }
        report = decode(schema.Report, answer)
        expected = schema.Report(final=True, turn=1, to_move="white", heat=(None, 0.5))
        self.assertEqual(report, expected)
        hash(report)


if __name__ == "__main__":
    unittest.main()
