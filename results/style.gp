# What the pictures of studies have in common. Loaded by the scripts in the folders beside it.
set encoding utf8
set datafile separator comma
grey = '#5b6470'
set border 3 lw 1 lc rgb grey
set tics nomirror out scale 0.6 textcolor rgb grey
set grid lt 1 lw 0.6 lc rgb '#e6e9ee'
set key right top Left reverse samplen 1.6 spacing 1.2 textcolor rgb '#222222'
set palette defined (0 '#0b2f5c', 0.35 '#2f7fbf', 0.65 '#7fc4a8', 1 '#f2c14e')
set colorbox user size 0.012, 0.62
set cbtics textcolor rgb grey scale 0.4
title_colour = '#222222'
set terminal pngcairo size 1920,880 font 'DejaVu Sans,13' noenhanced rounded \
  fontscale 1.55 linewidth 2 pointscale 1.8 background rgb 'white'
