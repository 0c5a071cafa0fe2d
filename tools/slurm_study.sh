#!/bin/sh
# A study as a Slurm job, to be adapted:  sbatch tools/slurm_study.sh STUDY.yaml DIR
# Ended by its time limit, by a failing node or by scancel --signal=TERM it is queued again and goes
# on where it was: what had been evaluated is answered from DIR/study.sqlite.
#SBATCH --job-name=globaldyn
#SBATCH --ntasks=64
#SBATCH --cpus-per-task=1
#SBATCH --time=04:00:00
#SBATCH --requeue
#SBATCH --open-mode=append
# SIGTERM two minutes before the end, to all ranks' mpirun.
#SBATCH --signal=B:TERM@120
set -u
study=$1
folder=$2
requeue() {
  kill -TERM "$child" 2>/dev/null
  wait "$child"
  scontrol requeue "$SLURM_JOB_ID"
  exit 0
}
trap requeue TERM
# Pictures afterwards, where there is a gnuplot: globaldyn study pictures DIR.
mpirun globaldyn optimize "$study" --out "$folder" --resume --quiet --no-pictures &
child=$!
wait "$child"
