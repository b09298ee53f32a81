#include "interpreter/exec/report/race_explanation.h"

#include <algorithm>

#include "memory/race_detector.h"

namespace spirv_oracle {

namespace race_clauses {
constinit const Clause data_race{"memory.data-race", "data-race", Effect::undefined_behavior,
                                 "two invocations access the same memory, at least one writes it, "
                                 "and nothing orders the two accesses"};
constinit const Clause same_value{
    "memory.same-value-race", "same-value-race", Effect::undefined_behavior,
    "two unordered accesses of different invocations, at least one of them a write, leave the "
    "memory unchanged: every racing write stores the value that is already there"};
constinit const Clause mixed_atomic{
    "memory.atomic-and-plain-access", "data-race", Effect::undefined_behavior,
    "an atomic and a non-atomic access to the same memory are not ordered"};
constinit const Clause atomic_scope{
    "memory.atomics-not-mutually-ordered", "atomic-scope", Effect::undefined_behavior,
    "two atomics on the same memory are not mutually ordered, and nothing else orders them"};
constinit const Clause ordered_de_facto{"memory.de-facto-ordering", "de-facto-ordering",
                                        Effect::implementation_defined,
                                        "two accesses to the same memory are ordered only by "
                                        "widespread practice, not by the memory model"};
constinit const Clause private_access{"memory.private-access", "private-access",
                                      Effect::undefined_behavior,
                                      "a private access and an access of another invocation go to "
                                      "the same memory, and one of them writes it"};
constinit const Clause not_available{
    "memory.not-available", "memory-availability", Effect::undefined_behavior,
    "a write happens before an access of another invocation but is not made available to it"};
constinit const Clause not_visible{
    "memory.not-visible", "memory-availability", Effect::undefined_behavior,
    "a write happens before a read of another invocation but is not made visible to it"};
constinit const Clause different_references{
    "memory.different-references", "descriptor-aliasing", Effect::undefined_behavior,
    "under the Vulkan memory model, memory is written through one descriptor or address and then "
    "accessed through another; no shader operation makes the write visible there"};
}  // namespace race_clauses

namespace {

const char* scope_name(MemoryScope scope) {
  switch (scope) {
    case MemoryScope::invocation:
      return "Invocation";
    case MemoryScope::subgroup:
      return "Subgroup";
    case MemoryScope::workgroup:
      return "Workgroup";
    case MemoryScope::device:
      break;
  }
  return "Device";
}

const char* semantics_name(const RaceFacts& facts) {
  switch (facts.site.storage) {
    case StorageSemantics::workgroup_memory:
      return "WorkgroupMemory";
    case StorageSemantics::image_memory:
      return "ImageMemory";
    case StorageSemantics::uniform_memory:
      break;
  }
  return facts.language == SourceLanguage::opencl_c ? "CrossWorkgroupMemory" : "UniformMemory";
}

std::string more_semantics_for_barrier(const RaceFacts& facts) {
  const bool is_shared = facts.site.storage == StorageSemantics::workgroup_memory;
  const bool is_image = facts.site.storage == StorageSemantics::image_memory;
  switch (facts.language) {
    case SourceLanguage::glsl:
      if (facts.vulkan_memory_model || is_shared) {
        return "add " + storage_in_source(facts.language, facts.site.storage) +
               " to the semantics of the barrier";
      }
      return std::string("barrier() orders only shared variables: call ") +
             (is_image ? "memoryBarrierImage()" : "memoryBarrierBuffer()") + " before it";
    case SourceLanguage::hlsl:
      return "call " + workgroup_barrier(facts.language, facts.site.storage, false) +
             " instead, or AllMemoryBarrierWithGroupSync(), which orders all memory";
    case SourceLanguage::opencl_c:
      return "pass " + storage_in_source(facts.language, facts.site.storage) + " to the barrier";
    case SourceLanguage::other:
      break;
  }
  return std::string("add ") + semantics_name(facts) + " to the Memory Semantics of the barrier";
}

// What the report says about memory and image operands in the Vulkan memory model.
struct OperandTexts {
  const char* non_private;
  const char* available;
  const char* visible;
};
constexpr OperandTexts memory_operands = {"NonPrivatePointer", "MakePointerAvailable",
                                          "MakePointerVisible"};
constexpr OperandTexts image_operands = {"NonPrivateTexel", "MakeTexelAvailable",
                                         "MakeTexelVisible"};

std::string coherent_in_glsl(const RaceFacts& facts) {
  return facts.language == SourceLanguage::glsl ? ": declare the variable coherent or "
                                                  "workgroupcoherent"
                                                : "";
}

// How to make the non-atomic one of two accesses atomic.
std::string atomic_access(const RaceFacts& facts) {
  const RaceSite& plain = facts.site.atomic ? facts.other : facts.site;
  const char* with = "";
  switch (facts.language) {
    case SourceLanguage::glsl:
      with = plain.writes ? ", with atomicExchange()" : ", such as atomicOr(x, 0u)";
      break;
    case SourceLanguage::hlsl:
      with = plain.writes ? ", with InterlockedExchange()" : ", with InterlockedOr() of 0";
      break;
    case SourceLanguage::opencl_c:
      with = plain.writes ? ", with atomic_store()" : ", with atomic_load()";
      break;
    case SourceLanguage::other:
      break;
  }
  return std::string("make the ") + (plain.writes ? "write" : "read") + " atomic as well" + with;
}

// Accesses that neither a barrier nor atomics order.
void explain_missing_order(const RaceFacts& facts, RaceExplanation& race) {
  const std::string barrier = "the barrier" + facts.barrier;
  switch (facts.missing) {
    case MissingEdge::subgroup_barrier:
      race.missing = "the " + facts.subgroup_barrier + facts.barrier +
                     " orders only invocations of one subgroup; these are in subgroups " +
                     std::to_string(std::min(facts.subgroup, facts.other_subgroup)) + " and " +
                     std::to_string(std::max(facts.subgroup, facts.other_subgroup));
      return;
    case MissingEdge::other_workgroup:
      race.missing = "no barrier orders invocations of different workgroups";
      if (facts.site.atomic != facts.other.atomic) {
        race.help = atomic_access(facts);
        return;
      }
      race.help = facts.language == SourceLanguage::opencl_c
                      ? "work-groups run in any order or at the same time: give each work-group "
                        "its own memory, use atomics, or split the kernel"
                      : "workgroups run in any order or at the same time: give each workgroup its "
                        "own memory, use atomics, or split the dispatch";
      return;
    case MissingEdge::atomic_acquire:
      race.missing =
          "an atomic releases the earlier access, but neither the atomic that reads its value nor "
          "a memory barrier after that acquires it";
      race.help = "call " + memory_barrier(facts.language, facts.site.storage) +
                  " after the atomic that reads the value, before this access";
      return;
    case MissingEdge::barrier_acquire:
      race.missing = "a memory barrier releases before " + barrier + ", but none acquires after it";
      race.help = "call " + memory_barrier(facts.language, facts.site.storage) +
                  " after the barrier as well, or " + more_semantics_for_barrier(facts);
      return;
    case MissingEdge::barrier_storage:
      race.missing = barrier + " does not order this memory: its Memory Semantics lack " +
                     semantics_name(facts);
      race.help = more_semantics_for_barrier(facts);
      return;
    case MissingEdge::barrier_order:
      race.missing = barrier + " orders nothing: its Memory Semantics lack AcquireRelease";
      race.help = "give the barrier the Memory Semantics AcquireRelease";
      return;
    case MissingEdge::barrier_scope:
      race.missing = "the Memory scope of " + barrier + " does not include both invocations";
      race.help =
          "give the barrier a Memory scope that includes all invocations that access the "
          "memory";
      return;
    default:
      race.missing = "no barrier separates the two accesses";
      return;
  }
}

// Atomics that are not mutually ordered.
void explain_atomics(const RaceFacts& facts, RaceExplanation& race) {
  race.clause = &race_clauses::atomic_scope;
  race.title = "data race between two atomics";
  if (facts.missing == MissingEdge::atomic_scope) {
    race.missing = std::string("the Memory scopes of the atomics, ") +
                   scope_name(facts.site.scope) + " and " + scope_name(facts.other.scope) +
                   ", do not include both invocations";
    race.help =
        "give both atomics a Memory scope that includes all invocations that access the "
        "memory";
  } else if (facts.missing == MissingEdge::atomic_size) {
    race.missing = "atomics of " + std::to_string(facts.site.bytes) + " and " +
                   std::to_string(facts.other.bytes) + " bytes do not access the same set of bytes";
    race.help = "access the memory with atomics of one width only";
  } else {
    race.missing = "atomics through different descriptors or addresses are not mutually ordered";
    race.help = "access the memory through one descriptor or address only";
  }
}

// Accesses that are ordered, but share memory in a way that the Vulkan memory model does not permit.
void explain_ordered(const RaceFacts& facts, RaceExplanation& race) {
  const OperandTexts& operands =
      facts.site.storage == StorageSemantics::image_memory ? image_operands : memory_operands;
  const bool is_private = facts.missing == MissingEdge::private_access;
  if (is_private || facts.missing == MissingEdge::other_private_access) {
    race.clause = &race_clauses::private_access;
    race.title = "private access to shared memory";
    race.missing = std::string("the ") +
                   ((is_private ? facts.site : facts.other).writes ? "write" : "read") + " lacks " +
                   operands.non_private;
    race.help =
        std::string("add ") + operands.non_private + " to its operands" + coherent_in_glsl(facts);
  } else if (facts.missing == MissingEdge::reference) {
    race.clause = &race_clauses::different_references;
    race.title = "write through another descriptor or address";
    race.missing =
        "the Vulkan memory model makes a write visible only through the descriptor or address "
        "that wrote it";
    race.help =
        "access the memory through one descriptor or address only, or separate the accesses by a "
        "pipeline barrier";
  } else if (facts.missing == MissingEdge::availability) {
    race.clause = &race_clauses::not_available;
    race.title = "write not made available";
    race.missing = std::string("the write lacks ") + operands.available +
                   ", and no release after it has MakeAvailable, with a scope that includes "
                   "both invocations";
    race.help = "make the write available" + coherent_in_glsl(facts);
  } else {
    race.clause = &race_clauses::not_visible;
    race.title = "write not made visible";
    race.missing = std::string("the read lacks ") + operands.visible +
                   ", and no acquire before it has MakeVisible, with a scope that includes both "
                   "invocations";
    race.help = "make the write visible" + coherent_in_glsl(facts);
  }
}

}  // namespace

RaceExplanation explain_race(const RaceFacts& facts) {
  const bool is_mixed = facts.site.atomic != facts.other.atomic;
  RaceExplanation race{
      is_mixed ? &race_clauses::mixed_atomic : &race_clauses::data_race,
      is_mixed ? "data race between an atomic and a non-atomic access" : "data race", "", ""};
  switch (facts.missing) {
    case MissingEdge::synchronization:
    case MissingEdge::subgroup_barrier:
    case MissingEdge::other_workgroup:
    case MissingEdge::barrier_storage:
    case MissingEdge::barrier_order:
    case MissingEdge::barrier_scope:
    case MissingEdge::barrier_acquire:
    case MissingEdge::atomic_acquire:
      explain_missing_order(facts, race);
      break;
    case MissingEdge::atomic_scope:
    case MissingEdge::atomic_size:
    case MissingEdge::atomic_reference:
      explain_atomics(facts, race);
      break;
    case MissingEdge::private_access:
    case MissingEdge::other_private_access:
    case MissingEdge::reference:
    case MissingEdge::availability:
    case MissingEdge::visibility:
      explain_ordered(facts, race);
      break;
  }
  return race;
}

RaceExplanation explain_de_facto_order(MissingEdge missing, SourceLanguage language,
                                       StorageSemantics storage) {
  constexpr const char* title = "ordered only by widespread practice, not by the memory model";
  const bool not_coherent =
      missing == MissingEdge::availability || missing == MissingEdge::visibility;
  if (not_coherent) {
    return {&race_clauses::ordered_de_facto, title,
            "the accesses are ordered, but the buffer is not Coherent, so no rule makes the write "
            "visible to other invocations",
            "declare the buffer coherent"};
  }
  return {&race_clauses::ordered_de_facto, title,
          "a memory barrier releases before the control barrier, but no memory barrier acquires "
          "after it",
          language == SourceLanguage::opencl_c
              ? "put " + workgroup_barrier(language, storage, false) +
                    " instead of the fence and the barrier, or add this flag to the barrier"
              : "put a memory barrier after the control barrier as well, or use controlBarrier() "
                "with semantics that name the memory"};
}

}  // namespace spirv_oracle
