function designs = globaldyn_plot_front(file, x, y)
% GLOBALDYN_PLOT_FRONT  Draws designs of a study by two of their columns, those of the Pareto set in colour.
%   globaldyn study export star_study --format csv --out designs.csv    (or json, hdf5)
%   designs = globaldyn_plot_front('designs.csv', 'time', 'mass')
designs = globaldyn_designs(file);
good = strcmp(designs.state, 'ok') & designs.violation == 0;
front = good & designs.pareto == 1;
plot(designs.(x)(good), designs.(y)(good), '.', 'Color', [0.7 0.7 0.7]);
hold on;
plot(designs.(x)(front), designs.(y)(front), 'o');
hold off;
xlabel(strrep(x, '_', ' '));
ylabel(strrep(y, '_', ' '));
legend({'designs', 'Pareto set'});
grid on;
end
