function designs = globaldyn_designs(file)
% GLOBALDYN_DESIGNS  Designs of a study as a struct of columns, whether they were exported as CSV, JSON or HDF5.
%   globaldyn study export star_study --format json --out designs.json
%   designs = globaldyn_designs('designs.json')
%   designs.time(strcmp(designs.state, 'ok') & designs.pareto == 1)
%   Numbers that do not exist are NaN. Choices are texts of CSV and JSON, and numbers from 0 of HDF5.
designs = globaldyn_read(file);
if ~isfield(designs, 'designs')
  if isnumeric(designs.reason)  % a column of a CSV without anything in it
    designs.reason = repmat({''}, size(designs.reason));
  end
  return
end
document = designs;
rows = document.designs;
columns = document.columns;
if isstruct(columns)
  columns = num2cell(columns);
end
if isstruct(rows)
  rows = num2cell(rows);
end
designs = struct();
for k = 1:numel(columns)
  name = regexprep(columns{k}.name, '[^A-Za-z0-9_]', '_');
  values = cellfun(@(row) row.(name), rows(:), 'UniformOutput', false);
  if any(cellfun(@ischar, values))
    values(cellfun(@isempty, values)) = {''};
    designs.(name) = values;
  else
    values(cellfun(@isempty, values)) = {NaN};
    designs.(name) = cell2mat(values);
  end
end
end
