// A module and its dispatch, from the options of spirv-run.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/options.h"
#include "frontend/frontend.h"
#include "interpreter/dispatch.h"

namespace spirv_oracle::golden {

struct ModuleSubject {
  ModuleFile file;
  std::shared_ptr<const Module> module;
  EntryPointInfo entry;
  Dispatch dispatch;
  std::vector<std::string> notes;
};

Result<ModuleSubject> load_subject(const DispatchOptions& what);

}  // namespace spirv_oracle::golden
