# The core library of SPIRV-Tools (assembler, disassembler, validator), with no optimizer: the
# target SpirvToolsCore::SpirvToolsCore. SPIRV-Tools' own CMake package is not used, as it wants
# every one of its libraries to be there.

find_path(SpirvToolsCore_INCLUDE_DIR spirv-tools/libspirv.h)
find_library(SpirvToolsCore_LIBRARY NAMES libSPIRV-Tools.a SPIRV-Tools-static SPIRV-Tools)
mark_as_advanced(SpirvToolsCore_INCLUDE_DIR SpirvToolsCore_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(SpirvToolsCore
  REQUIRED_VARS SpirvToolsCore_LIBRARY SpirvToolsCore_INCLUDE_DIR)

if(SpirvToolsCore_FOUND AND NOT TARGET SpirvToolsCore::SpirvToolsCore)
  add_library(SpirvToolsCore::SpirvToolsCore UNKNOWN IMPORTED)
  set_target_properties(SpirvToolsCore::SpirvToolsCore PROPERTIES
    IMPORTED_LOCATION ${SpirvToolsCore_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${SpirvToolsCore_INCLUDE_DIR})
endif()
