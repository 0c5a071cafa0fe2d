# Draws front.png from the front beside it. Usage: gnuplot front.gp
load '../style.gp'
set output 'front.png'
set multiplot
set bmargin at screen 0.14
set tmargin at screen 0.90
unset key
set xlabel 'time of both circles, s' textcolor rgb grey
set cblabel 'footprint, m²' textcolor rgb grey
do for [k=0:1] {
  set lmargin at screen (k == 0 ? 0.07 : 0.56)
  set rmargin at screen (k == 0 ? 0.475 : 0.90)
  if (k == 0) { unset colorbox } else { set colorbox user origin 0.92, 0.2 size 0.012, 0.62 }
  set ylabel (k == 0 ? 'moving mass, kg' : 'least dexterity in 300 mm by 300 mm') textcolor rgb grey
  set title (k == 0 ? 'Moving mass against time' : 'Dexterity against time') textcolor rgb title_colour
  plot 'front.csv' every ::1 using 2:(column(k == 0 ? 4 : 3)):5 with points pt 7 ps 0.6 lc palette
}
unset multiplot
