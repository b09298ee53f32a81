# `cpack --config BUILD/CPackConfig.cmake` makes a Debian package of what `cmake --install` installs, with man pages made
# from --help and bash completion.

# Nobody packages a fuzzing build; a project that contains this one makes packages of its own.
if(NOT PROJECT_IS_TOP_LEVEL OR SPIRV_ORACLE_FUZZERS)
  return()
endif()

set(_programs spirv-run spirv-golden spirv-debug)
set(_descriptions
  "run SPIR-V compute shaders and OpenCL kernels on the CPU"
  "make expected results, and test Vulkan drivers with them"
  "debug SPIR-V compute shaders and OpenCL kernels, forward and backward")

find_program(SPIRV_ORACLE_HELP2MAN help2man)
mark_as_advanced(SPIRV_ORACLE_HELP2MAN)
if(CMAKE_CROSSCOMPILING)
  message(STATUS "Man pages are left out: they come from --help of programs that do not run on this machine")
elseif(SPIRV_ORACLE_HELP2MAN)
  set(_pages)
  foreach(_program _description IN ZIP_LISTS _programs _descriptions)
    set(_page ${PROJECT_BINARY_DIR}/man/${_program}.1.gz)
    add_custom_command(OUTPUT ${_page}
      COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/man
      COMMAND ${PROJECT_SOURCE_DIR}/packaging/write_man_page
        $<TARGET_FILE:${_program}> ${_description} ${PROJECT_VERSION} ${_page}
      DEPENDS ${_program} ${PROJECT_SOURCE_DIR}/packaging/write_man_page
      COMMENT "Writing the man page of ${_program}"
      VERBATIM)
    list(APPEND _pages ${_page})
  endforeach()
  add_custom_target(man-pages ALL DEPENDS ${_pages})
  install(FILES ${_pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
else()
  message(STATUS "Man pages are left out: help2man is not installed (Debian's package help2man)")
endif()

foreach(_program IN LISTS _programs)
  install(FILES packaging/bash_completion
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME ${_program})
endforeach()
install(FILES packaging/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})

set(SPIRV_ORACLE_MAINTAINER "The spirv-oracle maintainers <maintainers@spirv-oracle.invalid>"
  CACHE STRING "The field Maintainer of the Debian package")
set(SPIRV_ORACLE_PACKAGE_RELEASE "" CACHE STRING "Follows the version of the Debian packages, such as deb12")
set(_version ${PROJECT_VERSION})
if(SPIRV_ORACLE_PACKAGE_RELEASE)
  set(CPACK_DEBIAN_PACKAGE_RELEASE ${SPIRV_ORACLE_PACKAGE_RELEASE})
  string(APPEND _version "-${SPIRV_ORACLE_PACKAGE_RELEASE}")
endif()
set(CPACK_GENERATOR DEB)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_CONTACT ${SPIRV_ORACLE_MAINTAINER})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_RESOURCE_FILE_README ${PROJECT_SOURCE_DIR}/README.md)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "spirv-run runs SPIR-V compute shaders and OpenCL kernels on the CPU, prints the
output that the specification requires, and reports undefined behavior.
spirv-golden makes bundles of expected results and checks devices against them.
spirv-debug debugs what spirv-run runs, in a terminal and in editors.")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# spirv-golden opens the Vulkan loader when it runs bundles; spirv-run calls the compilers of OpenCL C.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libvulkan1")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "bash-completion, clang, spirv-tools")
# The Python package is a package of its own, because it needs Python.
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEBIAN_UNSPECIFIED_PACKAGE_NAME spirv-oracle)
set(CPACK_COMPONENT_UNSPECIFIED_DESCRIPTION ${CPACK_DEBIAN_PACKAGE_DESCRIPTION})
if(SPIRV_ORACLE_PYTHON)
  math(EXPR _next_python "${Python3_VERSION_MINOR} + 1")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-spirv-oracle)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
    "spirv-oracle (= ${_version}), python3 (>= 3.${Python3_VERSION_MINOR}), python3 (<< 3.${_next_python}), python3-numpy")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS "")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "python3-pytest, python3-notebook")
  set(CPACK_COMPONENT_PYTHON_DESCRIPTION "The Python module spirv_oracle runs SPIR-V compute shaders and OpenCL kernels on NumPy arrays,
and reports undefined behavior. It has a plugin for pytest, and a debugger.")
  unset(_next_python)
endif()
include(CPack)

unset(_programs)
unset(_descriptions)
unset(_pages)
unset(_version)
