// The arguments of a kernel in a pipeline: by name, by number, or by the descriptors that clspv
// assigns.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "amber/script/model.h"
#include "interpreter/dispatch.h"

namespace spirv_oracle::amber {

// The contents of a buffer of the script.
using ContentsOf = std::function<const ShadowedBytes&(const std::string& buffer)>;

class KernelArguments {
 public:
  // Both parameters must outlive the object. The only shader of the pipeline is the kernel.
  KernelArguments(const Pipeline& pipeline, const EntryPointInfo& entry)
      : pipeline_(pipeline), entry_(entry) {}

  // The BIND of an argument; null if there is none.
  const Binding* binding_of(const ResourceInfo& argument) const;

  // A plain value: from SET, or its part of the buffer that is bound for the plain values. A vector
  // of three components takes the space of four. Errors: bad_input if a value is missing or has
  // another size, or if something else is bound.
  Result<ShadowedBytes> value_of(const ResourceInfo& argument, const ContentsOf& contents_of) const;

  // The bytes of a pointer to local memory. As in clspv, the SpecIds from 3 on give the numbers of
  // elements of such arguments, in their order.
  std::uint64_t local_size_of(const ResourceInfo& argument) const;

 private:
  // The descriptor that clspv assigns to an argument.
  struct Descriptor {
    std::uint32_t binding = 0;
    std::uint64_t offset = 0;  // of a plain value in its buffer
  };

  const Binding* explicit_binding_of(const ResourceInfo& argument) const;
  const Binding* binding_at(std::uint32_t number) const;
  Descriptor descriptor_of(const ResourceInfo& argument) const;
  Result<ShadowedBytes> set_value(const ArgumentValue& value, const ResourceInfo& argument) const;

  const Pipeline& pipeline_;
  const EntryPointInfo& entry_;
};

}  // namespace spirv_oracle::amber
