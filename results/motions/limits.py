"""What each limit of a motion costs: limits.py GLOBALDYN > limits.md, and limits.csv beside it.

Each machine goes along a path of its file as fast as single places allow, and then with one more limit at a time.
"""

import csv
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))

# Name, file, and which of its paths or cycles.
MACHINES = [
    ("Sliding Star", "machines/sliding_star/sliding_star.yaml", "--path circle_a"),
    ("8-UPS", "machines/octapod_8ups/octapod_8ups.yaml", "--path circle"),
    ("CoGiRo", "machines/cogiro/cogiro.yaml", "--path circle"),
    ("PUMA 560", "machines/puma560/puma560.yaml", "--path circle"),
    ("gantry's cycle", "machines/jobs/gantry.yaml", "--cycle shift"),
]

# Those with more drives than degrees of freedom, whose motors are of one kind.
REDUNDANT = ("Sliding Star", "8-UPS")

RATED = 0.6  # of the peak force, where the file says nothing
POWER = 0.7  # of what the fastest motion needs
RISE = 0.04  # of the fastest motion's time: from no force to the peak
SLOWER = 1.05


class Machine:
    """A machine's file, and plans of it with more in it."""

    def __init__(self, globaldyn, name, file, way):
        self.globaldyn, self.name, self.way = globaldyn, name, way.split()
        self.file = os.path.join(ROOT, file)
        with open(self.file, encoding="utf8") as text:
            self.text = text.read()

    def plan(self, *options, text=None):
        """plan.json of the machine, or None if there is no such motion."""
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "machine.yaml")
            with open(file, "w", encoding="utf8") as out:
                out.write(text or self.text)
            command = [self.globaldyn, "plan", file, *self.way, "--quiet", *options]
            done = subprocess.run([*command, "--out", folder], capture_output=True, text=True)
            path = os.path.join(folder, "plan.json")
            if not os.path.exists(path):
                raise RuntimeError(f"{self.name}: {' '.join(command)}: {done.stderr}")
            with open(path, encoding="utf8") as result:
                plan = json.load(result)
        if plan["status"] != "optimal":
            print(f"{self.name} {options}: {plan['status']}", file=sys.stderr)
        return plan

    def with_drives(self, key, value):
        """The file with a key in every drive; value may be a function of the limit's text."""
        lines, inside = [], False
        for line in self.text.splitlines():
            if re.match(r"\S", line):
                inside = line.startswith("drives:")
            found = re.search(r"limits: (\[[^\]]*\]|[^,}]+)", line)
            if inside and found and not re.search(rf"\b{key}:", line):
                told = value(found.group(1)) if callable(value) else value
                line = line[: found.end()] + f", {key}: {told}" + line[found.end() :]
            lines.append(line)
        return "\n".join(lines) + "\n"

    def with_path(self, key, value):
        """The file with a key in every path on one line or with a position of its own."""
        text = re.sub(r"(\n    )(position: )", rf"\1{key}: {value}\1\2", self.text)
        return re.sub(r"(\{)(position: )", rf"\1{key}: {value}, \2", text)


def peak_of(limit):
    """The largest force of a drive's limits as they stand in the file."""
    return limit.strip("[]").split(",")[-1].strip()


def find_tool_peak(machine):
    """The tool's largest acceleration on the fastest motion."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            [machine.globaldyn, "plan", machine.file, *machine.way, "--quiet", "--out", folder],
            capture_output=True,
        )
        with open(os.path.join(folder, "plan.csv"), encoding="utf8") as file:
            rows = list(csv.DictReader(file))
    return max(sum(float(row["acceleration_" + axis]) ** 2 for axis in "xyz") ** 0.5 for row in rows)


def study(globaldyn, name, file, way):
    """Shares of time that each limit costs, and what 5 % more time saves."""
    machine = Machine(globaldyn, name, file, way)
    fastest = machine.plan()
    time, use = fastest["time"], fastest["use"]
    rated = machine.with_drives("rated", lambda limit: f"{RATED}*({peak_of(limit)})")
    power = POWER * max(drive["peak_power"] for drive in use["drives"])
    costs = {
        "within rated": machine.plan("--within", "rated", text=rated),
        "power of each drive": machine.plan(text=machine.with_drives("power", f"{power} W")),
        "supply": machine.plan(text=machine.text + f"\nsupply: {{power: {POWER * use['peak_supply']} W}}\n"),
        "rate of force": machine.plan(
            text=machine.with_drives("rate", lambda limit: f"({peak_of(limit)})/({RISE * time} s)")
        ),
        "jerk of the tool": machine.plan(
            text=machine.with_path("jerk_limit", f"{find_tool_peak(machine) / (RISE * time)} m/s^3")
        ),
    }
    row = {"machine": name, "fastest [s]": time}
    for limit, plan in costs.items():
        whole = plan["time"] + (plan.get("wished") or {}).get("pause", 0.0)
        row[limit + " [%]"] = 100.0 * (whole / time - 1.0)
    near, later = (
        machine.plan("--least", "losses", "--time", f"{share * time} s")["wished"]["losses"]["value"]
        for share in (1.002, SLOWER)
    )
    row["losses saved by 5 % more time [%]"] = 100.0 * (1.0 - later / near)
    return row


def study_weaker(globaldyn, name, file, way):
    """Times within rated forces if one motor bears half of what it did: preload as is best, and of least norm."""
    machine = Machine(globaldyn, name, file, way)

    def plan(share, rule):
        # Their drives are members of a pattern: of the first one a share.
        def rate(limit):
            return f'"{RATED}*({peak_of(limit)})*(1 - {1.0 - share}*max(0, 2 - {{i}}))"'

        found = machine.plan("--within", "rated", "--preload", rule, text=machine.with_drives("rated", rate))
        return found["time"] + found["wished"]["pause"]

    whole, weaker = plan(1.0, "free"), plan(0.5, "free")
    return {
        "machine": name,
        "all motors alike [s]": whole,
        "one of half the rating, preload free [s]": weaker,
        "likewise, preload of least norm [s]": plan(0.5, "least_norm"),
    }


def print_table(rows):
    """As Markdown."""
    names = list(rows[0])
    print("| " + " | ".join(names) + " |")
    print("| " + " | ".join("---" for _ in names) + " |")
    for row in rows:
        cells = [f"{row[key]:.4g}" if isinstance(row[key], float) else row[key] for key in names]
        print("| " + " | ".join(cells) + " |")
    return names


def main(globaldyn):
    """The tables."""
    rows = []
    for name, file, way in MACHINES:
        rows.append(study(globaldyn, name, file, way))
        print(rows[-1], file=sys.stderr)
    names = print_table(rows)
    print()
    print_table([study_weaker(globaldyn, *one) for one in MACHINES if one[0] in REDUNDANT])
    with open(os.path.join(HERE, "limits.csv"), "w", encoding="utf8", newline="") as file:
        writer = csv.DictWriter(file, names)
        writer.writeheader()
        for row in rows:
            writer.writerow({k: f"{v:.6g}" if isinstance(v, float) else v for k, v in row.items()})


if __name__ == "__main__":
    main(os.path.abspath(sys.argv[1]))
