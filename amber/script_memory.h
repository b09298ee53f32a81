// The buffers of a script while it runs, and their binding to a dispatch.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "amber/expect.h"
#include "amber/script/model.h"
#include "amber/script/remark.h"
#include "interpreter/dispatch.h"

namespace spirv_oracle::amber {

class ScriptMemory {
 public:
  // Creates all buffers with their initial contents. Errors: limit for more than max_bytes in
  // total.
  static Result<ScriptMemory> create(const Script& script, std::uint64_t max_bytes);

  const ShadowedBytes& contents(const std::string& buffer) const {
    return contents_.find(buffer)->second;
  }
  // What is known about its implementation-dependent contents.
  const PossibleValues& possible_values(const std::string& buffer) const;

  void copy(const Copy& command);
  void store(const Store& command);

  // Adds the pipeline's bindings that the entry point uses to the dispatch. `remarks` gets the
  // unused ones, and the rules of Vulkan that the bindings break. Errors: bad_input if something is
  // not bound, or bound to a completely different resource.
  Result<void> bind(const Pipeline& pipeline, const EntryPointInfo& entry, Dispatch& dispatch,
                    std::vector<Remark>& remarks);

  // Takes the written contents back from the dispatch, with what its enclosures say about them.
  void take_back(DispatchResult& result);

 private:
  // A part of a buffer that is bound.
  struct Slice {
    BindingKey key;
    std::string buffer;
    std::uint64_t begin = 0, end = 0;
    bool shared = false;  // overlaps another bound part of the same buffer
  };

  Result<Slice> slice_of(const Binding& binding, const BindingKey& key, std::size_t element,
                         std::vector<Remark>& remarks) const;
  Result<void> bind_resource(const Pipeline& pipeline, const ResourceInfo& resource,
                             const Binding* binding, Dispatch& dispatch,
                             std::vector<Remark>& remarks);
  Result<void> bind_push_constants(const Pipeline& pipeline, const ResourceInfo& resource,
                                   Dispatch& dispatch, std::vector<Remark>& remarks) const;
  // `first`: the key of the first descriptor.
  Result<void> bind_samplers(const Binding& binding, const BindingKey& first, std::uint64_t wanted,
                             Dispatch& dispatch) const;
  // Makes the slice the texels of an image or texel buffer, and sets their layout.
  Result<void> bind_texels(const Binding& binding, const ResourceInfo& resource, Slice& slice,
                           Dispatch& dispatch) const;
  void find_shared_slices();
  // Makes overlapping parts of a buffer ranges of one memory.
  void share_memories(Dispatch& dispatch);
  // `begin`: where the result begins in the buffer.
  void take_enclosures(const BufferResult& result, const std::string& buffer, std::uint64_t begin);

  const Script* script_ = nullptr;
  std::map<std::string, ShadowedBytes> contents_;
  std::map<std::string, PossibleValues> possible_values_;
  std::vector<Slice> slices_;                    // of the current dispatch
  std::map<std::string, std::size_t> memories_;  // by buffer: index into its Bindings::memories
};

}  // namespace spirv_oracle::amber
