# cmake -DTESTCASES=FOLDER -DOUTPUT=FOLDER -P script_corpus.cmake: the test scripts, for the fuzzer to begin with.
file(MAKE_DIRECTORY ${OUTPUT})
file(GLOB_RECURSE scripts ${TESTCASES}/*.amber ${TESTCASES}/*.vkscript)
foreach(script IN LISTS scripts)
  file(RELATIVE_PATH name ${TESTCASES} ${script})
  string(REPLACE "/" "-" name ${name})
  configure_file(${script} ${OUTPUT}/${name} COPYONLY)
endforeach()
