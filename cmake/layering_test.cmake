# Fails if a folder includes a header of a folder that it must not know. The order, and why:
# docs/architecture.md.

cmake_minimum_required(VERSION 3.25)
cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH root)

# From the bottom to the top: each may include headers of those before it only. The headers in interpreter/ itself are
# `interface`.
set(folders memory interpreter builtins cli golden debugger)
set(rooms kernels findings images interface loader enclosures ir exec observe lowering checks instructions compile run debugger)

set(errors 0)

# What comes after `name` in a list.
function(get_above all name result)
  list(FIND all ${name} place)
  math(EXPR place "${place} + 1")
  list(LENGTH all count)
  if(place EQUAL count)
    set(${result} "" PARENT_SCOPE)
    return()
  endif()
  list(SUBLIST all ${place} -1 above)
  set(${result} "${above}" PARENT_SCOPE)
endfunction()

# Looks through the files of a folder or room for includes that begin like one of `forbidden`, a regular expression.
function(check files forbidden)
  foreach(file IN LISTS files)
    file(STRINGS ${file} lines REGEX "^[ \t]*#[ \t]*include[ \t]*[\"<](${forbidden})")
    foreach(line IN LISTS lines)
      message("${file}: must not use this: ${line}")
      math(EXPR errors "${errors} + 1")
    endforeach()
  endforeach()
  set(errors ${errors} PARENT_SCOPE)
endfunction()

foreach(folder IN LISTS folders)
  get_above("${folders}" ${folder} above)
  if(folder STREQUAL "memory")
    list(APPEND above grammar)
  endif()
  list(TRANSFORM above APPEND "/")
  list(JOIN above "|" forbidden)
  file(GLOB_RECURSE files ${root}/${folder}/*.h ${root}/${folder}/*.cpp ${root}/${folder}/*.def)
  if(above)
    check("${files}" "${forbidden}")
  endif()
endforeach()

foreach(room IN LISTS rooms)
  get_above("${rooms}" ${room} above)
  if(room STREQUAL "interface")
    file(GLOB files ${root}/interpreter/*.h)
  else()
    file(GLOB_RECURSE files ${root}/interpreter/${room}/*.h ${root}/interpreter/${room}/*.cpp)
  endif()
  # Tests look at what they test from above.
  list(FILTER files EXCLUDE REGEX "(_test\\.cpp|_for_test\\.h)$")
  set(prefixes)
  foreach(other IN LISTS above)
    if(other STREQUAL "interface")
      list(APPEND prefixes "interpreter/[a-z_]+\\.h")
    else()
      list(APPEND prefixes "interpreter/${other}/")
    endif()
  endforeach()
  list(JOIN prefixes "|" forbidden)
  if(prefixes)
    check("${files}" "${forbidden}")
  endif()
endforeach()

# In debugger/, the clients are in subfolders: dap/ and terminal/ use text/ and what is in debugger/ itself. Only the command
# starts them.
file(GLOB files ${root}/debugger/*.h ${root}/debugger/*.cpp)
list(FILTER files EXCLUDE REGEX "/command\\.cpp$")
check("${files}" "debugger/[a-z_]+/")
foreach(client text dap terminal)
  set(others text dap terminal)
  list(REMOVE_ITEM others ${client})
  if(NOT client STREQUAL "text")
    list(REMOVE_ITEM others text)
  endif()
  list(TRANSFORM others PREPEND "debugger/")
  list(TRANSFORM others APPEND "/")
  list(JOIN others "|" forbidden)
  file(GLOB files ${root}/debugger/${client}/*.h ${root}/debugger/${client}/*.cpp)
  check("${files}" "${forbidden}")
endforeach()

# A new folder has to find its place in the order.
file(GLOB found LIST_DIRECTORIES true RELATIVE ${root}/interpreter ${root}/interpreter/*)
foreach(folder IN LISTS found)
  if(IS_DIRECTORY ${root}/interpreter/${folder} AND NOT folder IN_LIST rooms AND NOT folder STREQUAL "grammar")
    message("interpreter/${folder} has no place in the order of cmake/layering_test.cmake")
    math(EXPR errors "${errors} + 1")
  endif()
endforeach()

if(errors)
  message(FATAL_ERROR "${errors} include(s) against the layering")
endif()
