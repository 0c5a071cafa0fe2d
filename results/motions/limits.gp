# What each limit costs: gnuplot limits.gp, of limits.csv beside it.
load '../style.gp'
set output 'limits.png'
set style data histograms
set style histogram clustered gap 1.2
set style fill solid 1.0 noborder
set boxwidth 0.92
set ylabel 'longer than the fastest motion, %' textcolor rgb grey
set grid ytics
set key outside top center horizontal Left reverse maxrows 3
set yrange [0:*]
set title 'One more limit at a time: how much longer the best motion takes' textcolor rgb title_colour
set xrange [-0.6:4.6]
plot 'limits.csv' skip 1 using 3:xtic(1) title 'rms force within 60 % of the peak (gantry: a third)' lc rgb '#0b2f5c', \
     '' skip 1 using 6 title 'force rises in 4 % of the time' lc rgb '#2f7fbf', \
     '' skip 1 using 7 title 'tool''s acceleration likewise' lc rgb '#7fc4a8', \
     '' skip 1 using 4 title '70 % of the power of the strongest drive' lc rgb '#f2c14e', \
     '' skip 1 using 5 title '70 % of the power of all together' lc rgb '#c8553d'
