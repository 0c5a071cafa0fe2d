% The functions of tools/octave on fresh results: numbers against those of other files, pictures drawn.
% usage: octave-cli run.m SOURCE PROGRAM FOLDER
arguments = argv();
[source, program, folder] = arguments{:};
addpath(fullfile(source, 'tools', 'octave'));
graphics_toolkit('gnuplot');
set(0, 'DefaultFigureVisible', 'off');

function run(varargin)
  command = sprintf('"%s" ', varargin{:});
  [status, out] = system([command ' 2>&1']);
  assert(status == 0, '%s: %s', command, out);
end

star = fullfile(source, 'machines', 'sliding_star', 'sliding_star.yaml');
run(program, 'plan', star, '--path', 'circle_a', '--tolerance', '1e-3', '--out', folder);
run(program, 'evaluate', star, '--path', 'circle_a', '--samples', '7', '--out', folder);
arm = fullfile(source, 'machines', 'arm_2r', 'arm_2r.yaml');

% A plan three times: the table, HDF5 and the document are one.
plan = globaldyn_plot_plan(folder);
held = globaldyn_read(fullfile(folder, 'plan.h5'));
about = globaldyn_read(fullfile(folder, 'plan.json'));
assert(max(abs(plan.d1 - held.d1(:))) == 0);
assert(max(abs(plan.force_F1 - held.force_F1(:))) == 0);
assert(abs(plan.t(end) - about.time) < 1e-12 * about.time);
assert(numel(about.machine.drives) == 4);

% Coefficients make the forces that limits allow.
evaluation = globaldyn_plot_regions(folder, 'circle_a', 1:7);
sample = evaluation.paths(1).samples(1);
assert(size(sample.A, 1) == 4);
corner = sample.region.vertices(2, :);
assert(all(isfinite(corner)));

% A map: as many values as poses, and what the document says of them.
run(program, 'map', star, '--map', 'workspace', '--out', folder);
maps = globaldyn_read(fullfile(folder, 'map_workspace.json'));
column = maps.reductions(1).of;
values = globaldyn_plot_map(folder, 'workspace', column);
assert(isequal(size(values), [numel(maps.axes(2).values), numel(maps.axes(1).values)]));
table = globaldyn_read(fullfile(folder, 'map_workspace.csv'));
at = find(abs(table.x - maps.axes(1).values(2)) < 1e-12, 1);
name = regexprep(column, '[^A-Za-z0-9_]', '_');
same = values(1, 2) == table.(name)(at) || (isnan(values(1, 2)) && isnan(table.(name)(at)));
assert(same);

% Mistakes are told.
try
  globaldyn_read(fullfile(folder, 'plan.txt'));
  assert(false);
catch wrong
  assert(any(strfind(wrong.message, 'there is no file')), wrong.message);
end

% Cells in quotes, and texts.
file = fullfile(folder, 'quoted.csv');
text = fopen(file, 'w');
fprintf(text, '# a remark\nname,over.time,3rd\n"a, ""b""",1.5,\nc,2,4\n');
fclose(text);
read = globaldyn_read(file);
assert(strcmp(read.name{1}, 'a, "b"') && isequal(read.over_time, [1.5; 2]) && read.x3rd(2) == 4);
printf('all is well\n');
