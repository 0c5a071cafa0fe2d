function panel(k, count)
% The k-th of panels above each other, with room for their labels also where a toolkit does not make any.
height = 0.88 / count;
subplot('Position', [0.16, 0.96 - k * height + 0.16 * height, 0.78, 0.62 * height]);
cla;
end
