# Installs the build in a folder of its own, then configures, builds and runs cmake/consumer against
# it: cmake -DBUILD=... -DCONFIG=... -DGENERATOR=... -DCOMPILER=... -DPREFIXES=a|b -P this.

cmake_minimum_required(VERSION 3.25)
set(work ${BUILD}/consumer)
file(REMOVE_RECURSE ${work})
string(REPLACE "|" ";" PREFIXES "${PREFIXES}")

execute_process(
  COMMAND ${CMAKE_COMMAND} --install ${BUILD} --config ${CONFIG} --prefix ${work}/installed
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(
  COMMAND ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/consumer -B ${work}/build -G ${GENERATOR}
    -DCMAKE_BUILD_TYPE=${CONFIG} -DCMAKE_CXX_COMPILER=${COMPILER}
    "-DCMAKE_PREFIX_PATH=${work}/installed;${PREFIXES}" -DEVERY_HEADER=${BUILD}/every_installed_header.cpp
  COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${work}/build COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${work}/build/consumer COMMAND_ERROR_IS_FATAL ANY)
