# Fails if a folder includes a header of a folder that it must not know. The order, and why:
# docs/architecture.md.

cmake_minimum_required(VERSION 3.25)
cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH root)

set(above_memory interpreter builtins cli golden grammar)
set(above_interpreter builtins cli golden)
set(above_builtins cli golden)
set(above_cli golden)

set(errors 0)
foreach(folder IN ITEMS memory interpreter builtins cli)
  list(JOIN above_${folder} "|" forbidden)
  file(GLOB_RECURSE files ${root}/${folder}/*.h ${root}/${folder}/*.cpp ${root}/${folder}/*.def)
  foreach(file IN LISTS files)
    file(STRINGS ${file} lines REGEX "^[ \t]*#[ \t]*include[ \t]*[\"<](${forbidden})/")
    foreach(line IN LISTS lines)
      message("${file}: ${folder}/ must not use this: ${line}")
      math(EXPR errors "${errors} + 1")
    endforeach()
  endforeach()
endforeach()
if(errors)
  message(FATAL_ERROR "${errors} include(s) against the layering")
endif()
