#include "interpreter/run/run_results.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <iterator>
#include <map>
#include <span>
#include <utility>

#include "interpreter/exec/state/pipe_state.h"
#include "interpreter/observe/enclosed_component.h"

namespace spirv_oracle {
namespace {

constexpr std::size_t max_histories = 16;  // of undefined components of a buffer, and of others

std::string describe_limit(const Program& program, const WorkerResult& worker, const Pass& pass) {
  std::string text = describe_end(worker.end, pass.limits);
  const Origin& origin = program.origins[worker.limit_place.origin];
  if (origin.instruction != 0) {
    const Instruction& instruction = program.module->instruction(origin.instruction);
    const SourceLocation source = program.module->source(instruction.line);
    text += "; subgroup " + std::to_string(worker.limit_place.subgroup) + " of workgroup (" +
            std::to_string(worker.limit_place.workgroup[0]) + ", " +
            std::to_string(worker.limit_place.workgroup[1]) + ", " +
            std::to_string(worker.limit_place.workgroup[2]) + ") is in a loop";
    if (source.line != 0) text += " at " + source.file + ":" + std::to_string(source.line);
    text += ": " + program.module->disassemble(instruction);
    if (!worker.limit_place.others.empty()) text += "; meanwhile " + worker.limit_place.others;
  }
  return text;
}

// The result takes over the memory of the buffer, so nothing can run after this.
BufferResult take_buffer(AddressSpace& memory, std::uint32_t id) {
  BufferResult result;
  const Allocation& allocation = *memory.object(id).allocation;
  if (!allocation.writable && allocation.whole == 0) return result;  // the caller has the contents
  result.written = allocation.written.load();
  result.contents = memory.take(id);
  return result;
}

// The packets that are in a pipe at the end, or, if the kernel reads them, that were in it.
BufferResult take_pipe(AddressSpace& memory, std::uint32_t id) {
  const PipeState state = PipeState::of(memory.object(id));
  BufferResult result = take_buffer(memory, id);
  const std::uint64_t size =
      state.packet_size * (state.is_written != 0 ? state.taken : state.limit);
  result.contents.bytes.resize(size);
  result.contents.shadow.resize(size);
  return result;
}

// The positions in the binary of the instructions in the set.
std::vector<std::uint32_t> words_of(const Program& program, const Provenance& provenance,
                                    Provenance::UndefinedResults undefined_results,
                                    const FindingLog& log) {
  std::vector<std::uint32_t> words;
  for (const std::uint32_t origin : log.origins_of_undefined_results()) {
    if (provenance.is_among(origin, undefined_results))
      words.push_back(program.module->instruction(program.origins[origin].instruction).word_offset);
  }
  return words;
}

// A mark that only the enclosing run sets comes from a branch on floats: the component may have any value.
void add_marked(const ShadowedBytes& usual, BufferResult& enclosed) {
  std::vector<EnclosedComponent>& components = enclosed.enclosures;
  const std::vector<EnclosedComponent> known = components;
  const auto is_known = [&](std::uint64_t offset) {
    const auto behind = std::ranges::upper_bound(known, offset, {}, &EnclosedComponent::offset);
    return behind != known.begin() && offset < std::prev(behind)->offset + std::prev(behind)->bytes;
  };
  constexpr std::uint64_t word = 4;
  for (std::uint64_t i = 0; i < usual.size(); ++i) {
    const bool is_marked = enclosed.contents.shadow[i] == Definedness::implementation_dependent &&
                           usual.shadow[i] == Definedness::defined;
    if (!is_marked || is_known(i)) continue;
    const bool continues = components.size() > known.size() &&
                           components.back().offset + components.back().bytes == i && i % word != 0;
    if (continues) {
      ++components.back().bytes;
      continue;
    }
    EnclosedComponent& component = components.emplace_back();
    component.offset = i;
    component.bytes = 1;
    component.is_float = false;
    component.is_unknown = true;
  }
  std::ranges::sort(components, {}, &EnclosedComponent::offset);
}

// A component that the usual run marks is enclosed if the enclosing run follows all choices of the usual one and does
// not mark it: then only floats make the value indeterminate. Enclosed integers and encoded floats always have marks;
// without uncertain branches, these are their only ones.
void forget_marked(const ShadowedBytes& usual, const EnclosingRun& run, BufferResult& enclosed) {
  for (EnclosedComponent& component : enclosed.enclosures) {
    bool is_marked = false, is_still_marked = false;
    for (std::uint64_t i = component.offset; i < component.offset + component.bytes; ++i) {
      is_marked |= usual.shadow[i] == Definedness::implementation_dependent;
      is_still_marked |= enclosed.contents.shadow[i] != Definedness::defined;
    }
    const bool is_plain_float = component.is_float && component.encoding == FloatEncoding::none;
    const bool has_own_mark = !is_plain_float && run.has_certain_branches;
    if (!is_marked || (run.follows_all && (!is_still_marked || has_own_mark))) continue;
    component.is_unknown = true;
    component.values.clear();
  }
}

bool contains(const EnclosedComponent& component, const ShadowedBytes& contents) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, contents.bytes.data() + component.offset, component.bytes);
  const ScalarType type{ScalarType::Class::floating, static_cast<std::uint8_t>(component.bytes)};
  const Real number = internal::number_of_bits(type, bits);
  return component.low <= number && number <= component.high;
}

