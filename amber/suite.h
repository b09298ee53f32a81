// Runs scripts for spirv-run.
#pragma once

#include "cli/run_options.h"
#include "support/console.h"

namespace spirv_oracle::amber {

// Runs, or with --list describes, the scripts of options.files, which may include folders. The
// status is the worst one. Errors: bad_input for options that do not apply to scripts, for folders
// without scripts, and for a file that cannot be written.
Result<Status> run_scripts(const RunOptions& options, const InstructionRegistry& registry,
                           const Console& console);

}  // namespace spirv_oracle::amber
