#!/bin/bash -eu
# Builds all fuzzers as OSS-Fuzz requires: with $CXX and $CXXFLAGS, linked with $LIB_FUZZING_ENGINE, into $OUT. Also writes the
# seed corpus (NAME_seed_corpus.zip) and the dictionary (NAME.dict) of each fuzzer that has them. $WORK is the build folder.
#
# SPIRV_ORACLE_FUZZER_NAMES selects some of the fuzzers.
source=${SRC:?}/spirv-oracle
build=${WORK:?}/spirv-oracle
names=${SPIRV_ORACLE_FUZZER_NAMES:-module_fuzzer script_fuzzer draw_fuzzer random_calls_fuzzer dap_fuzzer}

# The libraries of the distribution are built with libstdc++. The sanitizers are in $CXXFLAGS, so the project adds none.
# -fno-sanitize=vptr: glslang has no run-time type information.
flags="${CXXFLAGS//-stdlib=libc++/} -fno-sanitize=vptr"
cmake -S "$source" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=None -DCMAKE_UNITY_BUILD=ON -DSPIRV_ORACLE_TESTS=OFF \
  -DSPIRV_ORACLE_PYTHON=OFF -DSPIRV_ORACLE_MULTIVERSION=OFF -DSPIRV_ORACLE_PORTABLE=ON -DSPIRV_ORACLE_FUZZERS=ON \
  -DSPIRV_ORACLE_FUZZ_DEBUGGER=ON "-DSPIRV_ORACLE_FUZZING_ENGINE=$LIB_FUZZING_ENGINE" \
  "-DCMAKE_CXX_COMPILER=$CXX" "-DCMAKE_CXX_FLAGS=$flags"
# shellcheck disable=SC2086
cmake --build "$build" --target $names

for name in $names; do
  cp "$build/bin/$name" "$OUT/"
  seeds=$build/seeds/$name
  "$source/scripts/make-corpus" "$name" "$seeds"
  [ -z "$(ls -A "$seeds")" ] || (cd "$seeds" && zip -q -r "$OUT/${name}_seed_corpus.zip" .)
  "$source/packaging/oss_fuzz/write_dictionary" "$name" "$OUT/$name.dict"
done
