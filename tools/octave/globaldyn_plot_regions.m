function evaluation = globaldyn_plot_regions(folder, path, samples)
% GLOBALDYN_PLOT_REGIONS  Draws accessible regions in the plane of d1^2 and d2, where their edges are straight.
%   globaldyn_plot_regions('star')                        of the first path, five of its samples
%   globaldyn_plot_regions('star', 'circle_a', [1 10])    of a path, samples by number
evaluation = globaldyn_read(fullfile(folder, 'evaluation.json'));
paths = as_cells(evaluation.paths);
chosen = paths{1};
if nargin > 1
  names = cellfun(@(one) one.name, paths, 'UniformOutput', false);
  at = find(strcmp(names, path));
  if isempty(at)
    error('globaldyn_plot_regions: there is no path %s', path);
  end
  chosen = paths{at};
end
all = as_cells(chosen.samples);
if nargin < 3
  samples = unique(round(linspace(1, numel(all), 5)));
end
hold on;
for k = samples
  if ~strcmp(all{k}.status, 'ok')
    continue
  end
  parts = as_cells(all{k}.region.components);
  for i = 1:numel(parts)
    corners = parts{i}.vertices;
    if ~isempty(corners)
      fill(corners(:, 1), corners(:, 2), 0.5 + 0.5 * rand(1, 3), 'FaceAlpha', 0.4);
    end
  end
end
hold off;
xlabel('d1^2 [1/s^2]');
ylabel('d2 [1/s^2]');
title(strrep(chosen.name, '_', ' '));
grid on;
end
