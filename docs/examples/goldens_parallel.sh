#!/bin/sh
# goldens_parallel.sh DIR SCRIPT...: generates bundles in four processes.
out=$1
shift
parallel --halt now,fail=1 spirv-golden generate "$@" --out "$out" --resume --shard {}/4 ::: 1 2 3 4
