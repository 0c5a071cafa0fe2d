globaldyn --version

globaldyn doctor

# A gantry of one's own: smaller, lighter, a stronger motor for the carriage, and a path that it is built for.

globaldyn new gantry mine.yaml --name mine

grep -n 'half:\|carriage_force:\|carriage_mass:\|beam:\|40 kg\|^paths:' mine.yaml

sed -i -e 's/half:   {value: 600 mm/half:   {value: 450 mm/' \
  -e 's/carriage_force: {value: 300 N/carriage_force: {value: 400 N/' \
  -e 's/carriage_mass:  {value: 12 kg/carriage_mass:  {value: 9 kg/' -e 's/40 kg/32 kg/' mine.yaml

sed -i 's/^paths:/&\
  ellipse: {position: {x: 0.5 + 0.3*cos(p), y: 0.2*sin(p)}, p_max: 2*pi}/' mine.yaml

globaldyn check mine.yaml

globaldyn plan mine.yaml --path ellipse --out ellipse

globaldyn plan mine.yaml --path ellipse --set "carriage_force=600 N" --quiet --json | grep -m 1 "\"time\""

globaldyn plan mine.yaml --path ellipse --within rated --out cool

globaldyn plan mine.yaml --cycle shift --out shift

globaldyn report ellipse

globaldyn report shift

# Another, written by hand from the template and the pages: gantry.yaml, as it stands beside this.

globaldyn check gantry.yaml | sed -n 1,4p

globaldyn plan gantry.yaml --path ellipse

globaldyn plan gantry.yaml --path ellipse --set "tool_mass=10 kg" | sed -n 1,2p

globaldyn plan gantry.yaml --path ellipse --rise-time "10 ms" | sed -n 1,2p

globaldyn plan gantry.yaml --path ellipse --least losses --time "0.8 s"
