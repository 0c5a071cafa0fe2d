function plan = globaldyn_plot_plan(folder)
% GLOBALDYN_PLOT_PLAN  Draws the plan in a folder of results: speed along the path, and drives' forces.
%   plan = globaldyn_plot_plan('star')   also returns plan.csv as a struct of columns
plan = globaldyn_read(fullfile(folder, 'plan.csv'));
about = globaldyn_read(fullfile(folder, 'plan.json'));
drives = about.machine.drives;
if isempty(plan.t)
  error('globaldyn_plot_plan: there is no motion in %s: %s', folder, about.status);
end
panel(1, 2);
plot(plan.t, plan.d1);
xlabel('t [s]');
ylabel('d1 [1/s]');
name = '';
if isfield(about, 'path')
  name = about.path.name;
end
title(strrep(sprintf('%s, %s: %.6g s', about.machine.name, name, plan.t(end)), '_', ' '));
grid on;
panel(2, 2);
hold on;
for k = 1:numel(drives)
  plot(plan.t, plan.(['force_' regexprep(drives{k}, '[^A-Za-z0-9_]', '_')]));
end
hold off;
legend(strrep(drives, '_', ' '));
xlabel('t [s]');
ylabel('force [N, N m]');
grid on;
end
