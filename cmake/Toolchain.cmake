# Lets CMake find the SPIR-V tool chain that scripts/setup-toolchain built, where it built one. The programs of a cross
# compilation link the libraries of their architecture, and are built with the tools of this one.

if(DEFINED ENV{XDG_CACHE_HOME})
  set(_cache "$ENV{XDG_CACHE_HOME}")
else()
  set(_cache "$ENV{HOME}/.cache")
endif()
# Beside the sources the file is in scripts/, in an installed package it is beside this one.
find_file(_lock toolchain.lock PATHS ${CMAKE_CURRENT_LIST_DIR}/../scripts ${CMAKE_CURRENT_LIST_DIR}
  NO_DEFAULT_PATH NO_CACHE)
if(_lock)
  file(STRINGS ${_lock} _prefix REGEX "^prefix ")
  string(REGEX REPLACE "^prefix +" "" _prefix "${_prefix}")
  set(SPIRV_ORACLE_TOOLCHAIN ${_cache}/spirv-oracle/${_prefix})
  set(_cross ${SPIRV_ORACLE_TOOLCHAIN}-${CMAKE_SYSTEM_PROCESSOR})
  if(CMAKE_CROSSCOMPILING AND IS_DIRECTORY ${_cross})
    list(APPEND CMAKE_PREFIX_PATH ${_cross})
  endif()
  unset(_cross)
  if(IS_DIRECTORY ${SPIRV_ORACLE_TOOLCHAIN})
    list(APPEND CMAKE_PREFIX_PATH ${SPIRV_ORACLE_TOOLCHAIN})
  endif()
endif()
unset(_cache)
unset(_lock)
unset(_prefix)
