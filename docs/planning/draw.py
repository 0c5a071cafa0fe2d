#!/usr/bin/env python3
"""Draws the figures of docs/planning.md: bounds.svg and passes.svg, beside this file.

A circle of two axes, x cos p + u sin p and u cos p - x sin p between -1 and 1, planned as the page
tells it: d2 = u is constant on a segment, and rows are looked at in 32 places of it instead of by
Bernstein coefficients. Needs gnuplot. Usage: draw.py [svg|png]
"""
import math
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
PLACES = 32
FAR = 1e9
# a x + d u <= 1
SIDES = [(lambda p, s=s: s * math.cos(p), lambda p, s=s: s * math.sin(p)) for s in (1, -1)] + [
    (lambda p, s=s: -s * math.sin(p), lambda p, s=s: s * math.cos(p)) for s in (1, -1)]


def mvc(p):
    """The maximum velocity curve: (x, u) is a square of size 1 turned by p."""
    return abs(math.cos(p)) + abs(math.sin(p))


def cuts(p, h):
    return [(p + h * j / PLACES, h * j / PLACES) for j in range(PLACES + 1)]


def pushes(p, h, x):
    """The u for which all rows hold on a segment that starts at x."""
    low, high = -FAR, FAR
    for at, s in cuts(p, h):
        for a, d in [(a(at), d(at)) for a, d in SIDES] + [(-1.0, 0.0)]:
            by_u, room = 2 * a * s + d, (1 if (a, d) != (-1.0, 0.0) else 0) - a * x
            if by_u > 1e-12:
                high = min(high, room / by_u)
            elif by_u < -1e-12:
                low = max(low, room / by_u)
            elif room < -1e-12:
                return FAR, -FAR
    return low, high


def reach(p, h, x, end):
    """The same if it is to end within a range."""
    low, high = pushes(p, h, x)
    return max(low, (end[0] - x) / (2 * h)), min(high, (end[1] - x) / (2 * h))


def controllable(p, h, end, most):
    """The x at the start of a segment from which its end gets into a range."""
    def room(x):
        low, high = reach(p, h, x, end)
        return high - low
    left, right = 0.0, most  # concave
    for _ in range(80):
        one, two = left + (right - left) / 3, right - (right - left) / 3
        if room(one) < room(two):
            left = one
        else:
            right = two
    best = 0.5 * (left + right)
    if room(best) < 0:
        best = 0.0

    def last(yes, no):
        for _ in range(60):
            middle = 0.5 * (yes + no)
            yes, no = (middle, no) if room(middle) >= 0 else (yes, middle)
        return yes
    return (0.0 if room(0.0) >= 0 else last(best, 0.0), most if room(most) >= 0 else last(best, most))


def arc(p, h, x, way):
    """The lowest arc from x, (x at its start, u in the direction of travel): no motion crosses it."""
    best = None
    for a, d in SIDES:
        values = [(a(p + s), d(p + s), s) if way > 0 else (a(p + h - s), -d(p + h - s), s)
                  for _, s in cuts(0.0, h)]
        if min(v[1] for v in values) < -1e-12 or max(v[1] for v in values) <= 0:
            continue
        begin = x
        if values[0][1] < 1e-12:  # d vanishes at the start: from the row's own limit
            if values[0][0] <= 0:
                continue
            begin = max(x, 1 / values[0][0])
        u = -FAR
        for of_x, of_u, s in values:
            by_u = of_u + 2 * of_x * s
            if by_u > 1e-12:
                u = max(u, (1 - of_x * begin) / by_u)
            elif of_x * begin < 1 - 1e-9:
                u = FAR
        if u < FAR and (best is None or begin + 2 * u * h < best[0] + 2 * best[1] * h):
            best = (begin, u)
    return best


def time_between(x0, x1, h):
    return 2 * h / (math.sqrt(max(0.0, x0)) + math.sqrt(max(0.0, x1))) if x0 + x1 > 0 else 0.0


def plan(end, count):
    """Barrier and motion from rest to rest on a grid of equal segments."""
    h = end / count
    nodes = [h * i for i in range(count + 1)]
    most = [mvc(p) for p in nodes]
    most[0] = most[-1] = 0.0
    arcs = [[None, None] for _ in range(count)]
    for i in range(count):
        arcs[i][0] = arc(nodes[i], h, most[i], 1)
        if arcs[i][0]:
            most[i + 1] = min(most[i + 1], arcs[i][0][0] + 2 * h * arcs[i][0][1])
    for i in reversed(range(count)):
        arcs[i][1] = arc(nodes[i], h, most[i + 1], -1)
        if arcs[i][1]:
            most[i] = min(most[i], arcs[i][1][0] + 2 * h * arcs[i][1][1])
    barrier, lower = [], 0.0
    for i in range(count):
        up = arc(nodes[i], h, most[i], 1)
        down = arc(nodes[i], h, most[i + 1], -1)
        line = []
        for j in range(PLACES + 1):
            s = h * j / PLACES
            values = [mvc(nodes[i] + s)]
            if up:
                values.append(up[0] + 2 * up[1] * s)
            if down:
                values.append(down[0] + 2 * down[1] * (h - s))
            line.append((nodes[i] + s, min(values)))
        barrier += line
        lower += sum(time_between(a[1], b[1], b[0] - a[0]) for a, b in zip(line, line[1:]))
    ranges = [None] * count + [(0.0, 0.0)]
    for i in reversed(range(count)):
        ranges[i] = controllable(nodes[i], h, ranges[i + 1], most[i])
    x = [ranges[0][0]]
    for i in range(count):
        x.append(x[i] + 2 * h * reach(nodes[i], h, x[i], ranges[i + 1])[1])
    upper = sum(time_between(a, b, h) for a, b in zip(x, x[1:]))
    return nodes, most, barrier, ranges, x, lower, upper


