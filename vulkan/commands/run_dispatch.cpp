#include "vulkan/commands/run_dispatch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "vulkan/commands/capture.h"
#include "vulkan/commands/dispatch_bindings.h"
#include "vulkan/commands/image_layouts.h"
#include "vulkan/findings/options.h"
#include "vulkan/findings/rules.h"

namespace spirv_oracle::vulkan {
namespace {

// A run that finds out what another one depends on.
Policy probing(Policy policy) {
  policy.explain = policy.check_races = false;
  return policy;
}

// A dispatch that was executed, for commands after it.
class DispatchReads final : public PossibleReads {
 public:
  DispatchReads(std::shared_ptr<const ComputePipeline> pipeline, const Launch& launch,
                const Policy& policy, DispatchBindings memory, DispatchResult result)
      : pipeline_(std::move(pipeline)),
        launch_(launch),
        policy_(policy),
        memory_(std::move(memory)),
        result_(std::move(result)),
        size_(memory_of_contents(memory_.bindings()) + memory_of_contents(result_)) {}

  bool includes(const std::vector<MemoryPart>& parts) const override {
    const auto probed = run(*pipeline_->program, launch_, memory_.with_undefined(parts), policy_);
    return probed && memory_.depends_on_undefined(result_, *probed);
  }
  std::uint64_t size() const override { return size_; }

 private:
  static std::uint64_t memory_of_contents(const DispatchResult& result) {
    std::uint64_t bytes = 0;
    for (const auto& [key, buffer] : result.buffers) bytes += buffer.contents.size();
    for (const BufferResult& memory : result.memories) bytes += memory.contents.size();
    return 2 * bytes;
  }
  static std::uint64_t memory_of_contents(const Bindings& bindings) {
    return spirv_oracle::memory_of_contents(bindings);
  }

  std::shared_ptr<const ComputePipeline> pipeline_;
  Launch launch_;
  Policy policy_;
  DispatchBindings memory_;
  DispatchResult result_;
  std::uint64_t size_;
};

// One execution of a dispatch.
class DispatchRun {
 public:
  DispatchRun(const DispatchCommand& command, Device& device, Hazards& hazards,
              const std::string& place)
      : command_(command), device_(device), hazards_(hazards), number_(++device.dispatches) {
    place_ =
        fmt::format("dispatch {}: {}, {}", number_, place, text_of(command.pipeline->reported()));
  }

  void execute();

 private:
  std::optional<std::array<std::uint32_t, 3>> groups();
  void complain(const Clause& rule, const std::string& message,
                std::vector<ReportedObject> objects = {}, const char* vuid = "");
  void report(const DispatchResult& result);
  void keep(const DispatchBindings::Change& change);
  void add_writes(const DispatchBindings::Change& change);
  Policy policy() const;
  Launch launch(const std::array<std::uint32_t, 3>& groups) const;
  void find_unordered_reads(const DispatchBindings& memory, const Launch& launch,
                            const DispatchResult& result);
  void find_wrong_layouts(const DispatchBindings& memory, const Launch& launch,
                          const DispatchResult& result,
                          const std::vector<DispatchBindings::Change>& changes);
  void keep_reads(DispatchBindings memory, const Launch& launch, DispatchResult result);
  void lose(const std::string& message);
  void keep_capture(const CapturedDispatch& dispatch);

