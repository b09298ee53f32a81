# `cmake --install` puts the programs, the libraries and a CMake package in place: a project that
# embeds the interpreter says find_package(spirv-oracle) and links spirv-oracle::spirv-oracle.

include(CMakePackageConfigHelpers)

# The interface: the headers in interpreter/ itself, the register of all instructions, and what these include.
function(spirv_oracle_find_interface result)
  file(GLOB open CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/interpreter/*.h)
  list(APPEND open builtins/register_all.h)
  set(found)
  while(open)
    list(POP_FRONT open header)
    if(header IN_LIST found)
      continue()
    endif()
    list(APPEND found ${header})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${header})
    file(STRINGS ${header} includes REGEX "^#include \"")
    list(TRANSFORM includes REPLACE "^#include \"(.*)\".*" "\\1")
    list(APPEND open ${includes})
  endwhile()
  list(SORT found)
  set(${result} ${found} PARENT_SCOPE)
endfunction()

add_library(spirv_oracle INTERFACE)
target_link_libraries(spirv_oracle INTERFACE spirv_oracle_builtins)
set_target_properties(spirv_oracle PROPERTIES EXPORT_NAME spirv-oracle)
add_library(spirv-oracle::spirv-oracle ALIAS spirv_oracle)

set(_headers ${CMAKE_INSTALL_INCLUDEDIR}/spirv-oracle)
set(_package ${CMAKE_INSTALL_LIBDIR}/cmake/spirv-oracle)

install(TARGETS spirv_oracle spirv_oracle_builtins spirv_oracle_interpreter spirv_oracle_memory spirv_oracle_rays
  EXPORT spirv-oracle-targets)
spirv_oracle_find_interface(SPIRV_ORACLE_INTERFACE)
foreach(_header IN LISTS SPIRV_ORACLE_INTERFACE)
  cmake_path(GET _header PARENT_PATH _folder)
  install(FILES ${_header} DESTINATION ${_headers}/${_folder})
endforeach()
# For cmake/consumer, which includes each of them.
list(TRANSFORM SPIRV_ORACLE_INTERFACE REPLACE "(.+)" "#include \"\\1\"" OUTPUT_VARIABLE _includes)
list(JOIN _includes "\n" _includes)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/every_installed_header.cpp CONTENT "@_includes@\n" @ONLY)

install(EXPORT spirv-oracle-targets NAMESPACE spirv-oracle:: DESTINATION ${_package})
configure_package_config_file(cmake/spirv-oracle-config.cmake.in
  ${PROJECT_BINARY_DIR}/spirv-oracle-config.cmake INSTALL_DESTINATION ${_package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/spirv-oracle-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/spirv-oracle-config.cmake
  ${PROJECT_BINARY_DIR}/spirv-oracle-config-version.cmake
  cmake/Toolchain.cmake
  cmake/FindSpirvToolsCore.cmake
  cmake/Findhalf.cmake
  scripts/toolchain.lock
  DESTINATION ${_package})
