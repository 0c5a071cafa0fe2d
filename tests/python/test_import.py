"""Robots of other programs' files, up to their plans, and machines as such files."""

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


def test_machines_come_back(tmp_path):
    arm = globaldyn.load(globaldyn.machines / "arm_2r" / "arm_2r.yaml")
    forces = arm.evaluate("line", at=[0.0])["line"].C
    for kind, suffix in {"sdf": "sdf", "mjcf": "xml"}.items():
        made = globaldyn.export_robot(arm, kind)
        file = tmp_path / f"arm.{suffix}"
        file.write_text(made.text)
        back = globaldyn.parse(
            globaldyn.import_robot(file).text.split("\npaths:")[0]
            + "\npaths: {line: {position: {line: {from: [0.3, 0.35], to: [0.7, 0.35]}}, p_max: 1}}\n"
        )
        assert back.drives[0].viscous == arm.drives[0].viscous
        np.testing.assert_allclose(back.evaluate("line", at=[0.0])["line"].C, forces, atol=1e-9)
    with pytest.raises(ValueError, match="'urdf', 'sdf' or 'mjcf'"):
        globaldyn.export_robot(arm, "xml")
