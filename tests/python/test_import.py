"""A robot of a URDF file, up to its plan."""

import globaldyn
import numpy as np
import pytest

SLIDER = """<robot name="crane">
  <link name="rail"/>
  <joint name="run" type="prismatic">
    <parent link="rail"/><child link="trolley"/><axis xyz="1 0 0"/>
    <limit lower="0" upper="2" effort="12" velocity="3"/>
  </joint>
  <link name="trolley"><inertial><mass value="3"/>
    <inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>
</robot>"""


def test_urdf_to_plan(tmp_path):
    file = tmp_path / "crane.urdf"
    file.write_text(SLIDER)
    made = globaldyn.import_robot(file)
    assert any("tool is trolley" in remark for remark in made.remarks)
    crane = globaldyn.parse(made.text)
    # The sweep is half of the travel, 1 m: with 12 N and 3 kg.
    plan = crane.plan("sweep")
    assert plan.time == pytest.approx(2 * np.sqrt(1 / 4), rel=1e-6)
    assert np.abs(plan.forces).max() == pytest.approx(12)
    file.write_text(SLIDER.replace("prismatic", "planar"))
    with pytest.raises(globaldyn.InputError, match="type 'planar'"):
        globaldyn.import_robot(file)
