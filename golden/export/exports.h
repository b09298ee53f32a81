// Bundles in other formats.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/run.h"
#include "golden/bundle.h"
#include "interpreter/result.h"

namespace spirv_oracle::golden {

// BUNDLE... --as FORMAT --out DIR.
Result<Status> export_bundles(const std::vector<std::string>& arguments, const Console& console);

// An AmberScript whose EXPECT lines compare what is certain. Errors: unsupported for what AmberScript cannot say, by
// its name.
Result<std::string> as_amber_script(const Bundle& bundle);

// A test of LLVM's offload test suite, YAML; `module_name` is the file of the module beside it. Errors: unsupported for
// what its rules cannot compare.
Result<std::string> as_offload_test(const Bundle& bundle, const std::string& module_name);

// The bytes of an .npz file: arrays of the inputs, of the expected outputs, and of what is accepted.
std::vector<std::byte> as_npz(const Bundle& bundle);

}  // namespace spirv_oracle::golden
