// The buffers of a script while it runs, and their binding to a dispatch.
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "amber/expect.h"
#include "amber/script/model.h"
#include "amber/script/remark.h"
#include "interpreter/dispatch.h"
#include "raster/component_range.h"

namespace spirv_oracle::amber {

class ScriptMemory {
 public:
  // Creates all buffers with their initial contents. Errors: limit for more than max_bytes in
  // total.
  static Result<ScriptMemory> create(const Script& script, std::uint64_t max_bytes);

  const ShadowedBytes& contents(const std::string& buffer) const {
    return contents_.find(buffer)->second;
  }
  // Of all buffers, by name.
  const std::map<std::string, ShadowedBytes>& all_contents() const { return contents_; }
  // What is known about its implementation-dependent contents.
  const PossibleValues& possible_values(const std::string& buffer) const;

  void copy(const Copy& command);
  void store(const Store& command);
  // The contents, for a caller who changes them.
  ShadowedBytes& changed_contents(const std::string& buffer);
  // Attachment::ranges of a buffer that draws and clears wrote; empty: not known.
  const std::vector<TexelRange>& ranges(const std::string& buffer) const;
  void set_ranges(const std::string& buffer, std::vector<TexelRange> ranges);
  // For a caller who changes them.
  std::vector<TexelRange> take_ranges(const std::string& buffer);

  // Adds the pipeline's bindings that its entry points use to those of the dispatch or draw. `remarks` gets the
  // unused ones, and the rules of Vulkan that the bindings break. Errors: bad_input if something is
  // not bound, or bound to a completely different resource.
  Result<void> bind(const Pipeline& pipeline, std::span<const EntryPointInfo* const> entries,
                    Bindings& bindings, std::vector<Remark>& remarks);

  // Takes the written contents back from the dispatch, with what its enclosures say about them.
  void take_back(DispatchResult& result);
  // Takes contents back from the bindings of a draw, which wrote to these buffers and perhaps to any memory.
  void take_back(Bindings& bindings, const std::set<BindingKey>& written);

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
                             const Binding* binding, Bindings& bindings,
                             std::vector<Remark>& remarks);
  Result<void> bind_push_constants(const Pipeline& pipeline, const ResourceInfo& resource,
                                   Bindings& bindings, std::vector<Remark>& remarks) const;
  // `first`: the key of the first descriptor.
  Result<void> bind_samplers(const Binding& binding, const BindingKey& first, std::uint64_t wanted,
                             Bindings& bindings) const;
  // Makes the slice the texels of an image or texel buffer, and sets their layout.
  Result<void> bind_texels(const Binding& binding, const ResourceInfo& resource, Slice& slice,
                           Bindings& bindings) const;
  void find_shared_slices();
  // Makes overlapping parts of a buffer ranges of one memory.
  void share_memories(Bindings& bindings);
  // Adds what the entry point uses.
  Result<void> bind_entry(const Pipeline& pipeline, const EntryPointInfo& entry, Bindings& bindings,
                          std::vector<Remark>& remarks);
  // `begin`: where the result begins in the buffer.
  void take_enclosures(const BufferResult& result, const std::string& buffer, std::uint64_t begin);
  void store_slice(const Slice& slice, const ShadowedBytes& after);
  // Forgets what is known about implementation-dependent contents.
  void forget_possible(const std::string& buffer);

  const Script* script_ = nullptr;
  std::map<std::string, ShadowedBytes> contents_;
  std::map<std::string, PossibleValues> possible_values_;
  std::map<std::string, std::vector<TexelRange>> ranges_;
  std::vector<Slice> slices_;                    // of the current dispatch
  std::map<std::string, std::size_t> memories_;  // by buffer: index into its Bindings::memories
};

}  // namespace spirv_oracle::amber
