# The header half.hpp: the target half::half.

find_path(half_INCLUDE_DIR half.hpp PATH_SUFFIXES half)
mark_as_advanced(half_INCLUDE_DIR)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(half REQUIRED_VARS half_INCLUDE_DIR)

if(half_FOUND AND NOT TARGET half::half)
  add_library(half::half INTERFACE IMPORTED)
  set_target_properties(half::half PROPERTIES INTERFACE_INCLUDE_DIRECTORIES ${half_INCLUDE_DIR})
endif()
