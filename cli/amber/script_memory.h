// The buffers of a script while it runs, and how a dispatch gets them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cli/amber/model.h"
#include "interpreter/dispatch.h"

namespace spirv_oracle::amber {

class ScriptMemory {
 public:
  // All buffers as they are before the first command. Errors: limit for more than max_bytes in all.
  static Result<ScriptMemory> create(const Script& script, std::uint64_t max_bytes);

  ShadowedBytes& contents(const std::string& buffer) { return contents_.find(buffer)->second; }

  // Gives the dispatch what the entry point uses of the pipeline's bindings. Errors: bad_input for
  // what is not bound, is of another kind or does not fit.
  Result<void> bind(const Pipeline& pipeline, const EntryPointInfo& entry, Dispatch& dispatch);

  // Takes back what the dispatch wrote. Errors: unsupported where one part of a buffer was bound
  // several times and written.
  Result<void> take_back(DispatchResult& result);

 private:
  // A part of a buffer that is bound.
  struct Slice {
    BindingKey key;
    std::string buffer;
    std::uint64_t begin = 0, end = 0;
  };

  Result<Slice> slice_of(const Binding& binding, std::size_t element) const;
  Result<void> bind_resource(const Pipeline& pipeline, const ResourceInfo& resource,
                             Dispatch& dispatch);

  std::map<std::string, ShadowedBytes> contents_;
  std::vector<Slice> slices_;  // of the dispatch that is prepared
};

}  // namespace spirv_oracle::amber