bool all_are(Definedness state, const ShadowedBytes& contents, const EnclosedComponent& component) {
  const auto states = std::span(contents.shadow).subspan(component.offset, component.bytes);
  return std::ranges::all_of(states, [&](Definedness each) { return each == state; });
}

// Gives components that only depend on the order in which atomics combine floats the values of all orders.
void add_reductions(const ShadowedBytes& usual, const EnclosingRun& run, std::size_t object,
                    BufferResult& enclosed) {
  if (object >= run.reductions.size() || object >= run.values_of_reductions.size()) return;
  const std::vector<std::uint64_t>& words = run.reductions[object];
  std::vector<EnclosedComponent> found;
  for (const EnclosedComponent& reduced : run.values_of_reductions[object]) {
    const bool is_marked = all_are(Definedness::implementation_dependent, usual, reduced);
    const bool only_combined = std::ranges::binary_search(words, reduced.offset / 4 * 4) &&
                               all_are(Definedness::defined, enclosed.contents, reduced) &&
                               (is_marked || all_are(Definedness::defined, usual, reduced));
    if (!only_combined || !contains(reduced, usual)) continue;
    const auto known = std::ranges::lower_bound(enclosed.enclosures, reduced.offset, {},
                                                &EnclosedComponent::offset);
    const bool is_known =
        known != enclosed.enclosures.end() && known->offset < reduced.offset + reduced.bytes;
    if (is_known && known->offset == reduced.offset && known->bytes == reduced.bytes) {
      *known = reduced;
    } else if (!is_known && (is_marked || reduced.low != reduced.high)) {
      found.push_back(reduced);
    }
  }
  std::ranges::move(found, std::back_inserter(enclosed.enclosures));
  std::ranges::sort(enclosed.enclosures, {}, &EnclosedComponent::offset);
}

}  // namespace

std::string describe_end(WorkgroupEnd end, const Limits& limits) {
  if (end == WorkgroupEnd::time_limit) return "time limit reached";
  if (end == WorkgroupEnd::output_limit)
    return "DebugPrintf printed more than " + std::to_string(limits.max_output) + " bytes";
  if (end == WorkgroupEnd::race_memory_limit)
    return "the record of memory accesses for the data-race check does not fit into the rest of "
           "the " +
           std::to_string(limits.max_memory) + " bytes; --no-check-races runs without the check";
  if (end == WorkgroupEnd::memory_limit)
    return "the state of the running workgroups does not fit into the rest of the " +
           std::to_string(limits.max_memory) + " bytes";
  if (end == WorkgroupEnd::out_of_memory) return "out of memory";
  if (end == WorkgroupEnd::interrupted) return "interrupted";
  if (end == WorkgroupEnd::no_progress)
    return "none of the workgroups that have started makes progress";
  return "more than " + std::to_string(limits.max_steps) + " steps";
}

void collect(BoundProgram& compiled, const Pass& pass, const std::vector<WorkerResult>& workers,
             FindingLog& log, DispatchResult& result) {
  for (const WorkerResult& worker : workers) {
    log.merge(worker.log);
    result.steps += worker.steps;
    result.lane_instructions += worker.lane_instructions;
    if (worker.end != WorkgroupEnd::finished && worker.end != WorkgroupEnd::stopped) {
      result.status = Status::limit;
      result.message = describe_limit(compiled.program, worker, pass);
    }
  }
  const bool constants_have_it = std::ranges::find(compiled.findings, Severity::undefined_behavior,
                                                   &Finding::severity) != compiled.findings.end();
  if (result.status == Status::ok && (constants_have_it || log.has_undefined_behavior())) {
    result.status = Status::undefined_behavior;
  }
  // Objects that share the bytes of a memory come first.
  for (const auto& [key, id] : compiled.objects.buffers) {
    result.buffers[key] = is_pipe(compiled.memory.object(id)) ? take_pipe(compiled.memory, id)
                                                              : take_buffer(compiled.memory, id);
  }
  for (std::size_t i = 0; i < pass.bindings.memories.size(); ++i) {
    result.memories.push_back(take_buffer(
        compiled.memory, compiled.objects.first_memory + static_cast<std::uint32_t>(i)));
  }
}

