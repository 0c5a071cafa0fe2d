# Somebody else's robots, of example-robot-data: a Panda, with limits of acceleration and jerk as its data sheet has them.

ls *.urdf

globaldyn import panda.urdf panda.yaml

globaldyn check panda.yaml

for joint in 1:15:7500 2:7.5:3750 3:10:5000 4:12.5:6250 5:15:7500 6:20:10000 7:20:10000; do
  IFS=: read -r n acceleration jerk <<<"$joint"
  sed -i "s#joint: panda_joint$n,#& max_acceleration: $acceleration rad/s^2, max_jerk: $jerk rad/s^3,#" panda.yaml
done

cat >>panda.yaml <<'END'
  from_bin_to_table:
    joints:
      panda_finger_joint1: 0
      spline:
        of: [panda_joint1, panda_joint2, panda_joint3, panda_joint4, panda_joint5, panda_joint6, panda_joint7]
        points: [[-60 deg, 20 deg, 0, -120 deg, 0, 140 deg, 45 deg], [0, -20 deg, 0, -100 deg, 0, 110 deg, 45 deg], [70 deg, 30 deg, 10 deg, -100 deg, 0, 130 deg, 60 deg]]
END

globaldyn check panda.yaml --path from_bin_to_table | tail -4

globaldyn plan panda.yaml --path from_bin_to_table --out panda

globaldyn simulate panda.yaml --plan panda/plan.json --out panda_run

globaldyn report panda

# A UR5 along a line, and with an upper arm that is 5 % heavier than the plan knows.

globaldyn import ur5_robot.urdf ur5.yaml

cat >>ur5.yaml <<'END'
  there_and_back:
    position: {polyline: {points: [[0.4, -0.2, 0.3], [0.4, 0.2, 0.3], [0.4, -0.2, 0.3]]}}
    orientation: {cardan: [180 deg, 0, 0]}
END

sed -i -e 's/^parameters:/&\n  upper_arm_mass: 8.393 kg/' -e '/^  upper_arm_link:/,/mass:/s/mass: 8.393 kg/mass: upper_arm_mass/' ur5.yaml && grep -n upper_arm_mass ur5.yaml

globaldyn plan ur5.yaml --path there_and_back --out ur5

globaldyn simulate ur5.yaml --plan ur5/plan.json --tolerance 1e-9

globaldyn simulate ur5.yaml --plan ur5/plan.json --error upper_arm_mass=5%

# Its elbow up, a tenth of the torques kept free, and a controller.

sed -i 's/^tool:/assembly: {branch: [{joint: elbow_joint, range: [0, 180 deg]}]}\n&/' ur5.yaml

globaldyn check ur5.yaml --path there_and_back | tail -9

globaldyn plan ur5.yaml --path there_and_back --reserve 10% --out up | sed -n 1,2p

globaldyn simulate ur5.yaml --plan up/plan.json --error upper_arm_mass=5% --feedback --bandwidth "60 rad/s"
