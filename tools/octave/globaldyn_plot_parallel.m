function designs = globaldyn_plot_parallel(file, columns)
% GLOBALDYN_PLOT_PARALLEL  Draws the Pareto set of a study as lines over parallel axes, one for each column.
%   designs = globaldyn_plot_parallel('designs.csv', {'side', 'leg', 'force', 'time', 'moving_mass'})
%   designs = globaldyn_plot_parallel('designs.csv')    all columns of numbers but the program's own
%   An axis goes over all feasible designs; the colour is that of the last column.
designs = globaldyn_designs(file);
if nargin < 2
  columns = setdiff(fieldnames(designs)', {'id', 'pareto', 'violation', 'wall_time'}, 'stable');
  columns = columns(cellfun(@(name) isnumeric(designs.(name)) && ~all(isnan(designs.(name))), columns));
end
good = strcmp(designs.state, 'ok') & designs.violation == 0;
front = designs.pareto(good) == 1;
places = zeros(sum(front), numel(columns));
ends = zeros(2, numel(columns));
for k = 1:numel(columns)
  values = double(number_texts(designs.(columns{k})(good)));
  ends(:, k) = [min(values); max(values)];
  places(:, k) = (values(front) - ends(1, k)) / max(ends(2, k) - ends(1, k), realmin);
end
shades = jet(64);
cla;
hold on;

for k = 1:numel(columns)
  plot([k k], [0 1], 'k');
  text(k, -0.04, sprintf('%.4g', ends(1, k)), 'HorizontalAlignment', 'center');
  text(k, 1.04, sprintf('%.4g', ends(2, k)), 'HorizontalAlignment', 'center');
  text(k, 1.11 + 0.06 * mod(k - 1, 2), strrep(columns{k}, '_', ' '), 'HorizontalAlignment', 'center');
end
for i = 1:size(places, 1)
  colour = [0.6 0.6 0.6];
  if ~isnan(places(i, end))
    colour = shades(1 + round(63 * places(i, end)), :);
  end
  plot(1:numel(columns), places(i, :), 'Color', colour);
end
hold off;
axis([0.5, numel(columns) + 0.5, -0.1, 1.22]);
axis('off');
end

function numbers = number_texts(values)
% Choices by name are numbered as they come in the alphabet.
numbers = values;
if iscell(values)
  [~, ~, numbers] = unique(values);
end
end