void follow_undefined_results(const BoundProgram& compiled, Provenance& provenance, FindingLog& log,
                              DispatchResult& result) {
  const auto follow = [&](BufferResult& buffer, std::uint32_t object) {
    const auto undefined_results = provenance.undefined_results_in(object, buffer.contents.shadow);
    buffer.undefined_by = words_of(compiled.program, provenance, undefined_results, log);
  };
  for (const auto& [key, id] : compiled.objects.buffers) follow(result.buffers[key], id);
  for (std::size_t i = 0; i < result.memories.size(); ++i) {
    follow(result.memories[i], compiled.objects.first_memory + static_cast<std::uint32_t>(i));
  }
  for (const RawFinding* occurrence : provenance.reaching_occurrences()) log.prefer(*occurrence);
  result.follows_values = true;
}

void add_possible_findings(const Program& program, const FindingLog& log, DispatchResult& result) {
  const std::size_t certain = result.findings.size();
  for (Finding& finding : log.render(program)) {
    const auto is_same = [&](const Finding& other) {
      return other.clause == finding.clause && other.where.word == finding.where.word;
    };
    if (finding.severity != Severity::undefined_behavior ||
        std::any_of(result.findings.begin(),
                    result.findings.begin() + static_cast<std::ptrdiff_t>(certain), is_same))
      continue;
    finding.severity = Severity::possible_undefined_behavior;
    finding.notes.push_back(
        {"this run does not get here, but another implementation may: an earlier branch depends on "
         "an implementation-dependent value",
         {},
         0});
    result.findings.push_back(std::move(finding));
  }
}

void add_findings(const BoundProgram& compiled, const Provenance* provenance, const FindingLog& log,
                  DispatchResult& result) {
  result.findings = compiled.findings;
  std::vector<std::uint32_t> used;
  if (provenance != nullptr)
    used = words_of(compiled.program, *provenance, provenance->used(), log);
  for (Finding& finding : log.render(compiled.program)) {
    finding.is_used = finding.severity == Severity::undefined_value &&
                      std::ranges::find(used, finding.where.word) != used.end();
    result.findings.push_back(std::move(finding));
  }
}

void explain_buffers(const BoundProgram& compiled, Provenance& provenance, DispatchResult& result) {
  const auto explain = [&](BufferResult& buffer, std::uint32_t object) {
    std::size_t histories_of_undefined = 0, histories_of_others = 0;
    for (const Provenance::Stored& stored : provenance.stored_in(object)) {
      if (buffer.contents.shadow[stored.offset] == Definedness::defined) continue;
      IndeterminateComponent indeterminate{stored.offset, stored.bytes, {}, stored.bounds};
      const bool undefined = buffer.contents.shadow[stored.offset] == Definedness::undefined;
      std::size_t& histories = undefined ? histories_of_undefined : histories_of_others;
      if (histories++ < max_histories)
        indeterminate.history =
            history_notes(compiled.program, compiled.memory, provenance.history_of(stored));
      buffer.indeterminate.push_back(std::move(indeterminate));
    }
  };
  for (const auto& [key, id] : compiled.objects.buffers) explain(result.buffers[key], id);
  for (std::size_t i = 0; i < result.memories.size(); ++i) {
    explain(result.memories[i], compiled.objects.first_memory + static_cast<std::uint32_t>(i));
  }
}

// The objects of the buffers, then those of the memories.
static std::vector<std::uint32_t> objects_of_results(const BoundProgram& compiled,
                                                     const Pass& pass) {
  std::vector<std::uint32_t> objects;
  for (const auto& [key, id] : compiled.objects.buffers) objects.push_back(id);
  for (std::size_t i = 0; i < pass.bindings.memories.size(); ++i)
    objects.push_back(compiled.objects.first_memory + static_cast<std::uint32_t>(i));
  return objects;
}

