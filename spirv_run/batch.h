// Runs many modules, each isolated from the others: spirv-run --batch.
#pragma once

#include <string>
#include <vector>

#include "interpreter/ir/registry.h"
#include "interpreter/result.h"
#include "support/console.h"

namespace spirv_oracle {

// `arguments`: FILE [--jobs N]. FILE has a request as JSON in each line; "-" is standard input. Prints an answer as JSON in a line
// for each request, in their order. A request that crashes, or reaches a limit, has an answer like the others.
//
// A request is an object: "module", a file, or an object with "suffix" and "text" or "base64"; "data", an object with the
// values of --buffer by resource; "options", a list of further arguments; "id", any value. An answer has "id" (that of the request, or else
// the number of the line), "status", "result" (what --format json prints), and "messages" (standard error; left out if empty).
//
// Errors: bad_input (no file, an unknown option), limit (no process can be started).
Result<void> run_batch(const std::vector<std::string>& arguments,
                       const InstructionRegistry& registry, const Console& console);

}  // namespace spirv_oracle
