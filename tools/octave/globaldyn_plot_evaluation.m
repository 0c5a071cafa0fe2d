function evaluation = globaldyn_plot_evaluation(folder, path)
% GLOBALDYN_PLOT_EVALUATION  Draws over p how fast the path can be run, and how hard the machine accelerates at rest.
%   globaldyn_plot_evaluation('star')               of the first path in the folder's evaluation.json
%   globaldyn_plot_evaluation('star', 'circle_a')   of a path
%   Gaps are where the machine cannot be, or cannot rest.
evaluation = globaldyn_read(fullfile(folder, 'evaluation.json'));
paths = as_cells(evaluation.paths);
chosen = paths{1};
if nargin > 1
  at = find(strcmp(cellfun(@(one) one.name, paths, 'UniformOutput', false), path));
  if isempty(at)
    error('globaldyn_plot_evaluation: there is no path %s', path);
  end
  chosen = paths{at};
end
samples = as_cells(chosen.samples);
p = cellfun(@(one) one.p, samples);
[fastest, hardest] = cellfun(@limits_of, samples, 'UniformOutput', false);
hardest = vertcat(hardest{:});
panel(1, 2);
plot(p, [fastest{:}], '.-');
ylabel('largest d1 [1/s]');
title(strrep(sprintf('%s, %s', evaluation.machine.name, chosen.name), '_', ' '));
grid on;
panel(2, 2);
plot(p, hardest(:, 1), '.-', p, hardest(:, 2), '.-');
xlabel('p');
ylabel('d2 at rest [1/s^2]');
legend({'least', 'largest'});
grid on;
end

function [fastest, hardest] = limits_of(sample)
fastest = NaN;
hardest = [NaN NaN];
if ~strcmp(sample.status, 'ok')
  return
end
if ~isempty(sample.region.d1_intervals)
  fastest = max(sample.region.d1_intervals(:));
end
if numel(sample.region.d2_at_rest) == 2
  hardest = sample.region.d2_at_rest(:)';
end
end
