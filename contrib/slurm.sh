#!/bin/bash
# One process of an array: sbatch --array=0-15 slurm.sh PROGRAM DIR [FLAGS...]. DIR is on a file system
# that all nodes have. --requeue and --signal: a job that is preempted gives back what it was doing
# and goes on when it is started again.
#SBATCH --job-name=gol
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --signal=B:TERM@30
#SBATCH --output=gol-%A-%a.log
set -u
program=$1 dir=$2
shift 2
command=${GOL_COMMAND:-check}
exec "${GOL:-gol}" "$command" "$@" \
    --shard "${SLURM_ARRAY_TASK_ID:?}/${SLURM_ARRAY_TASK_COUNT:?}" --shared "$dir" "$program"