  const DispatchCommand& command_;
  Device& device_;
  Hazards& hazards_;
  std::uint64_t number_;
  std::string place_;
};

void DispatchRun::complain(const Clause& rule, const std::string& message,
                           std::vector<ReportedObject> objects, const char* vuid) {
  objects.push_back(command_.pipeline->reported());
  Reporter::get().report(rule, fmt::format("{}: {}", place_, message), objects, vuid);
}

// Those of an indirect dispatch are in a buffer.
std::optional<std::array<std::uint32_t, 3>> DispatchRun::groups() {
  if (!command_.indirect) return command_.groups;
  const Buffer& buffer = *command_.indirect;
  if (!buffer.memory || buffer.memory->is_destroyed) {
    complain(rules::memory_not_bound, text_of(buffer.reported()) + " has no memory",
             {buffer.reported()}, "VUID-vkCmdDispatchIndirect-buffer-02708");
    return std::nullopt;
  }
  std::array<std::uint32_t, 3> counts{};
  const ShadowedBytes bytes =
      buffer.memory->read(buffer.offset + command_.offset, sizeof(VkDispatchIndirectCommand));
  hazards_.add({buffer.memory, buffer.offset + command_.offset, sizeof counts}, false,
               {VK_PIPELINE_STAGE_2_DRAW_INDIRECT_BIT, VK_ACCESS_2_INDIRECT_COMMAND_READ_BIT});
  if (std::ranges::any_of(bytes.shadow, [](Definedness state) {
        return value_state(state) == Definedness::undefined;
      })) {
    complain(rules::indirect_undefined,
             fmt::format("the workgroup counts at byte {} of {} are undefined", command_.offset,
                         text_of(buffer.reported())),
             {buffer.reported()});
    return std::nullopt;
  }
  std::memcpy(counts.data(), bytes.bytes.data(), sizeof counts);
  return counts;
}

void DispatchRun::lose(const std::string& message) {
  complain(rules::limit_reached, message + "; the device is lost");
  device_.lose();
}

void DispatchRun::keep_capture(const CapturedDispatch& dispatch) {
  if (!asks_to_capture(dispatch)) return;
  const auto done = capture(dispatch, driver_options().capture_folder);
  if (!done) complain(rules::capture_failed, "no capture: " + done.error().message);
}

void DispatchRun::execute() {
  const auto count = groups();
  if (!count || (*count)[0] == 0 || (*count)[1] == 0 || (*count)[2] == 0) return;
  DispatchBindings memory;
  const auto complain_of = [this](const Clause& rule, const std::string& message,
                                  const std::vector<ReportedObject>& objects,
                                  const char* vuid) { complain(rule, message, objects, vuid); };
  if (!memory.collect(command_, device_.addressed, complain_of)) return;
  memory.read();
  const Launch launched = launch(*count);
  Observers observers;
  observers.print = [](const std::string& text) {
    std::fprintf(stderr, "%s%s", text.c_str(), text.ends_with('\n') ? "" : "\n");
  };
  const Reporter::Counts before = Reporter::of_thread();
  auto result = run(*command_.pipeline->program, launched, memory.bindings(), policy(), observers);
  if (result) {
    report(*result);
    find_unordered_reads(memory, launched, *result);
    const std::vector<DispatchBindings::Change> changes = memory.changes(*result);
    find_wrong_layouts(memory, launched, *result, changes);
    for (const DispatchBindings::Change& change : changes) keep(change);
  }
  keep_capture({*command_.pipeline, launched, memory.bindings(), number_, place_,
                Reporter::of_thread() != before});
  if (!result && result.error().status == Status::bad_input)
    return complain(rules::not_supported, "cannot run: " + result.error().message);
  if (!result) return lose(result.error().message);
  if (result->status == Status::limit) return lose(result->message);
  keep_reads(std::move(memory), launched, std::move(*result));
}

// What it reads may matter to a later command that writes.
void DispatchRun::keep_reads(DispatchBindings memory, const Launch& launch, DispatchResult result) {
  if (!driver_options().checks_races) return;
  const std::vector<ReadablePart> parts = memory.readable_parts();
  auto reads = std::make_shared<const DispatchReads>(command_.pipeline, launch, probing(policy()),
                                                     std::move(memory), std::move(result));
  if (reads->size() <= Hazards::most_bytes_of_possible_reads)
    hazards_.add_possible(parts, std::move(reads));
}

Launch DispatchRun::launch(const std::array<std::uint32_t, 3>& groups) const {
  Launch launch;
  launch.groups = groups;
  const Dim3& size = command_.pipeline->local_size;
  for (std::size_t d = 0; d < size.size(); ++d)
    launch.global_offset[d] = std::uint64_t{command_.base[d]} * size[d];
  return launch;
}

Policy DispatchRun::policy() const {
  const DriverOptions& options = driver_options();
  Policy policy;
  policy.stop_on_undefined_behavior = options.stops_on_undefined_behavior;
  policy.seed = options.seed;
  policy.jobs = options.jobs;
  policy.ignored_kinds = options.ignored_kinds;
  policy.limits.timeout_seconds = options.timeout_seconds;
  policy.limits.max_memory = std::uint64_t{1} << 40;  // what the host has is the limit
  policy.explain = options.explains;
  policy.check_races = options.checks_races;
  policy.may_give_up_races = true;
  return policy;
}

// Runs the dispatch again for each earlier command that is not ordered, with undefined values where that command wrote. If that
// makes more bytes undefined, or breaks a rule, the dispatch reads such bytes. Bytes that have no effect are not reported.
void DispatchRun::find_unordered_reads(const DispatchBindings& memory, const Launch& launch,
                                       const DispatchResult& result) {
  if (!driver_options().checks_races) return;
  const Policy quick = probing(policy());
  for (const DispatchBindings::UnorderedWrite& write : memory.unordered_writes(hazards_)) {
    const auto probed =
        run(*command_.pipeline->program, launch, memory.with_undefined(write.parts), quick);
    if (!probed || !memory.depends_on_undefined(result, *probed)) continue;
    const MemoryPart& first = write.parts.front();
    Reporter::get().report(
        *write.rule,
        fmt::format("{} depends on bytes of {} that {} writes, from byte {} on, {}", place_,
                    text_of(first.memory->reported()), write.writer, first.offset, write.missing),
        {command_.pipeline->reported(), first.memory->reported()});
  }
}

bool has_changed(const std::vector<DispatchBindings::Change>& changes,
                 const std::vector<MemoryPart>& parts) {
  return std::ranges::any_of(changes, [&](const DispatchBindings::Change& change) {
    for (const MemoryPart& part : parts) {
      if (part.memory != change.part.memory) continue;
      const std::uint64_t begin = std::max(part.offset, change.part.offset);
      const std::uint64_t end =
          std::min(part.offset + part.size, change.part.offset + change.part.size);
      for (std::uint64_t at = begin; at < end; ++at) {
        const std::uint64_t i = at - change.part.offset;
        if (change.before->bytes[i] != change.after->bytes[i]) return true;
      }
    }
    return false;
  });
}

// A descriptor that the shader does not access may name any layout, so this finds out whether it does.
void DispatchRun::find_wrong_layouts(const DispatchBindings& memory, const Launch& launch,
                                     const DispatchResult& result,
                                     const std::vector<DispatchBindings::Change>& changes) {
  for (const DispatchBindings::WrongLayout& wrong : memory.wrong_layouts()) {
    if (!has_changed(changes, wrong.parts)) {
      const auto probed = run(*command_.pipeline->program, launch,
                              memory.with_undefined(wrong.parts), probing(policy()));
      if (!probed || !memory.depends_on_undefined(result, *probed)) continue;
    }
    complain(
        rules::image_layout,
        fmt::format("descriptor {} names {} in {}, but {}", name_of(wrong.key),
                    text_of(wrong.image->reported()), name_of_layout(wrong.expected), wrong.found),
        {wrong.image->reported()}, "VUID-vkCmdDispatch-None-09600");
  }
}

void DispatchRun::report(const DispatchResult& result) {
  for (Finding finding : result.findings) {
    // An undefined value that nothing uses is harmless.
    if (finding.severity == Severity::undefined_value && !finding.is_used) continue;
    if (finding.severity == Severity::note) continue;
    finding.notes.push_back({"in " + place_, {}, 0});
    Reporter::get().report(finding, {command_.pipeline->reported()}, command_.pipeline->handle,
                           command_.pipeline->shader);
  }
}

// A unit is written if some byte of it has changed.
void DispatchRun::add_writes(const DispatchBindings::Change& change) {
  const std::vector<std::byte>& before = change.before->bytes;
  const std::vector<std::byte>& after = change.after->bytes;
  const std::uint64_t size = after.size(), first = change.part.offset;
  const auto end_of_unit = [&](std::uint64_t i) {
    return std::min(size, i + change.unit - (first + i) % change.unit);
  };
  const auto is_written = [&](std::uint64_t i) {
    return std::memcmp(before.data() + i, after.data() + i, end_of_unit(i) - i) != 0;
  };
  for (std::uint64_t i = 0; i < size;) {
    const std::uint64_t begin = i;
    while (i < size && is_written(i)) i = end_of_unit(i);
    hazards_.add({change.part.memory, first + begin, i - begin}, true,
                 {VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT});
    if (i < size) i = end_of_unit(i);
  }
}

void DispatchRun::keep(const DispatchBindings::Change& change) {
  const std::vector<Definedness>& shadow = change.after->shadow;
  const auto first = std::ranges::find(shadow, Definedness::undefined);
  if (first != shadow.end()) {
    const auto begin = static_cast<std::uint64_t>(first - shadow.begin());
    std::uint64_t end = shadow.size();
    while (shadow[end - 1] != Definedness::undefined) --end;
    UndefinedRange range{change.part.offset + begin, change.part.offset + end, {}};
    range.history.push_back({fmt::format("{} was stored in {}", change.name, place_), {}, 0});
    for (const IndeterminateComponent& component : *change.indeterminate) {
      if (shadow[component.offset] != Definedness::undefined || component.history.empty()) continue;
      range.history.insert(range.history.end(), component.history.begin(), component.history.end());
      break;
    }
    change.part.memory->add_undefined(std::move(range));
  }
  UndefinedBytes undefined;
  undefined.add(*change.after, change.part.offset);
  report_undefined_output(undefined, *change.part.memory,
                          fmt::format("{} of {}", change.name, place_));
  add_writes(change);
  change.part.memory->write_changes(change.part.offset, *change.before, *change.after);
}

}  // namespace

void run_dispatch(const DispatchCommand& command, Device& device, Hazards& hazards,
                  const std::string& place) {
  DispatchRun(command, device, hazards, place).execute();
}

void UndefinedBytes::add(const ShadowedBytes& contents, std::uint64_t offset) {
  const auto found = std::ranges::find(contents.shadow, Definedness::undefined);
  if (found == contents.shadow.end()) return;
  if (count == 0) first = offset + static_cast<std::uint64_t>(found - contents.shadow.begin());
  count +=
      static_cast<std::uint64_t>(std::count(found, contents.shadow.end(), Definedness::undefined));
}

void report_undefined_output(const UndefinedBytes& undefined, const DeviceMemory& memory,
                             const std::string& place, bool host_reads) {
  if (undefined.count == 0 || (!host_reads && !memory.is_visible_outside())) return;
  Finding finding;
  finding.severity = Severity::undefined_output;
  finding.clause = rules::output_undefined.id;
  finding.kind = rules::output_undefined.kind;
  finding.message =
      fmt::format("{}: {} bytes, the first at byte {} of {}, which the host {}, are undefined",
                  place, undefined.count, undefined.first, text_of(memory.reported()),
                  host_reads ? "reads" : "can read");
  finding.help = rules::output_undefined.help;
  if (const auto* history = memory.history_of(undefined.first)) finding.notes = *history;
  Reporter::get().report(finding, {memory.reported()});
}

void copy_history(const MemoryPart& from, const MemoryPart& to) {
  std::vector<UndefinedRange> copied;
  for (const UndefinedRange& range : from.memory->undefined_ranges()) {
    const std::uint64_t begin = std::max(range.begin, from.offset);
    const std::uint64_t end = std::min(range.end, from.offset + from.size);
    if (begin < end)
      copied.push_back(
          {begin - from.offset + to.offset, end - from.offset + to.offset, range.history});
  }
  for (UndefinedRange& range : copied) to.memory->add_undefined(std::move(range));
}

}  // namespace spirv_oracle::vulkan
