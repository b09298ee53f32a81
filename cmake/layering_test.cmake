# Fails if a file includes a header of a folder that it must not know. The order of the folders, and why:
# docs/architecture.md.

cmake_minimum_required(VERSION 3.25)
cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH root)

# The subfolders of each folder, from the bottom to the top: each may include headers of those before it only. `.` stands
# for the files in the folder itself. A subfolder with C++ files must be listed.
set(top memory rays interpreter raster builtins support data frontend graphics cli driver vulkan opencl amber spirv_run golden debugger python)
set(subfolders_of_memory packing .)
set(subfolders_of_interpreter
  kernels findings images . loader enclosures ir exec observe lowering checks instructions compile run)
# Most classes of instructions are one file, which uses what the subfolders share.
set(subfolders_of_interpreter/loader . cfg types validation)
set(subfolders_of_interpreter/exec state report lanes orders tangles .)
set(subfolders_of_interpreter/lowering . synchronization)
set(subfolders_of_interpreter/checks atomics .)
set(subfolders_of_interpreter/compile instruction function .)
set(subfolders_of_interpreter/instructions common memory float_sums atomic cooperative_matrix cooperative_vector encoded_float group image pipe ray_query stage .)
set(subfolders_of_interpreter/instructions/group combination .)
set(subfolders_of_builtins/opencl_std . printf)
set(subfolders_of_builtins . glsl_std_450 opencl_std amd_gcn_shader amd_shader_ballot amd_shader_trinary_minmax qcom_subgroup_shuffle intel_integer_functions input fuzz)
set(subfolders_of_frontend . opencl)
set(subfolders_of_frontend/opencl headers .)
set(subfolders_of_cli . report report_page)
set(subfolders_of_driver . memory)
set(subfolders_of_opencl api findings objects commands . test)
set(subfolders_of_vulkan api findings registry objects commands . test)
set(subfolders_of_vulkan/test programs .)
set(subfolders_of_amber script parser graphics .)
set(subfolders_of_spirv_run . benchmark)
set(subfolders_of_golden reader bundle make draws . suite mutation diagnosis vulkan fuzz reduce export)
set(subfolders_of_golden/suite . matrices)
set(subfolders_of_golden/vulkan . test)
set(subfolders_of_debugger engine . text terminal dap)
set(subfolders_of_debugger/engine transport program expression views history stops .)

# These files put a folder together, so they also include headers of its subfolders.
set(assembling_files
  builtins/register_all.cpp  # registers all sets of instructions
  interpreter/loader/load.cpp  # validates before it parses
  frontend/frontend.cpp      # calls the front end of each language
  golden/command.cpp         # calls the commands
  golden/suite/family.cpp    # lists the families
  debugger/command.cpp)      # starts the terminal or the adapter

# These call back the workgroup that runs the subgroup: executing is recursive, because an uncertain branch runs the
# workgroup on a copy, a finding belongs to the workgroup, and proofs compare workgroups.
set(calling_back
  interpreter/exec/orders/forced_failures.cpp
  interpreter/exec/orders/order_proof.cpp
  interpreter/exec/orders/workgroup_difference.cpp
  interpreter/exec/report/exchange_log.cpp
  interpreter/exec/report/report.cpp
  interpreter/exec/tangles/shadow_runs.cpp
  interpreter/exec/tangles/tangle.cpp
  interpreter/exec/tangles/uncertain_branches.cpp
  interpreter/exec/tangles/uncertain_writes.cpp)

# Somebody who opens a folder must be able to take in what is there.
set(most_files 40)

# These folders are independent of SPIR-V.
set(without_spirv memory rays raster interpreter/kernels interpreter/enclosures)

set(errors 0)

# Counts the includes in the files that begin like one of `forbidden`, a list of regular expressions.
function(check files forbidden)
  list(JOIN forbidden "|" forbidden)
  foreach(file IN LISTS files)
    file(STRINGS ${root}/${file} lines REGEX "^[ \t]*#[ \t]*include[ \t]*[\"<](${forbidden})")
    list(FILTER lines EXCLUDE REGEX "<vulkan/")  # the system's headers, not those of vulkan/
    foreach(line IN LISTS lines)
      message("${file}: must not use this: ${line}")
      math(EXPR errors "${errors} + 1")
    endforeach()
  endforeach()
  set(errors ${errors} PARENT_SCOPE)
endfunction()

# Checks the order of the subfolders of a folder. `prefix`: its path with a slash, or nothing for the top.
function(check_order prefix subfolders)
  set(above)
  list(REVERSE subfolders)
  foreach(subfolder IN LISTS subfolders)
    if(subfolder STREQUAL ".")
      file(GLOB files RELATIVE ${root} ${root}/${prefix}*.h ${root}/${prefix}*.cpp)
      list(REMOVE_ITEM files ${assembling_files})
      set(headers "${prefix}[^/]+[\">]")
    else()
      file(GLOB_RECURSE files RELATIVE ${root} ${root}/${prefix}${subfolder}/*.h ${root}/${prefix}${subfolder}/*.cpp)
      set(headers "${prefix}${subfolder}/")
    endif()
    if(prefix)
      # Tests look at what they test from above.
      list(FILTER files EXCLUDE REGEX "(_test\\.cpp|_for_test\\.h)$")
      list(REMOVE_ITEM files ${calling_back})
    endif()
    if(above)
      check("${files}" "${above}")
    endif()
    list(APPEND above "${headers}")
  endforeach()
  set(errors ${errors} PARENT_SCOPE)
endfunction()

check_order("" "${top}")

# All folders with C++ files.
list(TRANSFORM top PREPEND ${root}/ OUTPUT_VARIABLE folders)
list(TRANSFORM folders APPEND /*.h OUTPUT_VARIABLE headers)
list(TRANSFORM folders APPEND /*.cpp OUTPUT_VARIABLE sources)
file(GLOB_RECURSE files RELATIVE ${root} ${headers} ${sources})
list(TRANSFORM files REPLACE "/[^/]+$" "" OUTPUT_VARIABLE folders)
list(REMOVE_DUPLICATES folders)
foreach(folder IN LISTS folders)
  cmake_path(GET folder PARENT_PATH parent)
  cmake_path(GET folder FILENAME name)
  if(parent AND NOT name IN_LIST subfolders_of_${parent})
    message("${folder} has no place in the order of cmake/layering_test.cmake")
    math(EXPR errors "${errors} + 1")
  endif()
  file(GLOB files ${root}/${folder}/*.h ${root}/${folder}/*.cpp)
  list(LENGTH files count)
  if(count GREATER most_files)
    message("${folder} has ${count} files, and ${most_files} are allowed")
    math(EXPR errors "${errors} + 1")
  endif()
  if(DEFINED subfolders_of_${folder})
    check_order("${folder}/" "${subfolders_of_${folder}}")
  endif()
endforeach()

foreach(folder IN LISTS without_spirv)
  file(GLOB_RECURSE files RELATIVE ${root} ${root}/${folder}/*.h ${root}/${folder}/*.cpp)
  check("${files}" "spirv/;spirv-tools/;grammar/")
endforeach()

if(errors)
  message(FATAL_ERROR "${errors} error(s) in the layering")
endif()
