# The same from Python, and a study: which mass of the beam, which force of the motors, at which price?

cat >mine.py <<'END'
import globaldyn
mine = globaldyn.load("mine.yaml")
print(mine.plan("ellipse"))
for force in (300, 400, 500, 600):
    print(force, mine.with_parameters(carriage_force=f"{force} N").plan("ellipse").time)
def price(machine):
    beam = machine.parameters["bridge_mass"].value
    return 2000 / beam + sum(0.5 * limit.force[1] for limit in machine.drive_limits)
study = globaldyn.run_study({
    "name": "bridge",
    "machine": "gantry.yaml",
    "variables": {"bridge_mass": ("20 kg", "60 kg"), "force": ("200 N", "2 kN")},
    "objectives": {"time": {"minimize": "ellipse.time"}, "price": {"minimize": price, "unit": "EUR"}},
    "search": {"algorithm": "nsga2", "population": 40, "budget": 800, "seed": 1},
}, "bridge")
front = study.pareto()
print(len(study.designs), "designs, of which", len(front.designs), "on the front")
for design in front.designs[:: max(1, len(front.designs) // 5)]:
    one = study.values(design)
    print(f"{one['bridge_mass']:.1f} kg {one['force']:.0f} N: {one['time']:.4f} s, {one['price']:.0f} EUR")
END

time python3 mine.py

globaldyn report bridge

ls -l */report.html
