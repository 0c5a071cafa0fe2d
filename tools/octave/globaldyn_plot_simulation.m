function simulation = globaldyn_plot_simulation(folder)
% GLOBALDYN_PLOT_SIMULATION  Draws the simulation in a folder of results: drives' positions and forces, and what it is
% off by: the joints, and with a plan the tool.
%   simulation = globaldyn_plot_simulation('run')   also returns simulation.csv as a struct of columns
simulation = globaldyn_read(fullfile(folder, 'simulation.csv'));
about = globaldyn_read(fullfile(folder, 'simulation.json'));
drives = about.machine.drives;
panel(1, 3);
plot_drives(simulation, drives, 'position');
ylabel('position [m, rad]');
title(strrep(sprintf('%s, %s: %.6g s', about.machine.name, about.status, about.time), '_', ' '));
panel(2, 3);
plot_drives(simulation, drives, 'force');
ylabel('force [N, N m]');
panel(3, 3);
% Powers of ten have no zero.
semilogy(simulation.t, max(simulation.drift, eps));
names = {'drift [1]'};
if isfield(simulation, 'tracking_error')
  hold on;
  semilogy(simulation.t, max(simulation.tracking_error, eps));
  hold off;
  names{end + 1} = 'tracking error [m]';
end
legend(names);
xlabel('t [s]');
grid on;
end

function plot_drives(simulation, drives, what)
if isempty(drives)
  return
end
columns = cellfun(@(name) simulation.([what '_' regexprep(name, '[^A-Za-z0-9_]', '_')]), drives(:)', ...
                  'UniformOutput', false);
plot(simulation.t, [columns{:}]);
legend(strrep(drives, '_', ' '));
grid on;
end
