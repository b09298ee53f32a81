# SPIRV_ORACLE_STATIC_LIBRARIES: the libraries that spirv-run needs become a part of the programs. Otherwise, a run of a small
# module spends most of its time on finding symbols of shared libraries. Drivers, the Python module and tests use the shared ones.
#
# The licenses of all these libraries permit static linking; packaging/write_sbom collects them.

set(_missing)
foreach(_name IN ITEMS boost_program_options pugixml png z)
  find_library(static_${_name} lib${_name}.a)
  mark_as_advanced(static_${_name})
  if(NOT static_${_name})
    list(APPEND _missing lib${_name}.a)
  endif()
endforeach()
if(NOT fmt_VERSION MATCHES "^9\\.")
  list(APPEND _missing "fmt 9 for packaging/fmt_library.cpp")
endif()
if(_missing)
  message(STATUS "The programs use shared libraries, and start more slowly: there is no ${_missing}")
  set(SPIRV_ORACLE_STATIC_LIBRARIES OFF)
else()
  # Debian has no static library of fmt, so it is compiled from its headers.
  add_library(fmt_static STATIC packaging/fmt_library.cpp)
  target_link_libraries(fmt_static PRIVATE fmt::fmt)
endif()
unset(_missing)

# spirv_oracle_link_program_statically(TARGET): the archives precede the shared libraries, of which none is then needed. At a fixed
# address, the tables of instructions need no relocation when the program starts.
function(spirv_oracle_link_program_statically target)
  add_dependencies(${target} fmt_static)
  target_link_options(${target} PRIVATE -no-pie -static-libstdc++ -static-libgcc -Wl,--gc-sections -Wl,--as-needed
    -Wl,--whole-archive ${static_boost_program_options} ${static_pugixml} ${static_png} ${static_z}
    $<TARGET_FILE:fmt_static> -Wl,--no-whole-archive)
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS $<TARGET_FILE:fmt_static>)
endfunction()
