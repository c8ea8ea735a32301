#!/bin/sh
#SBATCH --job-name=gol-mpi
#SBATCH --time=24:00:00
#SBATCH --open-mode=append
#SBATCH --requeue
# One search for every state by many processes that MPI connects:
#
#     sbatch --ntasks=64 contrib/slurm_mpi.sh PROGRAM CHECKPOINT [flags of gol check]
#
# The checkpoint is a file that the first process can write. A job that has come to its time limit, or
# lost a node, is submitted again as it was: it goes on from there.
set -eu
PROGRAM=$1
CHECKPOINT=$2
shift 2
if [ -n "${SLURM_JOB_ID:-}" ]; then
    start=${GOL_MPIRUN:-srun}
else
    start=${GOL_MPIRUN:-mpirun -n 4}
fi
# shellcheck disable=SC2086 # flags are several words
exec $start "${GOL_MPI:-gol-mpi}" check --engine states --checkpoint "$CHECKPOINT" --resume "$@" "$PROGRAM"
