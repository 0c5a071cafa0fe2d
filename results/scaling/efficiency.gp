# Draws efficiency.png and efficiency.svg from efficiency.csv. Usage: gnuplot efficiency.gp
set encoding utf8
set datafile separator comma
set datafile missing NaN

grey = '#5b6470'
set border 3 lw 1 lc rgb grey
set tics nomirror out scale 0.6 textcolor rgb grey
set logscale x
set xrange [1:10000]
set yrange [0:100]
set xtics ('1' 1, '10' 10, '100' 100, '1000' 1000, '10 000' 10000)
set mxtics 10
set ytics 20 format '%g %%'
set grid ytics lt 1 lw 0.6 lc rgb '#e6e9ee'
set xlabel 'ranks' textcolor rgb grey offset 0,0.3
set key left bottom Left reverse samplen 1.6 spacing 1.15 width -2 textcolor rgb '#222222'
set clip two

# Light to dark as populations and lags grow.
array colour[5] = ['#a6c8e8', '#6aa6d6', '#2f7fbf', '#1a5a99', '#0b2f5c']

generational = "'generational 100' 'generational 1000' 'generational 10000' 'generational 100000'"
populations = "'population 100' 'population 1000' 'population 10 000' 'population 100 000'"
steady = "'steady 1N' 'steady 2N' 'steady 4N' 'steady 8N' 'steady 16N'"
lags = "'lag N' 'lag 2 N' 'lag 4 N' 'lag 8 N' 'lag 16 N'"

# Efficiencies of one search; white dots on them where rank 0 has no time left.
pick(name, value) = strcol(1) eq name ? value : NaN
dot(busy) = busy > 0.95 ? 0xffffff : 0xff000000  # else transparent
file = 'efficiency.csv'

do for [format in 'svg png'] {
  if (format eq 'svg') {
    set terminal svg size 960,440 font 'DejaVu Sans,13' noenhanced rounded background rgb 'white'
  } else {
    set terminal pngcairo size 1920,880 font 'DejaVu Sans,13' noenhanced rounded \
      fontscale 1.55 linewidth 2 pointscale 1.8 background rgb 'white'
  }
  set output 'efficiency.'.format
  set multiplot
  set tmargin at screen 0.90
  set bmargin at screen 0.15

  set lmargin at screen 0.07
  set rmargin at screen 0.475
  set title 'Generations: useful share of all ranks’ time' textcolor rgb '#222222' offset 0,-0.3
  plot for [i=1:4] file every ::1 using 2:(pick(word(generational, i), 100 * $5)) \
         with linespoints lw 2 pt 7 ps 0.6 lc rgb colour[i + 1] title word(populations, i), \
       for [i=1:4] file every ::1 using 2:(pick(word(generational, i), 100 * $5)):(dot($6)) \
         with points pt 7 ps 0.32 lc rgb variable notitle

  set lmargin at screen 0.56
  set rmargin at screen 0.965
  set title 'Steady state on N ranks' textcolor rgb '#222222' offset 0,-0.3
  plot for [i=1:5] file every ::1 using 2:(pick(word(steady, i), 100 * $5)) \
         with linespoints lw 2 pt 7 ps 0.6 lc rgb colour[i] title word(lags, i), \
       for [i=1:5] file every ::1 using 2:(pick(word(steady, i), 100 * $5)):(dot($6)) \
         with points pt 7 ps 0.32 lc rgb variable notitle, \
       NaN with points pt 6 ps 0.6 lw 1.5 lc rgb colour[5] title 'rank 0 has no time left'
  unset multiplot
  set output
}
