"""Where joints turn round along a path, at which dry friction jumps."""

from __future__ import annotations

from typing import Callable

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
Evaluate = Callable[[Array, int], Array]
Forces = Callable[[Array, Array, Array], Array]

# So many places are looked at, and so many turns found at most: of a path that turns more often, nodes
# between limits find the rest.
_PLACES = 1001
_MOST_TURNS = 200
# What ends at a place is looked at so far before it, in shares of the path: where a joint turns round it
# stands still as far as numbers go, and dry friction is none, for thousands of them.
HAIR = 1e-12
# Ways that joints go beside places where they stand still are looked at so far away: much less than nodes
# are apart, and so much that what begins as flat as p^3 is seen to move.
_ASIDE = 1e-6
# From the distance of two places to that of two numbers.
_HALVINGS = 64
# A jump of first derivatives by this share of the largest is a corner; below that share the path stands still,
# and where it is slower than the other share that is looked for.
_CORNER = 1e-9
_STILL = 1e-9
_NEAR = 1e-2
# A jump of forces by this share of the largest is one.
_LEAST_JUMP = 1e-9


def find_turns(evaluate: Evaluate, forces: Forces, begin: float, end: float) -> Array:
    """Places at which a joint's derivative by p changes its sign, and forces jump.

    evaluate(p, k): the joints' k-th derivative, places x joints. forces(q, qd, qdd): likewise, of states.
    The places are half a hair behind the turns: a hair before them is what was before.
    """
    p: Array = np.linspace(begin, end, _PLACES)
    is_forward = evaluate(p, 1) > 0.0
    at, joint = np.nonzero(is_forward[1:] != is_forward[:-1])
    at, joint = at[:_MOST_TURNS], joint[:_MOST_TURNS]
    if len(at) == 0:
        return np.zeros(0)
    low, high, before = p[at], p[at + 1], is_forward[at, joint]
    rows = np.arange(len(at))
    for _ in range(_HALVINGS):
        middle = 0.5 * (low + high)
        is_before = (evaluate(middle, 1)[rows, joint] > 0.0) == before
        low, high = np.where(is_before, middle, low), np.where(is_before, high, middle)
    hair = HAIR * (end - begin)
    behind = np.clip(high + 0.5 * hair, begin + hair, end)
    # What only rounding turns round, beside a standstill, does not.
    sides = [evaluate(np.clip(behind + k * _ASIDE * (end - begin), begin, end), 1)[rows, joint] for k in (-1, 1)]
    is_turn = ((sides[0] > 0.0) != (sides[1] > 0.0)) & (behind > begin + _ASIDE * (end - begin))
    behind = behind[is_turn & (behind < end - _ASIDE * (end - begin))]
    if len(behind) == 0:
        return np.zeros(0)
    after, before_it = (_calc(evaluate, forces, at) for at in (behind, behind - hair))
    jumps = np.abs(after - before_it).max(axis=1)
    size = np.abs(_calc(evaluate, forces, p[:: _PLACES // 10])).max()
    return np.asarray(np.unique(behind[jumps > _LEAST_JUMP * size]))


def find_stops(evaluate: Evaluate, ends: Array) -> Array:
    """Ends of pieces, not the outer ones, at which a motion has to rest, or the path itself does.

    Corners, where first derivatives jump, and places where first and second derivatives vanish.
    """
    if len(ends) < 3:
        return np.zeros(0)
    inner, hair = ends[1:-1], HAIR * (ends[-1] - ends[0])
    whole = np.linspace(ends[0], ends[-1], _PLACES)
    size = [np.abs(evaluate(whole, k)).max() for k in (1, 2)]
    sides = [[evaluate(inner + side * hair, k) for side in (-1.0, 1.0)] for k in (1, 2)]
    is_corner = np.abs(sides[0][1] - sides[0][0]).max(axis=1) > _CORNER * size[0]
    rests = np.ones(len(inner), dtype=bool)
    for of_order, largest, share in zip(sides, size, (_STILL, np.sqrt(_STILL))):
        rests &= np.maximum(*(np.abs(one).max(axis=1) for one in of_order)) <= share * largest
    return np.asarray(inner[is_corner | rests])


def find_standstills(evaluate: Evaluate, begin: float, end: float) -> Array:
    """Places inside at which the path itself stands still, first and second derivatives alike."""
    p: Array = np.linspace(begin, end, _PLACES)
    speed = np.abs(evaluate(p, 1)).max(axis=1)
    is_low = (speed[1:-1] <= speed[:-2]) & (speed[1:-1] <= speed[2:]) & (speed[1:-1] < _NEAR * speed.max())
    at = np.flatnonzero(is_low)[:_MOST_TURNS] + 1
    if len(at) == 0:
        return np.zeros(0)
    low, high = p[at - 1], p[at + 1]
    for _ in range(_HALVINGS):
        # Thirds: of a function with one minimum the higher one is not near it.
        one, two = low + (high - low) / 3.0, high - (high - low) / 3.0
        is_left = np.abs(evaluate(one, 1)).max(axis=1) < np.abs(evaluate(two, 1)).max(axis=1)
        low, high = np.where(is_left, low, one), np.where(is_left, two, high)
    middle = 0.5 * (low + high)
    first, second = (np.abs(evaluate(middle, k)).max(axis=1) for k in (1, 2))
    whole = np.abs(evaluate(p, 2)).max()
    rests = (first <= _STILL * speed.max()) & (second <= np.sqrt(_STILL) * whole)
    return np.asarray(np.unique(middle[rests]))


def find_ways(evaluate_first: Callable[[Array], Array], p: Array, first: Array) -> tuple[npt.NDArray[np.intp], Array]:
    """Nodes at which joints may stand still, and which way they go beside them: so goes dry friction.

    evaluate_first(p): the joints' derivatives by p, places x joints; first: of the nodes. Returns the
    nodes' numbers and, for each, derivatives of which the largest is 1.
    """
    twice = p[1:] == p[:-1]
    is_end = np.append(twice, True)
    is_begin = np.append(True, twice)
    rows = np.flatnonzero(is_end | is_begin | (first == 0.0).any(axis=1))
    aside = np.where(is_end[rows], -1.0, 1.0) * _ASIDE * (p[-1] - p[0])
    ways = evaluate_first(p[rows] + aside)
    size = np.abs(ways).max(axis=1, keepdims=True)
    of_one: Array = ways / np.where(size > 0.0, size, 1.0)
    return rows, of_one


def _calc(evaluate: Evaluate, forces: Forces, p: Array) -> Array:
    return forces(evaluate(p, 0), evaluate(p, 1), evaluate(p, 2))
