#!/bin/sh
# Includes run one way: core <- globaldyn <- report, app. Prints every arrow against the grain.
set -eu
root=$1
bad=0
forbid() {  # forbid ROOM 'PATTERN' : no file of ROOM includes a path matching PATTERN
  if grep -rnE "#include [\"<]($2)/" "$root/$1" --include='*.h' --include='*.cc'; then
    echo "^ $1 must not include $2" >&2
    bad=1
  fi
}
forbid core 'globaldyn|optimize|report|app|tests|tbb|nlopt|CLI'
forbid globaldyn 'optimize|report|app|tests|CLI'
forbid optimize 'report|app|tests|CLI'
forbid report 'app|tests|CLI'
forbid app 'tests'
# Folders of core: description -> mechanism -> expression -> base, and nothing upwards.
forbid core/base 'core/(expression|mechanism|description|kinematics|formulations)'
forbid core/expression 'core/(mechanism|description|kinematics|formulations)'
forbid core/mechanism 'core/(description|kinematics|formulations)'
forbid core/kinematics 'core/(description|formulations)'
forbid core/formulations 'core/description'
# Folders of globaldyn: motion -> plan -> survey -> evaluation -> machine -> map -> criteria -> region, and
# workspace -> evaluation; table stands alone.
forbid globaldyn/clearance 'globaldyn/(path|limits|region|machine|sweep|evaluation|inspection|criteria|map|workspace)'
forbid globaldyn/table 'globaldyn/(path|limits|clearance|region|machine|sweep|plan|motion|evaluation|inspection|criteria|map|workspace)'
forbid globaldyn/rows 'globaldyn/(path|limits|clearance|region|machine|sweep|survey|plan|motion|evaluation|inspection|criteria|map|workspace)'
forbid globaldyn/sweep 'globaldyn/(path|limits|clearance|region|machine|evaluation|inspection|criteria|map|workspace)'
forbid globaldyn/region 'globaldyn/(path|machine|plan|motion|sweep|evaluation|inspection|criteria|map|workspace)'
forbid globaldyn/criteria 'globaldyn/(path|plan|motion|machine|evaluation|inspection|map|workspace)'
forbid globaldyn/map 'globaldyn/(machine|evaluation|inspection|workspace)'
forbid globaldyn/machine 'globaldyn/(evaluation|inspection|workspace)'
forbid globaldyn/evaluation 'globaldyn/(survey|plan|motion|inspection|workspace)'
forbid globaldyn/survey 'globaldyn/(plan|motion|inspection|workspace)'
forbid globaldyn/plan 'globaldyn/(motion|inspection|workspace)'
forbid globaldyn/motion 'globaldyn/(inspection|workspace)'
# Folders of optimize: run -> executor -> evaluator -> study -> what searches, which knows nothing of
# machines.
forbid optimize/space 'globaldyn|optimize/(random|pareto|evolution|sampling|refinement|store|study|evaluator|executor|run)'
forbid optimize/random 'globaldyn|optimize/(space|pareto|evolution|sampling|refinement|store|study|evaluator|executor|run)'
forbid optimize/pareto 'globaldyn|optimize/(random|evolution|sampling|refinement|store|study|evaluator|executor|run)'
forbid optimize/evolution 'globaldyn|optimize/(refinement|store|study|evaluator|executor)'
forbid optimize/sampling 'globaldyn|optimize/(evolution|refinement|store|study|evaluator|executor)'
forbid optimize/refinement 'globaldyn|optimize/(evolution|sampling|store|study|evaluator|executor)'
forbid optimize/store 'optimize/(random|evolution|sampling|refinement|study|evaluator|executor|run)'
forbid optimize/study 'optimize/(evaluator|executor|run)'
forbid optimize/evaluator 'optimize/(executor|run)'
forbid optimize/executor 'optimize/run'
exit $bad
