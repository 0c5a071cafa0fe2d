function cells = as_cells(value)
% Lists of documents are arrays of structs where all have the same fields, cells otherwise.
if iscell(value)
  cells = value(:)';
elseif isempty(value)
  cells = {};
else
  cells = arrayfun(@(one) one, value(:)', 'UniformOutput', false);
end
end
