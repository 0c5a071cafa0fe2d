import globaldyn
import pytest

MACHINES = globaldyn.machines


@pytest.fixture(scope="session")
def star():
    return globaldyn.load(MACHINES / "sliding_star" / "sliding_star.yaml")
