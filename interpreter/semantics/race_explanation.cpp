#include "interpreter/semantics/race_explanation.h"

#include "memory/race_detector.h"

namespace spirv_oracle {

namespace race_clauses {
constinit const Clause data_race{
    "memory.data-race", "data-race", Effect::undefined_behavior,
    "Two invocations access the same memory, one of them writes it, and they are not ordered"};
constinit const Clause mixed_atomic{
    "memory.atomic-and-plain-access", "data-race", Effect::undefined_behavior,
    "An atomic and an access that is not atomic go to the same memory, and they are not ordered"};
constinit const Clause atomic_scope{
    "memory.atomics-not-mutually-ordered", "atomic-scope", Effect::undefined_behavior,
    "Two atomics on the same memory are neither mutually ordered nor ordered otherwise"};
constinit const Clause ordered_by_custom{
    "memory.ordered-by-custom", "customary-order", Effect::implementation_defined,
    "Two invocations access the same memory, one of them writes it, and only custom orders them"};
constinit const Clause private_access{
    "memory.private-access", "private-access", Effect::undefined_behavior,
    "An access to memory that another invocation writes or has written is private"};
constinit const Clause not_available{
    "memory.not-available", "memory-availability", Effect::undefined_behavior,
    "A write of another invocation happens before the access, but is not made available to it"};
constinit const Clause not_visible{
    "memory.not-visible", "memory-availability", Effect::undefined_behavior,
    "A write of another invocation happens before the read, but is not made visible to it"};
}  // namespace race_clauses

namespace {

// What there is to say of a barrier, by StorageSemantics.
struct StorageTexts {
  const char* add_barrier;
  const char* not_named;
  const char* name_it;
};
constexpr StorageTexts storage_texts[storage_semantics_count] = {
    {"put memoryBarrierBuffer() and barrier() between them, where all invocations execute them",
     "the semantics of the barrier between them do not name UniformMemory",
     "name UniformMemory in the semantics of the barrier (memoryBarrierBuffer() before barrier() "
     "in "
     "GLSL)"},
    {"put barrier() between them, where all invocations execute it",
     "the semantics of the barrier between them do not name WorkgroupMemory",
     "name WorkgroupMemory in the semantics of the barrier"},
    {"put memoryBarrierImage() and barrier() between them, where all invocations execute them",
     "the semantics of the barrier between them do not name ImageMemory",
     "name ImageMemory in the semantics of the barrier (memoryBarrierImage() before barrier() in "
     "GLSL)"},
};

// What there is to say of the operands of accesses in the Vulkan memory model.
struct OperandTexts {
  const char* this_is_private;
  const char* other_is_private;
  const char* share_it;
  const char* not_available;
  const char* not_visible;
};
constexpr OperandTexts memory_operands = {
    "this one has no NonPrivatePointer", "the earlier one has no NonPrivatePointer",
    "add NonPrivatePointer to its memory operands (coherent, or workgroupcoherent, in GLSL)",
    "neither the write has MakePointerAvailable, nor a release after it MakeAvailable, with a "
    "scope that includes both",
    "neither the read has MakePointerVisible, nor an acquire before it MakeVisible, with a scope "
    "that includes both"};
constexpr OperandTexts image_operands = {
    "this one has no NonPrivateTexel", "the earlier one has no NonPrivateTexel",
    "add NonPrivateTexel to its image operands (coherent, or workgroupcoherent, in GLSL)",
    "neither the write has MakeTexelAvailable, nor a release after it MakeAvailable, with a scope "
    "that includes both",
    "neither the read has MakeTexelVisible, nor an acquire before it MakeVisible, with a scope "
    "that includes both"};

}  // namespace

RaceExplanation explain_race(const RaceSite& site, const RaceSite& other, MissingEdge missing,
                             bool in_kernel) {
  RaceExplanation explanation = explain_race(site, other, missing);
  if (!in_kernel) return explanation;
  const bool is_local = site.storage == StorageSemantics::workgroup_memory;
  if (missing == MissingEdge::synchronization) {
    explanation.help = is_local ? "put barrier(CLK_LOCAL_MEM_FENCE) between them, where all "
                                  "work-items execute it"
                                : "put barrier(CLK_GLOBAL_MEM_FENCE) between them, where all "
                                  "work-items execute it";
  } else if (missing == MissingEdge::other_workgroup) {
    explanation.help =
        "work-groups run in any order, or at once: let each have its own memory, use atomics, or "
        "split the kernel";
  } else if (missing == MissingEdge::barrier_storage) {
    explanation.missing =
        is_local ? "the semantics of the barrier between them do not name WorkgroupMemory"
                 : "the semantics of the barrier between them do not name CrossWorkgroupMemory";
    explanation.help =
        is_local ? "give the barrier CLK_LOCAL_MEM_FENCE" : "give the barrier CLK_GLOBAL_MEM_FENCE";
  }
  return explanation;
}

RaceExplanation explain_race(const RaceSite& site, const RaceSite& other, MissingEdge missing) {
  const Clause* clause =
      site.atomic != other.atomic ? &race_clauses::mixed_atomic : &race_clauses::data_race;
  const StorageTexts& texts = storage_texts[static_cast<std::size_t>(site.storage)];
  const OperandTexts& operands =
      site.storage == StorageSemantics::image_memory ? image_operands : memory_operands;
  switch (missing) {
    case MissingEdge::synchronization:
      return {clause, "no barrier is between them", texts.add_barrier};
    case MissingEdge::other_workgroup:
      return {clause, "no atomics order what the workgroups do",
              "workgroups run in any order, or at once: let each have its own memory, use atomics, "
              "or split the dispatch"};
    case MissingEdge::barrier_storage:
      return {clause, texts.not_named, texts.name_it};
    case MissingEdge::barrier_order:
      return {clause, "the semantics of the barrier between them are not AcquireRelease",
              "give the barrier the memory semantics AcquireRelease"};
    case MissingEdge::barrier_scope:
      return {clause, "the memory scope of the barrier between them does not include both",
              "give the barrier a memory scope that includes all who access the memory"};
    case MissingEdge::atomic_scope:
      return {&race_clauses::atomic_scope, "their memory scopes do not include each other",
              "give both atomics a scope that includes all who access the memory"};
    case MissingEdge::atomic_size:
      return {&race_clauses::atomic_scope, "they do not access the same set of bytes",
              "access the memory by atomics of one width only"};
    case MissingEdge::private_access:
      return {&race_clauses::private_access, operands.this_is_private, operands.share_it};
    case MissingEdge::other_private_access:
      return {&race_clauses::private_access, operands.other_is_private, operands.share_it};
    case MissingEdge::availability:
      return {&race_clauses::not_available, operands.not_available,
              "make the write available (coherent in GLSL)"};
    case MissingEdge::visibility:
      break;
  }
  return {&race_clauses::not_visible, operands.not_visible,
          "make the write visible (coherent in GLSL)"};
}

RaceExplanation explain_customary_order(MissingEdge missing) {
  const bool not_coherent =
      missing == MissingEdge::availability || missing == MissingEdge::visibility;
  if (not_coherent) {
    return {&race_clauses::ordered_by_custom,
            "they are ordered, but the buffer is not Coherent, so that nothing says that the write "
            "reaches others",
            "declare the buffer coherent"};
  }
  return {
      &race_clauses::ordered_by_custom,
      "a memory barrier before the control barrier between them releases, but nothing behind it "
      "acquires",
      "put one memory barrier behind the control barrier too, or use controlBarrier(), which "
      "names the memory"};
}

}  // namespace spirv_oracle
