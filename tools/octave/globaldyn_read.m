function data = globaldyn_read(file)
% GLOBALDYN_READ  A result of globaldyn as a struct: JSON documents, CSV tables, HDF5 files.
%   plan  = globaldyn_read('star/plan.json')     fields as docs/files.md has them
%   table = globaldyn_read('star/plan.csv')      a column vector, or a cell of texts, for each column
%   held  = globaldyn_read('star/plan.h5')       datasets by name, groups as structs
%   Names of columns with other characters than letters, digits and _ have _ instead. All numbers are in SI.
%   Octave's own HDF5 reader takes numbers only: of maps and studies read the JSON or CSV there.
[~, ~, kind] = fileparts(file);
if ~exist(file, 'file')
  error('globaldyn_read: there is no file %s', file);
end
switch lower(kind)
  case '.json'
    data = jsondecode(fileread(file));
  case '.csv'
    data = read_csv(file);
  case {'.h5', '.hdf5'}
    data = read_hdf5(file);
  otherwise
    error('globaldyn_read: %s; expected .json, .csv or .h5', file);
end
end

function data = read_csv(file)
lines = strsplit(fileread(file), {sprintf('\r\n'), sprintf('\n')});
lines = lines(~cellfun(@isempty, lines));
lines = lines(cellfun(@(one) one(1) ~= '#', lines));
names = split_cells(lines{1});
count = numel(lines) - 1;
cells = cell(count, numel(names));
for k = 1:count
  row = split_cells(lines{k + 1});
  if numel(row) ~= numel(names)
    error('globaldyn_read: %s, row %d: %d cells; expected %d', file, k + 1, numel(row), numel(names));
  end
  cells(k, :) = row;
end
data = struct();
for k = 1:numel(names)
  column = cells(:, k);
  numbers = str2double(column);
  known = ~cellfun(@isempty, column);
  if any(isnan(numbers(known)))
    data.(field_name(names{k})) = column;
  else
    data.(field_name(names{k})) = numbers;
  end
end
end

function parts = split_cells(line)
% At commas outside double quotes; doubled quotes are one.
quoted = mod(cumsum(line == '"'), 2) == 1;
ends = [find(line == ',' & ~quoted), numel(line) + 1];
parts = cell(1, numel(ends));
from = 1;
for k = 1:numel(ends)
  part = line(from:ends(k) - 1);
  if numel(part) >= 2 && part(1) == '"' && part(end) == '"'
    part = strrep(part(2:end - 1), '""', '"');
  end
  parts{k} = part;
  from = ends(k) + 1;
end
end

function name = field_name(name)
name = regexprep(name, '[^A-Za-z0-9_]', '_');
if isempty(name) || ~isletter(name(1))
  name = ['x' name];
end
end

function data = read_hdf5(file)
if exist('h5info') %#ok<EXIST> MATLAB, or the package hdf5oct
  data = read_group(file, h5info(file));
  return
end
try
  data = load('-hdf5', file);
catch wrong
  error('globaldyn_read: %s has more than numbers (%s); read the JSON or CSV beside it', file, wrong.message);
end
end

function data = read_group(file, group)
data = struct();
prefix = group.Name;
if prefix(end) ~= '/'
  prefix = [prefix '/'];
end
for k = 1:numel(group.Datasets)
  name = group.Datasets(k).Name;
  data.(field_name(name)) = h5read(file, [prefix name]);
end
for k = 1:numel(group.Groups)
  [~, name] = fileparts(group.Groups(k).Name);
  data.(field_name(name)) = read_group(file, group.Groups(k));
end
end
