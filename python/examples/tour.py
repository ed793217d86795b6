# %% [markdown]
# # A tour of Shisan
#
# Cells begin with `# %%`: editors and Jupytext open this file as a notebook. Lines that begin with
# `# >` are what the cell above them prints.

# %%
from shisan import Engine, Game, QueryError, Report

engine = Engine()
game = Game("h8 i9 h9", rule="renju")
print(game.to_move, game.moves)
# > white ('h8', 'i9', 'h9')

# %% [markdown]
# A game draws itself, with its last move in red.

# %%
game

# %% [markdown]
# ## Analysis
#
# `evaluate` answers when the search is over. The same nodes give the same answer on every machine.

# %%
report = engine.evaluate(game, lines=3, max_nodes=20_000, include=["heat"])
print(f"White wins {report.winrate:.0%} of such games and plays {report.best}")
for rank, line in enumerate(report.lines, 1):
    print(rank, line.move, " ".join(line.pv))
# > White wins ...% of such games and plays ...
# > 1 ...
# > 2 ...
# > 3 ...

# %% [markdown]
# Best moves carry their rank. Large blue spots give little away, small red ones much.

# %%
game.show(report)

# %% [markdown]
# `analyze` reports progress, here until it is sure enough: leaving the loop ends the search.

# %%
with engine.analyze(game, max_time_ms=60_000, report_every_ms=50) as analysis:
    for progress in analysis:
        if isinstance(progress, Report) and progress.depth >= 5:
            break
print(progress.final)
# > False

# %% [markdown]
# All positions of a game in one query: how did Black's chances develop?

# %%
game = Game("h8 h9 i9 g7 i10 j10 g8 f6 f8 e8", rule="renju")
for answer in engine.analyze(game, turns="all", max_nodes=5000):
    if isinstance(answer, Report) and answer.winrate_black is not None:
        print(answer.turn, "#" * round(40 * answer.winrate_black))
# > 0 ##...
# > ...
# > 10 ########################################

# %% [markdown]
# ## Checkmate
#
# Black wins by continuous fours; every reply of White was tried.

# %%
proof = engine.solve(game, verify=True)
print(proof.result, proof.kind, proof.plies, " ".join(proof.line))
# > mate VCF 5 i8 j8 i7 i6 i11

# %%
for cell in proof.line:
    game.play(cell)
game

# %%
try:
    engine.best_move(game)
except QueryError as error:
    print(error)
# > moves: the game is over: five

# %% [markdown]
# ## Forbidden points
#
# Renju forbids Black a double three, and the engine says which.

# %%
trap = Game("h8 h9 i7 i9 h10 i6 i11 i12", rule="renju")
points = engine.forbidden(trap)
for point in points:
    print(point.cell, point.kind)
    for three in point.lines:
        print(
            "   ",
            three.shape,
            " ".join(three.stones),
            "could become four at",
            " ".join(three.completed_by),
        )
# > g9 double-three
# >     three g9 h10 i11 could become four at f8 j12
# >     three g9 h8 i7 could become four at f10 j6

# %%
trap.show(forbidden=points, marks={"h10": "A", "i11": "A", "h8": "B", "i7": "B"})

# %% [markdown]
# ## A game
#
# Black plays as strongly as it can, White at the lowest level.

# %%
small = Game(size=9)
while True:
    try:
        engine.play(small, max_nodes=500)
        engine.play(small, level=100)
    except QueryError as over:
        print(over)
        break
# > moves: the game is over: five

# %%
small.show(numbers=False)

# %% [markdown]
# ## Many questions at once
#
# In a notebook, where an event loop runs already, `await ask()`.

# %%
import asyncio

from shisan import AsyncEngine


async def ask() -> list[str]:
    async with AsyncEngine(jobs=2) as many:
        return await asyncio.gather(
            *(many.best_move(cell, max_nodes=1000) for cell in ("h8", "h8i9", "h8h9"))
        )


print(len(asyncio.run(ask())), "answers")
# > 3 answers

# %%
engine.close()