STYLE = """set encoding utf8
set border 3 lc rgb '#666666'; set tics nomirror out textcolor rgb '#444444'
set grid ytics lc rgb '#e4e4e4' lw 0.5; set key Left reverse spacing 1.2 samplen 2.5 opaque
set xlabel 'p'; set ylabel "x = ṗ²" offset 1,0
"""


def draw(name, kind, size, commands, blocks):
    data = "".join(f"${k} << E\n" + "".join(
        (" ".join(f"{v:.6g}" for v in row) if row else "") + "\n" for row in rows) + "E\n"
        for k, rows in blocks.items())
    terminal = {"svg": f"svg size {size} font 'sans,13' background 'white'",
                "png": f"pngcairo size {size} font 'sans,10'"}[kind]
    script = (f"set terminal {terminal}\nset output '{os.path.join(HERE, name)}.{kind}'\n"
              + STYLE + data + commands)
    subprocess.run(["gnuplot"], input=script, text=True, check=True)


def draw_bounds(kind):
    end, m = math.pi / 4, (math.sqrt(2) - 1) / (math.pi ** 2 / 16 + math.pi / 4)
    curves = {"mvc": mvc, "arc": lambda p: 1 + m * p * p,
              "fastest": lambda p: 1 / math.cos(p / 2) ** 2, "shaped": lambda p: 1 + p * p / 4,
              "level": lambda p: 1.0}
    blocks = {k: [(end * j / 100, f(end * j / 100)) for j in range(101)] for k, f in curves.items()}
    draw("bounds", kind, "640,420", """set xrange [0:0.7854]; set yrange [0.95:1.7]; set key top left
set xtics ('0' 0, 'π/16' 0.19635, 'π/8' 0.3927, '3π/16' 0.58905, 'π/4' 0.785398)
plot $mvc w l lc rgb '#999999' dt 2 lw 1.5 t 'maximum velocity curve: 0.6987 s', \\
     $arc w l lc rgb '#c0392b' lw 2 t 'an arc that no motion crosses: 0.7633 s', \\
     $fastest w l lc rgb '#222222' lw 1.2 t 'the fastest motion: 0.7654 s', \\
     $shaped w l lc rgb '#2471a3' lw 2 t 'a motion with the shape of the arc: 0.7665 s', \\
     $level w l lc rgb '#2471a3' dt 4 lw 1.5 t 'a motion with constant x: 0.7854 s'
""", blocks)


def draw_passes(kind):
    blocks, titles = {}, []
    for n in (8, 32):
        nodes, most, barrier, ranges, x, lower, upper = plan(math.pi, n)
        blocks[f"barrier{n}"], blocks[f"motion{n}"] = barrier, list(zip(nodes, x))
        blocks[f"sets{n}"] = [row for p, r in zip(nodes, ranges) for row in ((p, r[0]), (p, r[1]), ())]
        titles.append(f"{n} segments: {lower:.3f} s to {upper:.3f} s")
        print(n, lower, upper)
    blocks["mvc"] = [(math.pi * j / 400, mvc(math.pi * j / 400)) for j in range(401)]
    commands = "set multiplot layout 1,2\nset xrange [0:pi]; set yrange [0:2]\n"
    commands += "set xtics ('0' 0, 'π/4' pi/4, 'π/2' pi/2, '3π/4' 3*pi/4, 'π' pi); set key top center\n"
    for n, title in zip((8, 32), titles):
        commands += f"""set title '{title}'
plot $mvc w l lc rgb '#999999' dt 2 lw 1.2 t 'maximum velocity curve', \\
     $sets{n} w l lc rgb '#a9cce3' lw 5 t 'controllable sets', \\
     $barrier{n} w l lc rgb '#c0392b' lw 1.6 t 'barrier', \\
     $motion{n} w lp lc rgb '#1b4f72' pt 7 ps 0.4 lw 1.6 t 'motion'
"""
    draw("passes", kind, "960,400", commands, blocks)


if __name__ == "__main__":
    wanted = sys.argv[1] if len(sys.argv) > 1 else "svg"
    draw_bounds(wanted)
    draw_passes(wanted)
