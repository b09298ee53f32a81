// Bundles in other formats.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "golden/bundle/bundle.h"
#include "interpreter/result.h"
#include "support/console.h"

namespace spirv_oracle::golden {

// Arguments: BUNDLE... --as FORMAT --out DIR.
Result<Status> export_bundles(const std::vector<std::string>& arguments, const Console& console);

std::string export_help();

// An AmberScript whose EXPECT lines compare the certain components. Errors: unsupported, with the
// name of what AmberScript cannot express.
Result<std::string> as_amber_script(const Bundle& bundle);

// A YAML test of LLVM's offload test suite; `module_name` is the file of the module beside it.
// Errors: unsupported if its rules cannot compare the outputs.
Result<std::string> as_offload_test(const Bundle& bundle, const std::string& module_name);

// The bytes of an .npz file with arrays of the inputs, the expected outputs, and the acceptance.
std::vector<std::byte> as_npz(const Bundle& bundle);

}  // namespace spirv_oracle::golden
