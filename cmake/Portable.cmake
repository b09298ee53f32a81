# SPIRV_ORACLE_PORTABLE: links every library except the C library statically, so that the programs run on other distributions.
# scripts/package builds the portable archive and the wheel this way.
#
# The licenses of all these libraries permit static linking; packaging/write_sbom collects them.

# For the find_package calls of Dependencies.cmake.
macro(spirv_oracle_prefer_static_libraries)
  set(CMAKE_FIND_LIBRARY_SUFFIXES .a .so)
  set(Boost_USE_STATIC_LIBS ON)
  set(OPENSSL_USE_STATIC_LIBS ON)
  set(ZLIB_USE_STATIC_LIBS ON)
  set(CMAKE_SKIP_RPATH ON)
endmacro()

# spirv_oracle_replace_library(TARGET FILE): makes the imported TARGET link the static library FILE.
function(spirv_oracle_replace_library target file)
  get_target_property(configurations ${target} IMPORTED_CONFIGURATIONS)
  set_target_properties(${target} PROPERTIES IMPORTED_LOCATION ${file})
  foreach(configuration IN LISTS configurations)
    set_target_properties(${target} PROPERTIES IMPORTED_LOCATION_${configuration} ${file})
  endforeach()
endfunction()

# spirv_oracle_copy_libraries(RESULT FILE...): copies static libraries so that they can be linked into a shared library. Debian
# compiles them for programs, which access the streams of the C library by address. A shared library cannot do that, so the
# copies use our own pointers, which the library standard_streams defines. The copies also drop the versions of symbols, which
# only the corresponding shared library defines.
function(spirv_oracle_copy_libraries result)
  set(copies)
  foreach(file IN LISTS ARGN)
    cmake_path(GET file FILENAME name)
    set(copy ${PROJECT_BINARY_DIR}/static_copies/${name})
    file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/static_copies)
    execute_process(COMMAND ${CMAKE_NM} ${file} OUTPUT_VARIABLE symbols ERROR_QUIET COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX MATCHALL "[A-Za-z0-9_]+@@?[A-Za-z0-9_.]+" versioned "${symbols}")
    list(REMOVE_DUPLICATES versioned)
    set(changes --redefine-sym stdin=spirv_oracle_stdin --redefine-sym stdout=spirv_oracle_stdout
      --redefine-sym stderr=spirv_oracle_stderr)
    foreach(symbol IN LISTS versioned)
      string(REGEX REPLACE "@@.*" "" plain ${symbol})  # the version that programs get
      string(REPLACE "@" "_of_" plain ${plain})
      list(APPEND changes --redefine-sym ${symbol}=${plain})
    endforeach()
    execute_process(COMMAND ${CMAKE_OBJCOPY} ${changes} ${file} ${copy} COMMAND_ERROR_IS_FATAL ANY)
    list(APPEND copies ${copy})
  endforeach()
  set(${result} ${copies} standard_streams PARENT_SCOPE)
endfunction()

function(spirv_oracle_link_statically)
  # Debian has no static library of fmt, so it is compiled from its headers.
  add_library(fmt_static STATIC ${PROJECT_SOURCE_DIR}/packaging/fmt_library.cpp)
  set_target_properties(fmt_static PROPERTIES ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
  spirv_oracle_replace_library(fmt::fmt ${PROJECT_BINARY_DIR}/lib/libfmt_static.a)
  add_dependencies(fmt::fmt fmt_static)

  find_library(static_pugixml libpugixml.a REQUIRED)
  mark_as_advanced(static_pugixml)
  spirv_oracle_replace_library(pugixml::shared ${static_pugixml})

  add_library(standard_streams STATIC ${PROJECT_SOURCE_DIR}/packaging/standard_streams.cpp)
  spirv_oracle_copy_libraries(png ${PNG_LIBRARY})
  list(GET png 0 copied_png)
  spirv_oracle_replace_library(PNG::PNG ${copied_png})
  target_link_libraries(PNG::PNG INTERFACE standard_streams)

  # A static library does not name the libraries that it depends on.
  foreach(name IN ITEMS bsd md tinfo)
    find_library(static_${name} lib${name}.a REQUIRED)
    mark_as_advanced(static_${name})
  endforeach()
  spirv_oracle_copy_libraries(edit ${LIBEDIT_LIBRARY} ${static_bsd} ${static_md})
  spirv_oracle_copy_libraries(curses ${CURSES_LIBRARIES} ${static_tinfo})
  set(LIBEDIT_LIBRARY ${edit} PARENT_SCOPE)
  set(CURSES_LIBRARIES ${curses} PARENT_SCOPE)

  # Drop unused sections: std::random_device, which nothing uses, needs a newer C library than the rest.
  add_link_options(-static-libstdc++ -static-libgcc -Wl,--gc-sections)
endfunction()
