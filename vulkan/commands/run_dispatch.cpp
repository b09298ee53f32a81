#include "vulkan/commands/run_dispatch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <span>

#include "driver/capture.h"
#include "driver/options.h"
#include "driver/policy.h"
#include "vulkan/commands/dispatch_bindings.h"
#include "vulkan/commands/image_layouts.h"
#include "vulkan/findings/rules.h"

namespace spirv_oracle::vulkan {
namespace {

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
  using Change = DispatchBindings::Memory::Change;

  void keep(const DispatchBindings& bindings, const Change& change);
  void add_writes(const std::shared_ptr<DeviceMemory>& memory, std::uint64_t first,
                  std::span<const std::byte> before, std::span<const std::byte> after,
                  std::uint32_t unit);
  Launch launch(const std::array<std::uint32_t, 3>& groups) const;
  void find_unordered_reads(const DispatchBindings& bindings,
                            const PossibleReads<DeviceMemory>& reads);
  void find_wrong_layouts(const DispatchBindings& bindings,
                          const PossibleReads<DeviceMemory>& reads,
                          const std::vector<Change>& changes);
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
  DispatchBindings bindings;
  const auto complain_of = [this](const Clause& rule, const std::string& message,
                                  const std::vector<ReportedObject>& objects,
                                  const char* vuid) { complain(rule, message, objects, vuid); };
  if (!bindings.collect(command_, device_.addressed, complain_of)) return;
  const std::shared_ptr<DispatchBindings::Memory>& memory = bindings.memory();
  const std::shared_ptr<const Pipeline> pipeline(command_.pipeline,
                                                 command_.pipeline->program.get());
  const Launch launched = launch(*count);
  Observers observers;
  observers.print = [](const std::string& text) {
    std::fprintf(stderr, "%s%s", text.c_str(), text.ends_with('\n') ? "" : "\n");
  };
  const Reporter::Counts before = Reporter::of_thread();
  auto made = run(*pipeline, launched, memory->bindings, dispatch_policy(), observers);
  std::shared_ptr<const DispatchResult> result;
  std::shared_ptr<const PossibleReads<DeviceMemory>> reads;
  const bool captures = !driver_options().capture_folder.empty();
  bool keeps_reads = false;
  if (made) {
    result = std::make_shared<const DispatchResult>(std::move(*made));
    report(*result);
    reads = std::make_shared<const DispatchReads<DeviceMemory>>(pipeline, launched, memory, result);
    find_unordered_reads(bindings, *reads);
    keeps_reads =
        driver_options().checks_races && reads->size() <= Hazards::most_bytes_of_possible_reads;
    if (keeps_reads || captures) memory->fetch();
    const std::vector<Change> changes = memory->changes(*result);
    find_wrong_layouts(bindings, *reads, changes);
    for (const Change& change : changes) keep(bindings, change);
  }
  keep_capture({command_.pipeline->shader_module->words, pipeline->options(),
                command_.pipeline->resources, command_.pipeline->reported().name,
                pipeline_environment, launched, memory->bindings, number_, place_,
                Reporter::of_thread() != before});
  if (!result && made.error().status == Status::bad_input)
    return complain(rules::not_supported, "cannot run: " + made.error().message);
  if (!result) return lose(made.error().message);
  if (result->status == Status::limit) return lose(result->message);
  // What it reads may matter to a later command that writes.
  if (keeps_reads) hazards_.add_possible(bindings.readable_parts(), std::move(reads));
}

Launch DispatchRun::launch(const std::array<std::uint32_t, 3>& groups) const {
  Launch launch;
  launch.groups = groups;
  const Dim3& size = command_.pipeline->local_size;
  for (std::size_t d = 0; d < size.size(); ++d)
    launch.global_offset[d] = std::uint64_t{command_.base[d]} * size[d];
  return launch;
}

// Runs the dispatch again for each earlier command that is not ordered, with undefined values where that command wrote. If that
// makes more bytes undefined, or breaks a rule, the dispatch reads such bytes. Bytes that have no effect are not reported.
void DispatchRun::find_unordered_reads(const DispatchBindings& bindings,
                                       const PossibleReads<DeviceMemory>& reads) {
  if (!driver_options().checks_races) return;
  for (const DispatchBindings::UnorderedWrite& write : bindings.unordered_writes(hazards_)) {
    if (!reads.includes(write.parts)) continue;
    const MemoryPart& first = write.parts.front();
    Reporter::get().report(
        *write.rule,
        fmt::format("{} depends on bytes of {} that {} writes, from byte {} on, {}", place_,
                    text_of(first.memory->reported()), write.writer, first.offset, write.missing),
        {command_.pipeline->reported(), first.memory->reported()});
  }
}

bool has_changed(const std::vector<DispatchBindings::Memory::Change>& changes,
                 const std::vector<MemoryPart>& parts) {
  return std::ranges::any_of(changes, [&](const DispatchBindings::Memory::Change& change) {
    bool has_changed = false;
    change.each_piece(
        [&](std::uint64_t first, const ShadowedView& before, const ShadowedView& after) {
          const std::uint64_t offset = change.part.offset + first;
          for (const MemoryPart& part : parts) {
            if (part.memory != change.part.memory) continue;
            const std::uint64_t begin = std::max(part.offset, offset);
            const std::uint64_t end = std::min(part.offset + part.size, offset + after.size());
            for (std::uint64_t at = begin; at < end && !has_changed; ++at)
              has_changed = before.bytes[at - offset] != after.bytes[at - offset];
          }
        });
    return has_changed;
  });
}

// A descriptor that the shader does not access may name any layout, so this finds out whether it does.
void DispatchRun::find_wrong_layouts(const DispatchBindings& bindings,
                                     const PossibleReads<DeviceMemory>& reads,
                                     const std::vector<Change>& changes) {
  for (const DispatchBindings::WrongLayout& wrong : bindings.wrong_layouts()) {
    if (!has_changed(changes, wrong.parts) && !reads.includes(wrong.parts)) continue;
    complain(
        rules::image_layout,
        fmt::format("descriptor {} names {} in {}, but {}", name_of(wrong.key),
                    text_of(wrong.image->reported()), name_of_layout(wrong.expected), wrong.found),
        {wrong.image->reported()}, "VUID-vkCmdDispatch-None-09600");
  }
}

void DispatchRun::report(const DispatchResult& result) {
  for (const Finding& finding : findings_to_report(result.findings, place_)) {
    Reporter::get().report(finding, {command_.pipeline->reported()}, command_.pipeline->handle,
                           command_.pipeline->shader);
  }
}

// A unit is written if some byte of it has changed. `first`: the byte of the memory that the others begin with.
void DispatchRun::add_writes(const std::shared_ptr<DeviceMemory>& memory, std::uint64_t first,
                             std::span<const std::byte> before, std::span<const std::byte> after,
                             std::uint32_t unit) {
  const std::uint64_t size = after.size();
  const auto end_of_unit = [&](std::uint64_t i) {
    return std::min(size, i + unit - (first + i) % unit);
  };
  const auto is_written = [&](std::uint64_t i) {
    return std::memcmp(before.data() + i, after.data() + i, end_of_unit(i) - i) != 0;
  };
  for (std::uint64_t i = 0; i < size;) {
    const std::uint64_t begin = i;
    while (i < size && is_written(i)) i = end_of_unit(i);
    hazards_.add({memory, first + begin, i - begin}, true,
                 {VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT});
    if (i < size) i = end_of_unit(i);
  }
}

void DispatchRun::keep(const DispatchBindings& bindings, const Change& change) {
  const std::vector<Definedness>& shadow = change.after->shadow;
  const auto first = std::ranges::find(shadow, Definedness::undefined);
  const std::string name = bindings.name_of_change(change);
  if (first != shadow.end()) {
    const auto begin = static_cast<std::uint64_t>(first - shadow.begin());
    std::uint64_t end = shadow.size();
    while (shadow[end - 1] != Definedness::undefined) --end;
    change.part.memory->add_history(
        {change.part.offset + begin, change.part.offset + end},
        history_of_store(name, place_, *change.after, *change.indeterminate));
  }
  StateCount undefined;
  undefined.add(change.after->shadow, change.part.offset, Definedness::undefined);
  report_undefined_output(undefined, *change.part.memory, fmt::format("{} of {}", name, place_));
  const std::uint32_t unit = bindings.unit_of_change(change);
  change.each_piece(
      [&](std::uint64_t begin, const ShadowedView& before, const ShadowedView& after) {
        const std::uint64_t offset = change.part.offset + begin;
        add_writes(change.part.memory, offset, before.bytes, after.bytes, unit);
        change.part.memory->write_changes(offset, before, after);
      });
}

}  // namespace

void run_dispatch(const DispatchCommand& command, Device& device, Hazards& hazards,
                  const std::string& place) {
  DispatchRun(command, device, hazards, place).execute();
}

void report_undefined_output(const StateCount& undefined, const DeviceMemory& memory,
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
  to.memory->copy_histories(*from.memory, from.span(), to.offset);
}

}  // namespace spirv_oracle::vulkan
