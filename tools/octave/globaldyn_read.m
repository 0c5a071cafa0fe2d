function data = globaldyn_read(file)
% GLOBALDYN_READ  A result of globaldyn as a struct: JSON documents, CSV tables, HDF5 files.
%   plan  = globaldyn_read('star/plan.json')     fields as docs/files.md has them
%   table = globaldyn_read('star/plan.csv')      a column vector, or a cell of texts, for each column
%   held  = globaldyn_read('star/plan.h5')       datasets by name, groups as structs
%   Names of columns with other characters than letters, digits and _ have _ instead. All numbers are in SI.
%   HDF5: one dimension is a column; of more the first is last, as MATLAB and Octave have it. Poses' status and
%   designs' state are texts. Attributes (units) are left out, and with them the names of a study's choices, which
%   are numbers from 0: the CSV has them.
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
  name = own_name(data, names{k});
  if any(isnan(numbers(known)))
    data.(name) = column;
  else
    data.(name) = numbers;
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

function name = own_name(data, name)
% Names that differ in nothing but other characters are numbered.
plain = field_name(name);
name = plain;
for k = 2:numel(fieldnames(data)) + 1
  if ~isfield(data, name)
    return
  end
  name = sprintf('%s_%d', plain, k);
end
end

function name = field_name(name)
name = regexprep(name, '[^A-Za-z0-9_]', '_');
if isempty(name) || ~isletter(name(1))
  name = ['x' name];
end
end

function data = read_hdf5(file)
if exist('h5info') && exist('h5read') %#ok<EXIST> MATLAB, or the package hdf5oct
  data = read_group(file, h5info(file));
else
  data = load_hdf5(file);
end
data = name_numbers(data);
end

function data = load_hdf5(file)
% Octave's own reader warns, and goes on without what it cannot read, or stops there.
lastwarn('');
evalc('data = load(''-hdf5'', file);');
told = lastwarn();
if any(strfind(told, 'error while reading'))
  error('globaldyn_read: %s has texts that Octave cannot read (%s); %s', file, told, name_others(file));
end
data = tidy(data);
end

function text = name_others(file)
% Where else the same numbers are.
[folder, name] = fileparts(file);
others = {};
for kind = {'.json', '.csv'}
  one = fullfile(folder, [name kind{1}]);
  if exist(one, 'file')
    others{end + 1} = one; %#ok<AGROW>
  end
end
if isempty(others)
  text = 'let the program write it anew, or as CSV or JSON';
else
  text = ['read ' strjoin(others, ' or ')];
end
end

function tidied = tidy(data)
% As MATLAB has it: columns for one dimension, cells of texts, names without _ at their head.
tidied = struct();
names = fieldnames(data);
for k = 1:numel(names)
  value = data.(names{k});
  if isstruct(value)
    value = tidy(value);
  elseif ischar(value)
    value = cellstr(value);
  elseif isrow(value)
    value = value(:);
  end
  tidied.(field_name(regexprep(names{k}, '^_(?=\d)', ''))) = value;
end
end

function data = name_numbers(data)
% What is written as a number with a name.
if isfield(data, 'status_number')
  names = data.status_names(:);
  data.status = reshape(names(double(data.status_number) + 1), size(data.status_number));
end
if isfield(data, 'state') && isnumeric(data.state)
  names = {'ok'; 'infeasible'; 'failed'};
  data.state = reshape(names(double(data.state) + 1), size(data.state));
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
  value = h5read(file, [prefix name]);
  if ischar(value) || isa(value, 'string')
    value = cellstr(value);
  end
  data.(own_name(data, name)) = value;
end
for k = 1:numel(group.Groups)
  whole = group.Groups(k).Name;
  name = whole(find(whole == '/', 1, 'last') + 1:end);
  data.(field_name(name)) = read_group(file, group.Groups(k));
end
end
