# cmake -DTESTCASES=FOLDER -DOUTPUT=FOLDER -P dap_corpus.cmake: each request of the protocol's schema, for the fuzzer to begin
# with: one with and one without arguments. A line of its inputs is a command and its arguments.
file(MAKE_DIRECTORY ${OUTPUT})
file(READ ${CMAKE_CURRENT_LIST_DIR}/../../lit/spirv_debug/Inputs/debugAdapterProtocol.json schema)
string(JSON definitions GET "${schema}" definitions)
string(JSON count LENGTH "${definitions}")
math(EXPR last "${count} - 1")
foreach(i RANGE ${last})
  string(JSON name MEMBER "${definitions}" ${i})
  string(JSON command ERROR_VARIABLE none GET "${definitions}" ${name} allOf 1 properties command enum 0)
  if(NOT none)
    file(WRITE ${OUTPUT}/${command} "${command} {}\n")
    file(WRITE ${OUTPUT}/${command}-with-arguments
      "setBreakpoints {\"source\": {\"path\": \"a.comp\"}, \"breakpoints\": [{\"line\": 7}]}\n${command} {\"threadId\": 1, \"frameId\": 1, \"variablesReference\": 1, \"expression\": \"i\"}\n")
  endif()
endforeach()
