# SPIRV_ORACLE_PORTABLE: every library but the C library becomes a part of the programs, so that they run on other
# distributions. scripts/package makes the portable archive and the wheel from such a build.
#
# What is linked has a license that permits this; packaging/write_sbom collects the licenses.

# For the find_package calls of Dependencies.cmake.
macro(spirv_oracle_prefer_static_libraries)
  set(CMAKE_FIND_LIBRARY_SUFFIXES .a .so)
  set(Boost_USE_STATIC_LIBS ON)
  set(OPENSSL_USE_STATIC_LIBS ON)
  set(ZLIB_USE_STATIC_LIBS ON)
  set(CMAKE_SKIP_RPATH ON)
endmacro()

# spirv_oracle_replace_library(TARGET FILE): the imported TARGET means the static library FILE.
function(spirv_oracle_replace_library target file)
  get_target_property(configurations ${target} IMPORTED_CONFIGURATIONS)
  foreach(configuration IN LISTS configurations)
    set_target_properties(${target} PROPERTIES IMPORTED_LOCATION_${configuration} ${file})
  endforeach()
endfunction()

# Debian has no static library of fmt, so it is compiled from its headers.
function(spirv_oracle_link_statically)
  add_library(fmt_static STATIC ${PROJECT_SOURCE_DIR}/packaging/fmt_library.cpp)
  set_target_properties(fmt_static PROPERTIES ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib UNITY_BUILD OFF)
  spirv_oracle_replace_library(fmt::fmt ${PROJECT_BINARY_DIR}/lib/libfmt_static.a)
  add_dependencies(fmt::fmt fmt_static)

  find_library(static_pugixml libpugixml.a REQUIRED)
  spirv_oracle_replace_library(pugixml::shared ${static_pugixml})

  # A static library does not name those that it needs.
  foreach(name IN ITEMS bsd md tinfo)
    find_library(static_${name} lib${name}.a REQUIRED)
    mark_as_advanced(static_${name})
  endforeach()
  set(LIBEDIT_LIBRARY ${LIBEDIT_LIBRARY} ${static_bsd} ${static_md} PARENT_SCOPE)
  set(CURSES_LIBRARIES ${CURSES_LIBRARIES} ${static_tinfo} PARENT_SCOPE)
  add_link_options(-static-libstdc++ -static-libgcc)
endfunction()
