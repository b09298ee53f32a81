// What a program is compiled for. Dispatches with equal requests can share a program, because it contains addresses of
// resources but not their contents.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "interpreter/bindings.h"
#include "interpreter/pipe_argument.h"
#include "interpreter/pipeline.h"

namespace spirv_oracle {

// What a program records for its run, in addition to its results.
struct Instrumentation {
  bool check_races = false;           // Policy::check_races
  bool check_de_facto_order = false;  // Policy::check_de_facto_order
  bool record_enclosures = false;     // encloses values
  bool record_provenance = false;     // the planes from which values come
  // Examine both paths of branches on implementation-dependent conditions.
  bool follows_uncertain_branches = false;
  bool knows_outside_accesses = false;  // an earlier run found such accesses
  // The run is debugged: keeps Program::debug, and the values of ids in lanes that do not execute.
  bool debug = false;
  bool record_exchanges = false;  // Policy::record_exchanges
  // The program says which planes its records read and write (exec/record_description.h).
  bool describe_records = false;
  bool several_threads = false;  // workgroups may run at the same time
  // What earlier runs found about pipes, by the number of the argument.
  std::map<std::uint32_t, PipeUse> pipes;

  bool operator==(const Instrumentation&) const = default;
};

// The resources of a dispatch, without the contents of its memory.
struct ResourceShapes {
  struct Memory {
    std::string name;
    std::uint64_t size = 0;  // bytes
    bool operator==(const Memory&) const = default;
  };

  std::uint64_t push_constants = 0;             // bytes
  std::map<BindingKey, std::uint64_t> buffers;  // bytes
  std::map<BindingKey, ImageShape> images;
  std::map<BindingKey, SamplerState> samplers;
  std::map<BindingKey, std::shared_ptr<const AccelerationStructure>> acceleration_structures;
  std::set<BindingKey> null_descriptors;
  std::map<BindingKey, DescriptorType> heap_types;
  std::vector<Memory> memories;
  std::map<BindingKey, MemoryRange> memory_buffers;
  std::map<std::uint32_t, ShadowedBytes> argument_values;
  std::map<std::uint32_t, std::uint64_t> local_arguments;

  bool operator==(const ResourceShapes&) const = default;
};

ResourceShapes shapes_of(const Bindings& bindings);

// `launch` is default for shaders, whose programs do not depend on it.
struct ProgramRequest : PipelineOptions, Launch, ResourceShapes, Instrumentation {
  std::uint64_t max_memory = Limits{}.max_memory;  // Limits::max_memory

  bool operator==(const ProgramRequest&) const = default;
};

}  // namespace spirv_oracle
