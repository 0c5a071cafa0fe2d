# Draws front.png from the fronts beside it. Usage: gnuplot front.gp
load '../style.gp'
set output 'front.png'
set lmargin at screen 0.09
set rmargin at screen 0.96
set bmargin at screen 0.14
set tmargin at screen 0.90
set xlabel 'time of the cycle, s' textcolor rgb grey
set ylabel 'motors and gearboxes, EUR' textcolor rgb grey
set title 'What a faster cycle costs, with three drives and with four' textcolor rgb title_colour
set logscale x
set xrange [0.45:4]
set xtics (0.5, 0.6, 0.8, 1, 1.5, 2, 3, 4)
set yrange [0:*]
plot 'front_3_drives.csv' every ::1 using 1:2 with steps lw 1.2 lc rgb '#e08e45' notitle, \
     'front_3_drives.csv' every ::1 using 1:2 with points pt 7 ps 0.8 lc rgb '#e08e45' title 'three drives', \
     'front_4_drives.csv' every ::1 using 1:2 with steps lw 1.2 lc rgb '#1a5a99' notitle, \
     'front_4_drives.csv' every ::1 using 1:2 with points pt 7 ps 0.8 lc rgb '#1a5a99' title 'four drives, one redundant'