// What `of_object` finds, by object.
template <class OfObject>
static std::vector<std::vector<EnclosedComponent>> found_in_objects(
    const BoundProgram& compiled, const Pass& pass, const std::deque<Enclosures>& of_workers,
    const OfObject& of_object) {
  std::vector<std::vector<EnclosedComponent>> components;
  for (const std::uint32_t id : objects_of_results(compiled, pass)) {
    std::vector<EnclosedComponent>& all = components.emplace_back();
    for (const Enclosures& enclosures : of_workers)
      std::ranges::move(of_object(enclosures, compiled.memory.object(id)), std::back_inserter(all));
    if (of_workers.size() > 1) std::ranges::sort(all, {}, &EnclosedComponent::offset);
  }
  return components;
}

std::vector<std::vector<EnclosedComponent>> enclosed_components(
    const BoundProgram& compiled, const Pass& pass, const std::deque<Enclosures>& of_workers) {
  return found_in_objects(compiled, pass, of_workers, std::mem_fn(&Enclosures::stored_in));
}

std::vector<std::vector<EnclosedComponent>> enclosed_reductions(
    const BoundProgram& compiled, const Pass& pass, const std::deque<Enclosures>& of_workers) {
  return found_in_objects(compiled, pass, of_workers, std::mem_fn(&Enclosures::reductions_in));
}

std::vector<std::vector<std::uint64_t>> words_of_reductions(const BoundProgram& compiled,
                                                            const Pass& pass, RaceWatch& races) {
  std::map<std::uint32_t, std::vector<std::uint64_t>> by_object;  // of the race check
  for (const AtomicVerdicts::Key& key : races.reductions())
    by_object[key.object].push_back(key.word * 4);
  std::vector<std::vector<std::uint64_t>> words;
  for (const std::uint32_t id : objects_of_results(compiled, pass)) {
    std::vector<std::uint64_t>& all = words.emplace_back();
    const RaceWatch::Bytes bytes = races.bytes_of(compiled.memory, id);
    const auto found = by_object.find(static_cast<std::uint32_t>(bytes.object));
    if (found == by_object.end()) continue;
    for (const std::uint64_t offset : found->second) {
      if (offset >= bytes.begin) all.push_back(offset - bytes.begin);
    }
    std::ranges::sort(all);
  }
  return words;
}

void add_enclosures(std::vector<std::vector<EnclosedComponent>>& components,
                    DispatchResult& result) {
  auto next = components.begin();
  for (auto& [key, buffer] : result.buffers) buffer.enclosures = std::move(*next++);
  for (BufferResult& memory : result.memories) memory.enclosures = std::move(*next++);
  result.encloses_values = true;
}

void take_enclosures(DispatchResult& enclosed, const EnclosingRun& run, DispatchResult& result) {
  std::size_t object = 0;
  const auto take = [&](BufferResult& usual, BufferResult& from) {
    forget_marked(usual.contents, run, from);
    add_reductions(usual.contents, run, object++, from);
    add_marked(usual.contents, from);
    usual.enclosures = std::move(from.enclosures);
  };
  for (auto& [key, buffer] : result.buffers) take(buffer, enclosed.buffers[key]);
  for (std::size_t i = 0; i < result.memories.size(); ++i)
    take(result.memories[i], enclosed.memories[i]);
  result.encloses_values = true;
}

// Marks the bytes that the usual run defines. Returns whether there are any.
static bool mark_defined(const EnclosedComponent& component, ShadowedBytes& contents) {
  bool is_new = false;
  for (std::uint64_t i = component.offset; i < component.offset + component.bytes; ++i) {
    if (contents.shadow[i] != Definedness::defined) continue;
    contents.shadow[i] = Definedness::implementation_dependent;
    is_new = true;
  }
  return is_new;
}

void mark_rounding(const Module& module, const InstructionRegistry& registry,
                   DispatchResult& result) {
  const auto origin = [&](std::uint32_t number) -> std::vector<Note> {
    if (number == 0) return {{"a branch depends on the rounding of floats", {}, 0}};
    const CodeLocation where = locate(module, registry, number);
    return {{"the value depends on the rounding of floats here: " + where.disassembly, where.source,
             where.word}};
  };
  const auto mark = [&](BufferResult& buffer) {
    std::size_t histories = 0;
    for (const EnclosedComponent& component : buffer.enclosures) {
      if (component.is_float || !mark_defined(component, buffer.contents)) continue;
      IndeterminateComponent indeterminate{component.offset, component.bytes, {}, {}};
      if (histories++ < max_histories) indeterminate.history = origin(component.instruction);
      buffer.indeterminate.push_back(std::move(indeterminate));
    }
    std::ranges::sort(buffer.indeterminate, {}, &IndeterminateComponent::offset);
  };
  for (auto& [key, buffer] : result.buffers) mark(buffer);
  for (BufferResult& memory : result.memories) mark(memory);
}

}  // namespace spirv_oracle
