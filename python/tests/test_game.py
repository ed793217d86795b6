"""Boards: moves, names of cells, drawings."""

import random
import unittest
from typing import Any
from xml.etree import ElementTree

from shisan import Engine, Game, Line, QueryError, Stones
from shisan.schema import Coords

SVG = "{http://www.w3.org/2000/svg}"


class GameTest(unittest.TestCase):
    def test_moves_alternate_and_are_taken_back(self) -> None:
        game = Game("h8 i9,H9")
        self.assertEqual((game.moves, game.to_move), (("h8", "i9", "h9"), "white"))
        self.assertEqual(game.stones[7, 7], "black")
        self.assertEqual(game.undo(), "h9")
        self.assertEqual((len(game.stones), game.to_move), (2, "black"))
        self.assertEqual(game.play("H9"), "h9")
        for bad in ("h8", "p1", "h16", "h0", "8", "h", "", "h8h9", "é8"):
            with self.assertRaises(ValueError, msg=bad):
                game.play(bad)
        self.assertEqual(len(game.moves), 3, "errors change nothing")
        with self.assertRaisesRegex(ValueError, "no move to take back"):
            Game().undo()
        with self.assertRaises(ValueError):
            Game("h8?i9")

    def test_pos_strings_are_those_of_the_engine(self) -> None:
        good = ["\ufeffh8i9\x1a", "h8;i9", ",h8 - i9;", "1. h8 2. i9", "1)h8-2)i9", "1...h8 2.-I9 3."]
        bad = ["-h8i9", "1.-h8i9", "h8i9-", "h8--i9", "h8-,i9", "1h8i9", "h8 2 i9", "h8 .i9", "h8\ni9 3"]
        with Engine() as engine:
            for text in good:
                self.assertEqual(Game(text).moves, ("h8", "i9"), text)
                self.assertEqual(engine.evaluate(text, max_nodes=20).turn, 2, text)
            for text in bad:
                with self.assertRaises(ValueError, msg=text):
                    Game(text)
                with self.assertRaises(QueryError, msg=text):
                    engine.evaluate(text, max_nodes=20)
        self.assertEqual(len(Game(stones={"b": "h8;i9"}).stones), 2)

    def test_stones_mean_the_same_in_every_form(self) -> None:
        forms: list[list[Stones]] = [
            [{}, []],
            [{"b": "d4"}, {"b": ["d4"]}, {"black": "D4"}, [("b", "d4")], [["black", "d4"]]],  # type: ignore[list-item]
            [{"w": "d4", "b": "e5"}, {"White": ["d4"], "B": ["e5"]}, [("w", "d4"), ("b", "e5")]],
            [{"w": "d4f6"}, [("WHITE", "d4"), ("w", "f6")]],
        ]
        with Engine() as engine:
            for same in forms:
                games = [Game(stones=stones) for stones in same]
                self.assertEqual({str(game) for game in games}, {str(games[0])})
                reports = [engine.evaluate(game, max_nodes=20) for game in games]
                # As an option, too, for the engine to read.
                options = [{"stones": stones} for stones in same]
                reports += [engine.evaluate("", max_nodes=20, **it) for it in options]  # type: ignore[arg-type]
                self.assertEqual(set(reports), {reports[0]})
        bad: list[Any] = [{"x": "d4"}, {"x": ""}, [("d4", "e5")], ["d4", "e5"], [("b",)], "d4"]
        for stones in bad:
            with self.assertRaises(ValueError, msg=stones):
                Game(stones=stones)

    def test_games_are_what_they_print(self) -> None:
        chance = random.Random(1)
        coords: list[Coords] = ["top", "bottom", "gtp"]
        for turn in range(60):
            size = (chance.randint(5, 32), chance.randint(5, 32))
            game = Game(
                size=size,
                coords=coords[turn % 3],
                stones={"b": ["a1", "b2"], "w": "c3"} if turn % 2 else None,
                to_move=chance.choice([None, "black", "white"]),
            )
            cells = [
                (x, y) for x in range(size[0]) for y in range(size[1]) if (x, y) not in game.stones
            ]
            for point in chance.sample(cells, 12):
                name = game.play(game.cell(*point))
                self.assertEqual(game.point(name), point)
            again = eval(repr(game), {"Game": Game})
            self.assertEqual(
                (again.stones, again.to_move, again.query()),
                (game.stones, game.to_move, game.query()),
            )
            self.assertEqual(game.at(12).stones, game.stones)
            self.assertEqual(len(game.at(5).moves), 5)

    def test_sides_have_the_names_that_stones_have(self) -> None:
        for name in ("w", "White", "white", "W"):
            game = Game("h8", to_move=name)  # type: ignore[arg-type]
            self.assertEqual((game.to_move, game.stones[7, 7]), ("black", "white"), name)
        self.assertEqual(Game(stones={"b": "h8"}, to_move="B").to_move, "black")  # type: ignore[arg-type]

    def test_what_is_no_game_is_refused(self) -> None:
        wrong: list[tuple[str, dict[str, Any]]] = [
            ("'nobody': expected black or white", {"to_move": "nobody"}),
            ("'x': expected top, bottom, gtp", {"coords": "x"}),
            ("33: expected sides from 5 to 32", {"size": 33}),
            ("expected sides from 5 to 32", {"size": (15, 4)}),
        ]
        for reason, options in wrong:
            with self.assertRaisesRegex(ValueError, reason):
                Game(**options)
        for turn in (-1, 3):
            with self.assertRaisesRegex(ValueError, f"{turn}: expected a turn from 0 to 2"):
                Game("h8i9").at(turn)

    def test_who_moves_first_is_told_to_the_engine(self) -> None:
        setups: list[Stones] = [{}, {"b": "d4"}, {"b": "d4", "w": "e5"}]
        with Engine() as engine:
            for stones in setups:
                for first in (None, "black", "white"):
                    game = Game("h8i9j9", stones=stones, to_move=first)
                    report = engine.evaluate(game, max_nodes=20)
                    self.assertEqual(report.to_move, game.to_move, repr(game))

    def test_cells_have_the_names_of_the_engine(self) -> None:
        coords: list[Coords] = ["top", "bottom", "gtp"]
        with Engine() as engine:
            for names in coords:
                # Five of Black's, but for one cell of a corner.
                game = Game(size=(30, 12), coords=names)
                line = [game.cell(x, 11) for x in range(25, 30)]
                game = Game(
                    size=(30, 12),
                    coords=names,
                    stones={"b": line[:4], "w": [game.cell(24, 11)]},
                    to_move="black",
                )
                self.assertEqual(engine.best_move(game), line[4], names)

    def test_text_is_that_of_the_command_line(self) -> None:
        text = str(Game("a1e3", size=(5, 6), coords="bottom"))
        rows = [
            "   a b c d e",
            " 6 . . . . .",
            " 5 . . . . .",
            " 4 . . . . .",
            " 3 . . . . O",
            " 2 . . . . .",
            " 1 X . . . .",
        ]
        self.assertEqual(text.splitlines(), rows)

    def test_drawings_have_what_they_are_given(self) -> None:
        game = Game("h8i9h9", rule="renju")
        with Engine() as engine:
            report = engine.evaluate(game, lines=3, max_nodes=5000, include=["heat"])
            fouls = Game("h8h9i7i9h10i6i11i12", rule="renju")
            crossed = fouls.show(forbidden=engine.forbidden(fouls))
        texts = [text.text for text in ElementTree.fromstring(game._repr_svg_()).iter(f"{SVG}text")]
        self.assertEqual(texts[-3:], ["1", "2", "3"], "move numbers come last")
        self.assertEqual(texts.count("a"), 2)
        drawing = game.show(report, marks={"a1": "<&>"})
        root = ElementTree.fromstring(drawing)
        titles = [title.text or "" for title in root.iter(f"{SVG}title")]
        self.assertEqual(
            sum("gives away" in title for title in titles),
            sum(loss is not None for loss in report.heat),
        )
        self.assertIn(" ".join(report.lines[2].pv), titles[-1])
        self.assertEqual([text.text for text in root.iter(f"{SVG}text")][-1], "<&>")
        self.assertIn("<title>g9: double-three</title>", crossed)
        self.assertEqual(drawing, drawing._repr_svg_())
        quiet = game.show(numbers=False, lines=[Line(move="a1", depth=1, pv=("a1",))])
        self.assertNotIn(">3</text>", quiet.replace('fill="#5b4636" >3<', ""))

    def test_reports_draw_their_own_turn(self) -> None:
        game = Game("h8i9h9")
        with Engine() as engine:
            for report in engine.analyze(game, turns="all", max_nodes=100):
                self.assertIn(f"{report.turn} stones", game.show(report))  # type: ignore[arg-type]


if __name__ == "__main__":
    unittest.main()
