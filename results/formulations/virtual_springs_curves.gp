# Draws virtual_springs_curves.png from virtual_springs_curves.csv. Usage: gnuplot virtual_springs_curves.gp
load '../style.gp'
set logscale y
set format y '10^{%L}'
set terminal pngcairo enhanced
set xrange [0:6]
set xtics 2
set xlabel 't, s (a lap takes 2 s)' textcolor rgb grey
file = 'virtual_springs_curves.csv'
array colour[5] = ["#a6c8e8", "#6aa6d6", "#2f7fbf", "#1a5a99", "#0b2f5c"]
stiffness(i) = 10.0 ** (i + 2)
set output 'virtual_springs_curves.png'
set multiplot layout 1,2
set key off
set title 'Sum of the springs’ elongations, m (Fig. 5)' textcolor rgb title_colour
set yrange [1e-8:10]
plot for [i=1:5] file every ::1 using (abs($1 / stiffness(i) - 1) < 0.1 ? $2 : NaN):3 \
  with lines lw 1.5 lc rgb colour[i] title sprintf('K = 10^{%d} N/m', i + 2), \
  1e-5 lw 1 dt 2 lc rgb grey notitle, exp(-5) lw 1 dt 3 lc rgb grey notitle
set key right bottom
set title 'Platform’s distance from its path, m (Fig. 6)' textcolor rgb title_colour
plot for [i=1:5] file every ::1 using (abs($1 / stiffness(i) - 1) < 0.1 ? $2 : NaN):4 \
  with lines lw 1.5 lc rgb colour[i] title sprintf('K = 10^{%d} N/m', i + 2), \
  1e-5 lw 1 dt 2 lc rgb grey notitle, exp(-5) lw 1 dt 3 lc rgb grey notitle
unset multiplot
