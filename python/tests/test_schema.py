"""The dataclasses are those of `shisan analyze --schema`."""

import json
import subprocess
import unittest
from dataclasses import MISSING, fields
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import shisan
from shisan import schema

SCHEMAS: dict[str, Any] = json.loads(
    subprocess.check_output([shisan.find_program(), "analyze", "--schema"])
)
ANSWER = SCHEMAS["answer"]["$defs"]
ENVELOPE = {name: about for name, about in SCHEMAS["answer"]["properties"].items() if name != "id"}
SHAPES: list[Any] = [
    schema.Line,
    schema.Threats,
    schema.ThreatCell,
    schema.ForbiddenPoint,
    schema.ForbiddenLine,
    schema.Proof,
    schema.QueryWarning,
    schema.Review,
    schema.ReviewedMove,
    schema.SideReview,
    schema.Conversion,
    schema.Version,
    schema.Report,
    schema.GameOver,
]
PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean"}


def shape(about: Any) -> Any:
    """A JSON schema in few words: a type, `[items]`, the name of an object, a set of words. Null
    counts for nothing: it is a matter of presence."""
    if "$ref" in about:
        name = about["$ref"].rpartition("/")[2]
        return frozenset(ANSWER[name]["enum"]) if "enum" in ANSWER[name] else name
    for choice in about.get("anyOf", ()):
        if choice.get("type") != "null":
            return shape(choice)
    kinds = about["type"] if isinstance(about["type"], list) else [about["type"]]
    (kind,) = [kind for kind in kinds if kind != "null"]
    return [shape(about["items"])] if kind == "array" else kind


def shape_of(hint: Any) -> Any:
    """A type in the same words."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is tuple:
        return [shape_of(arguments[0])]
    if origin is Union:
        return shape_of(arguments[0])
    if origin is Literal:
        return frozenset(arguments)
    return PLAIN.get(hint) or hint.__name__


class SchemaTest(unittest.TestCase):
    def test_answers_have_the_fields_of_the_schema(self) -> None:
        for kind in SHAPES:
            definition = ANSWER[kind.__name__]
            properties = dict(definition["properties"])
            if kind in (schema.Report, schema.GameOver, schema.Review):
                properties.update(ENVELOPE)
            hints = get_type_hints(kind)
            found = {schema.camel_case(name): shape_of(hint) for name, hint in hints.items()}
            self.assertEqual(
                found, {name: shape(about) for name, about in properties.items()}, kind
            )
            required = {schema.camel_case(it.name) for it in fields(kind) if it.default is MISSING}
            self.assertEqual(required - ENVELOPE.keys(), set(definition["required"]), kind)

    def test_no_object_is_left_out(self) -> None:
        enums = {name for name, about in ANSWER.items() if "properties" not in about}
        read_by_hand = {"Done", "NoResult", "Problem"}
        self.assertEqual(ANSWER.keys() - enums - read_by_hand, {kind.__name__ for kind in SHAPES})
        self.assertEqual(set(ANSWER["Problem"]["properties"]), {"error", "field", "turn"})

    def test_queries_have_the_options_of_the_schema(self) -> None:
        properties = SCHEMAS["query"]["properties"]
        names = {
            name
            for name, about in properties.items()
            if not about["description"].startswith("KataGo's")
        }
        given_otherwise = {"id", "action", "moves", "terminateId"}
        of_convert = {"text", "bytes", "from", "to"}
        self.assertEqual(
            names - given_otherwise - of_convert,
            {schema.camel_case(name) for name in schema.Query.__annotations__},
        )

    def test_formats_are_those_of_the_program(self) -> None:
        with shisan.Engine() as engine:
            for name in get_args(schema.Format):
                self.assertEqual(engine.convert(engine.convert("h8", name), "pos"), "h8\n")
            with self.assertRaisesRegex(shisan.QueryError, "expected pos, offsets, psq, sgf"):
                engine.convert("h8", "pdf")  # type: ignore[arg-type]

    def test_words_are_those_of_the_schema(self) -> None:
        words = SCHEMAS["query"]["$defs"]
        self.assertEqual(set(get_args(schema.Include)), set(words["Include"]["enum"]))
        self.assertEqual(set(get_args(schema.Agent)), set(words["AgentName"]["enum"]))
        self.assertEqual(set(get_args(schema.Color)), set(words["Color"]["enum"]))
        coords = SCHEMAS["query"]["properties"]["coords"]["enum"]
        self.assertEqual({*get_args(schema.Coords), None}, set(coords))

    def test_missing_and_new_fields_are_no_errors(self) -> None:
        answer = {
            "final": True,
            "turn": 1,
            "toMove": "white",
            "heat": [None, 0.5],
            "mate": None,
            "novel": [1],
        }
        report = schema.decode(schema.Report, answer)
        expected = schema.Report(final=True, turn=1, to_move="white", heat=(None, 0.5))
        self.assertEqual(report, expected)
        hash(report)


if __name__ == "__main__":
    unittest.main()
