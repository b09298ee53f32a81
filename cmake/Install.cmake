# `cmake --install` puts the programs, the libraries and a CMake package in place: a project that
# embeds the interpreter says find_package(spirv-oracle) and links spirv-oracle::spirv-oracle.

include(CMakePackageConfigHelpers)

add_library(spirv_oracle INTERFACE)
target_link_libraries(spirv_oracle INTERFACE spirv_oracle_builtins)
set_target_properties(spirv_oracle PROPERTIES EXPORT_NAME spirv-oracle)
add_library(spirv-oracle::spirv-oracle ALIAS spirv_oracle)

set(_headers ${CMAKE_INSTALL_INCLUDEDIR}/spirv-oracle)
set(_package ${CMAKE_INSTALL_LIBDIR}/cmake/spirv-oracle)

install(TARGETS spirv_oracle spirv_oracle_builtins spirv_oracle_interpreter spirv_oracle_memory
  EXPORT spirv-oracle-targets)
install(DIRECTORY memory interpreter builtins DESTINATION ${_headers}
  FILES_MATCHING PATTERN *.h PATTERN *.def PATTERN *_test.h EXCLUDE)
install(DIRECTORY ${SPIRV_ORACLE_GENERATED}/ DESTINATION ${_headers})

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
