# Draws front.png from the fronts beside it. Usage: gnuplot front.gp
load '../style.gp'
set output 'front.png'
set multiplot
set bmargin at screen 0.14
set tmargin at screen 0.90
set xlabel 'footprint, m²' textcolor rgb grey
do for [k=0:1] {
  set lmargin at screen (k == 0 ? 0.07 : 0.57)
  set rmargin at screen (k == 0 ? 0.475 : 0.975)
  set ylabel (k == 0 ? 'time of both circles, s' : 'least stiffness about home, N/µm') textcolor rgb grey
  set title (k == 0 ? 'Time against footprint' : 'Stiffness against footprint') textcolor rgb title_colour
  if (k == 0) { set key right top } else { set key right bottom }
  scale = k == 0 ? 1.0 : 1e-6
  plot 'front_hexapod_6ups.csv' every ::1 using 4:(column(2 + k) * scale) \
         with points pt 7 ps 0.6 lc rgb '#e08e45' title 'six legs of 1200 N', \
       'front_octapod_8ups.csv' every ::1 using 4:(column(2 + k) * scale) \
         with points pt 7 ps 0.6 lc rgb '#1a5a99' title 'eight legs of 900 N'
}
unset multiplot
