# cmake -DGENERATE=... -DTABLE=... -DFILE=... -P tables_test.cmake: fails where FILE is out of date.

execute_process(COMMAND ${GENERATE} ${TABLE} ${SOURCE} OUTPUT_VARIABLE wanted COMMAND_ERROR_IS_FATAL ANY)
file(READ ${FILE} found)
if(NOT found STREQUAL wanted)
  message(FATAL_ERROR "${FILE} is out of date. Write it again: cmake --build build/release --target docs")
endif()
