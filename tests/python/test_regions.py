"""Regions and coefficients, against each other."""

import globaldyn
import numpy as np
import pytest


@pytest.fixture(scope="module")
def along_a(star):
    return star.evaluate("circle_a", samples=13, bounds_at=[2.0], matrices=True)["circle_a"]


def test_arrays(star, along_a):
    assert along_a.p.shape == (13,)
    assert along_a.p[-1] == pytest.approx(along_a.p_max)
    assert along_a.A.shape == along_a.D.shape == (13, 4)
    sample = along_a.samples[3]
    assert np.array_equal(along_a.A[3], sample.A)
    assert sample.V.shape == (4, 1)
    assert np.linalg.norm(sample.V) == pytest.approx(1.0)
    assert sample.matrices.M.shape == (3, 3)
    assert sample.matrices.W.shape == (3, 4)
    # What the preload does no work on.
    assert np.abs(sample.matrices.W @ sample.V).max() < 1e-12
    assert sample.d2_at[0].d2 == sample.region.d2_at(2.0)


def test_region_is_what_forces_allow(star, along_a):
    """Random (d1, d2) are inside exactly if some preload keeps all forces within their limits."""
    random = np.random.default_rng(1)
    most = star.drive_limits[0].force[1]
    inside = 0
    for sample in along_a.samples:
        for _ in range(200):
            d1, d2 = random.uniform(0, 40), random.uniform(-1500, 1500)
            force, v = sample.calc_forces(d1, d2), sample.V[:, 0]
            ends = np.array([(-most - force) / v, (most - force) / v])
            room = ends.max(axis=0).min() - ends.min(axis=0).max()
            if abs(room) < 1e-6:
                continue
            assert sample.region.contains(d1, d2) == (room > 0)
            assert ((d1, d2) in sample.region) == (room > 0)
            inside += room > 0
    assert 200 < inside < 2000


def test_ranges_and_boundary(along_a):
    region = along_a.samples[5].region
    (low, high), *_ = region.d1_intervals
    d1 = np.linspace(0, 1.2 * high, 50)
    ranges = region.d2_range(d1)
    for speed, (least, most) in zip(d1, ranges):
        alone = region.d2_at(speed)
        assert alone == region.d2_range(float(speed))
        if alone is None:
            assert np.isnan(least) and np.isnan(most) and speed > high
        else:
            assert alone == (least, most)
    (curve,) = region.boundary(points=2000)
    x, y = curve[:, 0], curve[:, 1]
    area = 0.5 * abs(np.dot(x[:-1], y[1:]) - np.dot(x[1:], y[:-1]))
    assert area == pytest.approx(region.area_d1_d2, rel=1e-5)
    assert region.status == "polygon"
    corners = region.components[0].vertices
    # The curve goes through every corner.
    for d1_square, d2 in corners:
        assert np.hypot(x - np.sqrt(d1_square), y - d2).min() < 1e-9 * max(1.0, abs(d2))
    assert region.support(0.0, 1.0) == pytest.approx(corners[:, 1].max())


def test_empty_region():
    region = globaldyn.Region()
    assert region.is_empty and region.status == "empty" and region.d1_intervals == []
    assert region.d2_at(0.0) is None and region.boundary() == []


def test_unknown_path(star):
    with pytest.raises(globaldyn.InputError, match="circle_a"):
        star.evaluate("circle_aa")
    with pytest.raises(KeyError, match="there are: circle_a"):
        star.evaluate("circle_a", samples=2)["circle_b"]
    with pytest.raises(TypeError):
        star.evaluate("circle_a", sample=2)


def test_criteria_and_maps(star):
    names = {criterion.name for criterion in globaldyn.list_criteria()}
    assert {"time", "drive_margin"} <= names
    (time,) = star.criteria(["time"], ["circle_a"])
    assert (time.path, time.unit, time.better, time.status) == ("circle_a", "s", "smaller", "")
    assert time.value == pytest.approx(star.plan("circle_a").time, rel=1e-3)
    grid = star.map("workspace")
    assert grid["drive_margin"].shape == tuple(grid.shape)
    assert len(grid.status) == np.prod(grid.shape)
    ok = np.array(grid.status).reshape(grid.shape) == "ok"
    least = [one for one in grid.reductions if one.name == "drive_margin.min"][0]
    assert least.value == grid["drive_margin"][ok].min()
    with pytest.raises(KeyError, match="drive_margin"):
        grid["drive_margins"]


def test_intersection_is_what_both_allow(star, along_a):
    """Inside both regions is inside their intersection, and nothing else."""
    random = np.random.default_rng(2)
    one, other = along_a.samples[1].region, along_a.samples[-2].region
    both = one & other
    assert 0 < both.area_d1_d2 < min(one.area_d1_d2, other.area_d1_d2)
    inside = 0
    for _ in range(2000):
        d1, d2 = random.uniform(0, 40), random.uniform(-1500, 1500)
        expected = one.contains(d1, d2) and other.contains(d1, d2)
        assert one.intersect(other).contains(d1, d2) == expected
        inside += expected
    assert inside > 200
