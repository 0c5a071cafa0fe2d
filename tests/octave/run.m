% The functions of tools/octave on fresh results: every kind of result that the program writes is read, with all fields
% that docs/files.md has, and drawn; the oracle is what the program wrote of the same numbers as another file.
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

% Lists of structs that all have the same fields are arrays, cells otherwise.
function items = list(value)
  items = value;
  if isstruct(value)
    items = num2cell(value);
  end
end

function expect_fields(of, names)
  for name = names
    assert(isfield(of, name{1}), 'there is no field %s', name{1});
  end
end

% As numbers that read back exactly; but Octave's reader of JSON may be off by the last digit.
function yes = same(a, b)
  a = double(a(:));
  b = double(b(:));
  yes = isequal(size(a), size(b)) && all(a == b | abs(a - b) <= 2 * eps * abs(b) | (isnan(a) & isnan(b)));
end

% A table and an HDF5 file of the same record.
function expect_same_table(table, held, but)
  names = setdiff(fieldnames(table)', but);
  expect_fields(held, names);
  for name = names
    assert(iscolumn(held.(name{1})) && same(table.(name{1}), held.(name{1})), 'column %s', name{1});
  end
  assert(numel(fieldnames(held)) == numel(names));
end

% What is drawn last: so many lines, images or areas in its panels.
function expect_drawn(kind, least)
  found = findobj(gcf(), 'type', kind);
  assert(numel(found) >= least, '%d of %s; expected at least %d', numel(found), kind, least);
  close('all');
end

star = fullfile(source, 'machines', 'sliding_star', 'sliding_star.yaml');
run(program, 'plan', star, '--path', 'circle_a', '--tolerance', '1e-3', '--out', folder);
run(program, 'evaluate', star, '--path', 'circle_a', '--samples', '7', '--out', folder);

% A plan three times: the table, HDF5 and the document are one.
plan = globaldyn_plot_plan(folder);
expect_drawn('line', 5);
expect_same_table(plan, globaldyn_read(fullfile(folder, 'plan.h5')), {});
expect_fields(plan, {'t', 'p', 'd1', 'd2', 'position_F1', 'speed_F1', 'force_F4', 'power_F4', 'tool_x', 'acceleration_z'});
about = globaldyn_read(fullfile(folder, 'plan.json'));
expect_fields(about, {'schema', 'program', 'machine', 'path', 'options', 'status', 'planner', 'time', 'switches', ...
                      'stretches', 'use', 'nodes', 'stops', 'samples', 'fingerprint'});
assert(abs(plan.t(end) - about.time) < 1e-12 * about.time);
assert(same(plan.d1, [about.samples.d1]));
assert(numel(about.machine.drives) == 4);
drives = globaldyn_read(fullfile(folder, 'drives.csv'));
assert(isequal(drives.drive, about.machine.drives(:)));
expect_fields(drives, {'peak_force', 'rms_force', 'peak_speed', 'peak_power__W_'});

% Coefficients make the forces that limits allow.
evaluation = globaldyn_plot_regions(folder, 'circle_a', 1:7);
expect_drawn('patch', 7);
sample = evaluation.paths(1).samples(1);
expect_fields(sample, {'p', 'status', 'tool', 'A', 'B', 'C', 'D', 'V', 'unbalanced', 'equalities', 'region'});
assert(size(sample.A, 1) == 4);
corner = sample.region.vertices(2, :);
assert(all(isfinite(corner)));
globaldyn_plot_evaluation(folder, 'circle_a');
lines = findobj(gcf(), 'type', 'line');
fastest = arrayfun(@(one) max(one.region.d1_intervals(:)), evaluation.paths(1).samples(:));
assert(any(arrayfun(@(one) same(get(one, 'ydata'), fastest), lines)));
expect_drawn('line', 3);
regions = globaldyn_read(fullfile(folder, 'regions.csv'));
expect_fields(regions, {'path', 'p', 'status', 'component', 'vertex', 'd1', 'd1_square', 'd2', 'edge', 'active'});

% A map: the document, the table and HDF5 are one.
run(program, 'map', star, '--map', 'workspace', '--out', folder);
maps = globaldyn_read(fullfile(folder, 'map_workspace.json'));
expect_fields(maps, {'machine', 'name', 'axes', 'orientations', 'shape', 'reductions', 'status', 'reasons', ...
                     'signed_drive_margin', 'patterns', 'criteria'});
values = globaldyn_plot_map(folder, 'workspace', 'dexterity');
expect_drawn('image', 1);
assert(isequal(size(values), [numel(maps.axes(2).values), numel(maps.axes(1).values)]));
table = globaldyn_read(fullfile(folder, 'map_workspace.csv'));
held = globaldyn_read(fullfile(folder, 'map_workspace.h5'));
expect_fields(held, {'axes', 'axis_order', 'orientations', 'status', 'signed_drive_margin', 'pattern_fits', 'criteria', ...
                     'reductions'});
assert(isequal(held.axis_order, {'x'; 'y'}) && isequal(held.orientations, cellstr(maps.orientations)));
for k = 1:2
  assert(same(held.axes.(maps.axes(k).name), maps.axes(k).values));
end
% Over both axes as a picture has it: the first goes along rows.
assert(isequal(size(held.status), size(values)) && isequal(held.status(:), maps.status));
assert(same(held.signed_drive_margin, maps.signed_drive_margin));
for one = list(maps.criteria)(:)'
  name = regexprep(one{1}.name, '[^A-Za-z0-9_]', '_');
  known = ~isnan(one{1}.values(:));  % infinite ones are not in the document
  assert(same(held.criteria.(name), table.(name)), one{1}.name);
  assert(same(held.criteria.(name)(known), one{1}.values(known)), one{1}.name);
end
for one = list(maps.reductions)(:)'
  name = regexprep(one{1}.name, '[^A-Za-z0-9_]', '_');
  assert(isempty(one{1}.value) || same(held.reductions.(name), one{1}.value), one{1}.name);
end
for one = list(maps.patterns)(:)'
  assert(same(held.pattern_fits.(one{1}.name), one{1}.fits), one{1}.name);
end
can_be = strcmp(held.status, 'ok');
assert(any(can_be(:)) && same(values(can_be), held.criteria.dexterity(can_be)) && all(isnan(values(~can_be))));

% Maps of one axis and of three, and of several orientations.
text = fileread(star);
file = fullfile(folder, 'maps.yaml');
out = fopen(file, 'w');
fwrite(out, [regexprep(text, '\nmaps:.*?(?=\n[a-z]|$)', '') ...
  sprintf('\nmaps:\n  way: {grid: {x: {from: -50 mm, to: 50 mm, count: 5}}, at: {y: 0}, orientation: {phi: 0}, criteria: [dexterity]}\n') ...
  sprintf('  turned: {grid: {x: {from: -50 mm, to: 50 mm, count: 4}, y: {from: 0 mm, to: 40 mm, count: 3}}, ') ...
  sprintf('orientation: [{phi: 0, name: plain}, {phi: 5 deg, name: turned}], criteria: [dexterity]}\n') ...
  sprintf('  space: {grid: {x: {from: -50 mm, to: 50 mm, count: 4}, y: {from: 0 mm, to: 40 mm, count: 3}, ') ...
  sprintf('phi: {from: -5 deg, to: 5 deg, count: 2}}, criteria: [dexterity]}\n')]);
fclose(out);
for name = {'way', 'turned', 'space'}
  run(program, 'map', file, '--map', name{1}, '--out', folder);
end
way = globaldyn_plot_map(folder, 'way', 'dexterity');
expect_drawn('line', 1);
held = globaldyn_read(fullfile(folder, 'map_way.h5'));
assert(same(way, held.criteria.dexterity));
turned = globaldyn_plot_map(folder, 'turned', 'dexterity');
expect_drawn('image', 2);
held = globaldyn_read(fullfile(folder, 'map_turned.h5'));
assert(isequal(size(held.criteria.dexterity), [3 4 2]) && isequal(held.orientations, {'plain'; 'turned'}));
assert(same(squeeze(turned), held.criteria.dexterity));
space = globaldyn_plot_map(folder, 'space', 'dexterity');
expect_drawn('image', 2);
held = globaldyn_read(fullfile(folder, 'map_space.h5'));
assert(same(permute(space, [3 1 2]), held.criteria.dexterity));

% A simulation.
run(program, 'simulate', star, '--plan', fullfile(folder, 'plan.json'), '--samples', '50', '--out', folder);
simulation = globaldyn_plot_simulation(folder);
expect_drawn('line', 10);
expect_same_table(simulation, globaldyn_read(fullfile(folder, 'simulation.h5')), {});
expect_fields(simulation, {'t', 'position_F1', 'speed_F1', 'force_F4', 'tool_x', 'tool_axis_z_z', 'kinetic_energy', ...
                           'potential_energy', 'work', 'drift', 'tracking_error', 'orientation_error'});
about = globaldyn_read(fullfile(folder, 'simulation.json'));
expect_fields(about, {'machine', 'path', 'options', 'status', 'time', 'steps', 'constraint_drift', 'energy_error', ...
                      'tracking_error', 'saturated', 'dependent_constraints', 'poses'});
assert(strcmp(about.status, 'done') && numel(simulation.t) == 50);

% What a controller is told: columns with units in their names, and in attributes.
run(program, 'plan', star, '--path', 'circle_a', '--tolerance', '1e-3', '--rate', '1000', '--controller', ...
    fullfile(folder, 'told.h5'));
told = globaldyn_read(fullfile(folder, 'told.h5'));
expect_fields(told, {'t', 'F1_position', 'F1_speed', 'F4_force', 'feed', 'dwell'});

% A study: its designs three times, one of their columns a choice.
study = fullfile(folder, 'study');
if exist(study, "dir")
  confirm_recursive_rmdir(false);
  rmdir(study, "s");
end
out = fopen(fullfile(folder, 'study.yaml'), 'w');
fprintf(out, ['globaldyn_study: 1\nname: octave\nmachine: %s\nvariables:\n  platform_mass: {from: 1 kg, to: 60 kg}\n' ...
  '  force: {from: 300 N, to: 1500 N}\n  size: {choices: {small: {side: 0.9 m}, big: {side: 1.7 m}}}\nobjectives:\n' ...
  '  time: {minimize: circle_a.time}\n  strength: {minimize: force}\n' ...
  'constraints:\n  dexterity: {value: circle_a.dexterity.min, at_least: 0.1, scale: 1}\n' ...
  'precision: {tolerance: 1e-2, places: 20}\nsearch: {algorithm: nsga2, population: 12, budget: 36, seed: 3}\n'], star);
fclose(out);
run(program, 'optimize', fullfile(folder, 'study.yaml'), '--out', study, '--quiet', '--no-pictures');
designs = struct();
for kind = {'csv', 'json', 'hdf5'}
  file = fullfile(folder, ['designs.' strrep(kind{1}, 'hdf5', 'h5')]);
  run(program, 'study', 'export', study, '--format', kind{1}, '--out', file);
  designs.(kind{1}) = globaldyn_plot_front(file, 'time', 'strength');
  expect_drawn('line', 2);
  assert(isequaln(globaldyn_plot_parallel(file, {'platform_mass', 'force', 'size', 'time'}), designs.(kind{1})));
  expect_drawn('line', 5);
  globaldyn_plot_parallel(file);
  expect_drawn('line', 5);
end
names = fieldnames(designs.csv)';
expect_fields(designs.csv, {'id', 'state', 'platform_mass', 'force', 'size', 'time', 'strength', 'dexterity', 'pareto', ...
                            'violation', 'wall_time', 'reason'});
for kind = {'json', 'hdf5'}
  assert(isequal(sort(fieldnames(designs.(kind{1}))'), sort(names)));
  for name = setdiff(names, {'size'})
    expected = designs.csv.(name{1});
    found = designs.(kind{1}).(name{1});
    assert(iscell(expected) && isequal(expected, found) || isnumeric(expected) && same(expected, found), name{1});
  end
end
% Numbers of choices are in the order of the study's file.
names = {'small'; 'big'};
assert(isequal(designs.csv.size, designs.json.size) && isequal(designs.csv.size, names(double(designs.hdf5.size) + 1)));
assert(any(strcmp(designs.csv.state, 'ok')) && any(designs.csv.pareto == 1));

% Mistakes are told.
function expect_error(call, words)
  try
    call();
  catch wrong
    assert(any(strfind(wrong.message, words)), wrong.message);
    return
  end
  error('no error; expected: %s', words);
end
expect_error(@() globaldyn_read(fullfile(folder, 'plan.txt')), 'there is no file');
expect_error(@() globaldyn_plot_map(folder, 'workspace', 'beauty'), 'no column beauty');
expect_error(@() globaldyn_plot_evaluation(folder, 'nowhere'), 'no path nowhere');

% Cells in quotes, texts, and names that are the same without what is no letter.
file = fullfile(folder, 'quoted.csv');
text = fopen(file, 'w');
fprintf(text, '# a remark\nname,over.time,3rd,over_time\n"a, ""b""",1.5,,7\nc,2,4,8\n');
fclose(text);
read = globaldyn_read(file);
assert(strcmp(read.name{1}, 'a, "b"') && isequal(read.over_time, [1.5; 2]) && read.x3rd(2) == 4);
assert(isequal(read.over_time_2, [7; 8]));
printf('all is well\n');
