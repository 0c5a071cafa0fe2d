function values = globaldyn_plot_map(folder, map, criterion)
% GLOBALDYN_PLOT_MAP  Draws a criterion over a map of two axes; NaN where the machine cannot be.
%   values = globaldyn_plot_map('star', 'workspace', 'dexterity')   rows: second axis, columns: first
about = globaldyn_read(fullfile(folder, ['map_' map '.json']));
table = globaldyn_read(fullfile(folder, ['map_' map '.csv']));
if numel(about.axes) ~= 2
  error('globaldyn_plot_map: %d axes; expected 2', numel(about.axes));
end
name = regexprep(criterion, '[^A-Za-z0-9_]', '_');
if ~isfield(table, name)
  error('globaldyn_plot_map: there is no column %s', criterion);
end
first = about.axes(1).values;
second = about.axes(2).values;
values = reshape(table.(name)(1:numel(first) * numel(second)), numel(second), numel(first));
imagesc(first, second, values);
axis('xy');
axis('equal');
colorbar();
xlabel(sprintf('%s [%s]', about.axes(1).name, about.axes(1).unit));
ylabel(sprintf('%s [%s]', about.axes(2).name, about.axes(2).unit));
title(strrep(criterion, '_', ' '));
end
