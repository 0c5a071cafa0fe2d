"""What notebooks show of objects without a page of their own: a few lines and a small picture."""

from __future__ import annotations

import html
import math
from typing import TYPE_CHECKING, Any, Iterable, Sequence

if TYPE_CHECKING:
    from ._globaldyn import Machine, ParetoSet, PathEvaluation, Region

_WIDTH, _HEIGHT = 320, 160
_MOST_ROWS = 20


def _write_number(value: float, unit: str = "") -> str:
    text = f"{value:.5g}" if math.isfinite(value) else "–"
    return text if unit in ("", "1") else f"{text} {unit}"


def _make_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    def write(cells: Sequence[str], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{html.escape(one)}</{tag}>" for one in cells) + "</tr>"

    all_rows = list(rows)
    shown = "".join(write(row, "td") for row in all_rows[:_MOST_ROWS])
    left = len(all_rows) - _MOST_ROWS
    more = f"<p>and {left} more</p>" if left > 0 else ""
    return f"<table><thead>{write(head, 'th')}</thead><tbody>{shown}</tbody></table>{more}"


def _make_card(title: str, *parts: str) -> str:
    return f"<div><b>{html.escape(title)}</b>{''.join(parts)}</div>"


def _draw(curves: Sequence[Any], is_filled: bool, x: str, y: str) -> str:
    """Curves, arrays of n x 2, on common axes with the numbers at their ends."""
    points = [(float(a), float(b)) for curve in curves for a, b in curve]
    points = [one for one in points if math.isfinite(one[0]) and math.isfinite(one[1])]
    if not points:
        return ""
    low = [min(0.0, min(one[k] for one in points)) for k in (0, 1)]
    high = [max(0.0, max(one[k] for one in points)) for k in (0, 1)]
    size = [(high[k] - low[k]) or 1.0 for k in (0, 1)]

    def place(point: Any) -> str:
        a = (float(point[0]) - low[0]) / size[0] * _WIDTH
        b = (high[1] - float(point[1])) / size[1] * _HEIGHT
        return f"{a:.1f},{b:.1f}"

    fill = "#3366aa33" if is_filled else "none"
    drawn = "".join(
        f'<polyline points="{" ".join(map(place, curve))}" fill="{fill}" stroke="#3366aa"/>'
        for curve in curves
    )
    at_zero = place((0.0, 0.0)).split(",")
    axes = (
        f'<path d="M0 {at_zero[1]}H{_WIDTH}M{at_zero[0]} 0V{_HEIGHT}" stroke="#888" fill="none"/>'
    )
    told = f"{x} to {high[0]:.4g}, {y} from {low[1]:.4g} to {high[1]:.4g}"
    return (
        f'<svg viewBox="-2 -2 {_WIDTH + 4} {_HEIGHT + 4}" width="{_WIDTH}" role="img" '
        f'aria-label="{html.escape(told)}">{axes}{drawn}</svg><div>{html.escape(told)}</div>'
    )


def show_machine(machine: Machine) -> str:
    """Machine._repr_html_()."""
    parameters = [
        (one.name, _write_number(one.value, one.unit), one.description)
        for one in machine.parameters.values()
    ]
    drives = ", ".join(one.name for one in machine.drives)
    paths = ", ".join(one.name for one in machine.paths)
    told = f"{len(machine.bodies) - 1} bodies, {len(machine.joints)} joints; "
    told += f"drives: {drives or 'none'}; paths: {paths or 'none'}"
    return _make_card(
        f"Machine {machine.name}",
        f"<p>{html.escape(machine.description)}</p>" if machine.description else "",
        f"<p>{html.escape(told)}</p>",
        _make_table(("parameter", "value", ""), parameters) if parameters else "",
    )


def show_region(region: Region) -> str:
    """Region._repr_html_()."""
    area = region.area_d1_d2
    told = f"Region: {region.status}" + ("" if area is None else f", area {area:.5g}")
    return _make_card(told, _draw(region.boundary(), True, "d1", "d2"))


def show_path_evaluation(path: PathEvaluation) -> str:
    """PathEvaluation._repr_html_()."""
    curve = [one for one in zip(path.p, path.d1_max) if math.isfinite(one[1])]
    wrong = sum(sample.status != "ok" for sample in path.samples)
    told = f"{path.name}: {len(path.samples)} samples" + (f", {wrong} not ok" if wrong else "")
    return _make_card(told, _draw([curve], False, "p", "greatest d1"))


def show_front(front: ParetoSet) -> str:
    """ParetoSet._repr_html_()."""
    head = ["design"] + [one.name for one in front.objectives]
    rows = [
        [str(design.id)]
        + [_write_number(v, one.unit) for v, one in zip(values, front.objectives)]
        for design, values in zip(front.designs, front.values)
    ]
    return _make_card(f"Pareto set of {len(front)} designs", _make_table(head, rows))


def show_path_plan(plan: Any) -> str:
    """PathPlan._repr_html_()."""
    title = f"PathPlan: {plan.status}, {_write_number(plan.time, 's')}"
    reason = f"<p>{html.escape(plan.reason)}</p>" if plan.reason else ""
    return _make_card(title, reason, _draw([list(zip(plan.t, plan.d1))], False, "t", "d1"))
