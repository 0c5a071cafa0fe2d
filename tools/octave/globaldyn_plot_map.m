function values = globaldyn_plot_map(folder, map, criterion)
% GLOBALDYN_PLOT_MAP  Draws a criterion over a map; white where the machine cannot be.
%   values = globaldyn_plot_map('star', 'workspace', 'dexterity')
%   rows of `values`: second axis, columns: first. A map of one axis is a curve; of three axes, and of several
%   orientations, there is a picture each, and `values` has a third and a fourth dimension.
about = globaldyn_read(fullfile(folder, ['map_' map '.json']));
table = globaldyn_read(fullfile(folder, ['map_' map '.csv']));
name = regexprep(criterion, '[^A-Za-z0-9_]', '_');
if ~isfield(table, name)
  error('globaldyn_plot_map: there is no column %s', criterion);
end
axes_of = as_cells(about.axes);
orientations = cellstr(about.orientations);
counts = cellfun(@(one) numel(one.values), axes_of);
seen = table.(name);
seen(~strcmp(table.status, 'ok')) = NaN;
first = axes_of{1};
if numel(counts) == 1
  values = reshape(seen, counts, numel(orientations));
  plot(first.values, values, '.-');
  xlabel(label_of(first));
  ylabel(strrep(criterion, '_', ' '));
  grid on;
  return
end
if numel(counts) > 3
  error('globaldyn_plot_map: %d axes; expected 1 to 3', numel(counts));
end
% The last axis is the fastest in the table: with it first, the second becomes the rows.
slices = prod(counts(3:end));
values = permute(reshape(seen, [slices, counts(2), counts(1), numel(orientations)]), [2 3 1 4]);
panels = slices * numel(orientations);
across = ceil(sqrt(panels));
for k = 1:panels
  if panels > 1
    subplot(ceil(panels / across), across, k);
  else
    subplot('Position', [0.15, 0.15, 0.68, 0.74]);
  end
  draw(values(:, :, k), first, axes_of{2}, range_of(values));
  title(title_of(criterion, axes_of, orientations, k, slices));
end
end

function draw(values, first, second, range)
% Nothing is a colour of its own, white, below all others: not every toolkit leaves out what is NaN.
colours = 64;
below = range(1) - (range(2) - range(1)) / colours;
empty = isnan(values);
values = max(values, range(1));
values(empty) = below;
imagesc(first.values, second.values, values);
colormap([1 1 1; shades_of(colours)]);
caxis([below range(2)]);
axis('xy');
if strcmp(first.unit, second.unit)
  axis('equal', 'tight');
end
colorbar();
xlabel(label_of(first));
ylabel(label_of(second));
end

function shades = shades_of(count)
if exist('viridis') %#ok<EXIST> Octave
  shades = viridis(count);
else
  shades = parula(count);
end
end

function range = range_of(values)
known = values(isfinite(values));
range = [0 1];
if ~isempty(known) && max(known) > min(known)
  range = [min(known) max(known)];
end
end

function text = label_of(axis_of)
text = strrep(sprintf('%s [%s]', axis_of.name, axis_of.unit), '_', ' ');
end

function text = title_of(criterion, axes_of, orientations, k, slices)
text = criterion;
if slices > 1
  third = axes_of{3};
  text = sprintf('%s, %s = %.4g %s', text, third.name, third.values(mod(k - 1, slices) + 1), third.unit);
end
if numel(orientations) > 1
  text = sprintf('%s, %s', text, orientations{ceil(k / slices)});
end
text = strrep(text, '_', ' ');
end
