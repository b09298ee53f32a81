// Where a command prints.
#pragma once

#include <ostream>

namespace spirv_oracle {

struct Console {
  std::ostream& out;      // results
  std::ostream& err;      // diagnostics
  bool color = false;     // in diagnostics
  bool terminal = false;  // whether err is a terminal, so that a progress bar may be shown
};

}  // namespace spirv_oracle
