# The header xxhash.h: the target xxhash::header.

find_path(xxhash_INCLUDE_DIR xxhash.h)
mark_as_advanced(xxhash_INCLUDE_DIR)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(xxhash REQUIRED_VARS xxhash_INCLUDE_DIR)

if(xxhash_FOUND AND NOT TARGET xxhash::header)
  add_library(xxhash::header INTERFACE IMPORTED)
  set_target_properties(xxhash::header PROPERTIES INTERFACE_INCLUDE_DIRECTORIES ${xxhash_INCLUDE_DIR})
endif()
