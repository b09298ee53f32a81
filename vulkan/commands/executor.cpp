#include "vulkan/commands/executor.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>

#include "driver/options.h"
#include "interpreter/images/texel_format.h"
#include "vulkan/commands/clear_color.h"
#include "vulkan/commands/event_dependencies.h"
#include "vulkan/commands/image_layouts.h"
#include "vulkan/commands/queue.h"
#include "vulkan/commands/regions.h"
#include "vulkan/commands/run_dispatch.h"
#include "vulkan/findings/rules.h"

namespace spirv_oracle::vulkan {
namespace {

// A transfer of many bytes takes little memory if it is done in pieces.
template <class Visit>
void for_each_piece(std::uint64_t size, Visit visit) {
  constexpr std::uint64_t most = std::uint64_t{1} << 20;
  for (std::uint64_t begin = 0; begin < size; begin += most)
    visit(begin, std::min(most, size - begin));
}

// The bytes that a memory barrier is about; a resource without memory has none.
std::optional<std::vector<MemoryPart>> parts_of(const BarrierScope& scope) {
  if (!scope.buffer && !scope.image) return std::nullopt;
  std::vector<MemoryPart> parts;
  if (scope.buffer && scope.buffer->memory && scope.offset <= scope.buffer->size) {
    const std::uint64_t rest = scope.buffer->size - scope.offset;
    parts.push_back(
        {scope.buffer->memory, scope.buffer->offset + scope.offset, std::min(scope.size, rest)});
  }
  if (scope.image && scope.image->memory)
    for_each_part(*scope.image, scope.range,
                  [&](const MemoryPart& part) { parts.push_back(part); });
  return parts;
}

Dependency dependency_of(const BarrierScope& scope) {
  return {scope.source_stages, scope.target_stages, scope.source_accesses, scope.target_accesses,
          parts_of(scope)};
}

// The stage in which a transfer executes. Fills and updates are in the chapter of clears, but some take them for copies.
Stages stage_of(const AnyCommand& command) {
  if (std::holds_alternative<ClearImageCommand>(command)) return VK_PIPELINE_STAGE_2_CLEAR_BIT;
  if (std::holds_alternative<FillBufferCommand>(command))
    return VK_PIPELINE_STAGE_2_CLEAR_BIT | VK_PIPELINE_STAGE_2_COPY_BIT;
  return VK_PIPELINE_STAGE_2_COPY_BIT;
}

}  // namespace

void Executor::execute(const CommandList& list) {
  for (const Command& command : list.commands) {
    if (queue_.device->is_lost) return;
    execute(command);
  }
}

void Executor::execute(const Command& command) {
  call_ = command.call;
  // Events are waited for without the lock, so that others can set them.
  const bool locks = !std::holds_alternative<WaitEventsCommand>(command.what) &&
                     !std::holds_alternative<ExecuteCommand>(command.what);
  std::unique_lock lock(queue_.device->execution, std::defer_lock);
  if (locks) lock.lock();
  const std::uint64_t before = Reporter::of_thread().undefined_behavior;
  try {
    if (check_objects(command)) {
      if (locks) hazards_.enter(submitter_);
      if (locks) hazards_.start();
      stage_ = stage_of(command.what);
      std::visit([this](const auto& what) { run(what); }, command.what);
      if (locks) hazards_.finish(place());
    }
    if (driver_options().stops_on_undefined_behavior &&
        Reporter::of_thread().undefined_behavior != before)
      queue_.device->lose();
  } catch (const std::bad_alloc&) {
    Reporter::get().report(rules::out_of_memory,
                           fmt::format("{}: the host has no memory left", place()));
    queue_.device->lose();
  }
}

bool Executor::check_objects(const Command& command) {
  for (const auto& object : command.uses) {
    if (!object->is_destroyed) continue;
    report(rules::object_in_use, "uses an object that was destroyed before the command executed",
           *object);
    return false;
  }
  return true;
}

std::string Executor::place() const {
  std::string text =
      fmt::format("{} in {}, {}", call_, text_of(buffer_.reported()), text_of(queue_.reported()));
  for (const std::string& label : labels_) text += fmt::format(", label '{}'", label);
  return text;
}

void Executor::report(const Clause& rule, const std::string& message, const Object& object,
                      const char* vuid) {
  Reporter::get().report(rule,
                         fmt::format("{}: {}: {}", place(), text_of(object.reported()), message),
                         {object.reported(), buffer_.reported(), queue_.reported()}, vuid);
}

bool Executor::has_memory(const Object& resource, const std::shared_ptr<DeviceMemory>& memory) {
  if (!memory) {
    report(rules::memory_not_bound, "no memory is bound to it", resource);
    return false;
  }
  if (memory->is_destroyed) {
    report(rules::object_in_use, "its memory was freed", resource);
    return false;
  }
  return true;
}

void Executor::check_layout(const Image& image, const VkImageSubresourceRange& range,
                            VkImageLayout expected, const char* vuid) {
  if (const auto other = find_other_layout(image, range, expected)) {
    report(rules::image_layout,
           fmt::format("the command expects {}, but {}", name_of_layout(expected), other->text()),
           image, vuid);
  }
}

void Executor::change_layout(const BarrierScope& scope) {
  if (!scope.is_transition()) return;
  const auto other = find_other_layout(*scope.image, scope.range, scope.from);
  if (!scope.discards() && other) {
    report(rules::image_layout_transition,
           fmt::format("the barrier changes the layout from {}, but {}", name_of_layout(scope.from),
                       other->text()),
           *scope.image, "VUID-VkImageMemoryBarrier-oldLayout-01197");
  }
  set_layout(*scope.image, scope.range, scope.to);
}

ShadowedBytes Executor::read(const MemoryPart& from) {
  hazards_.add(from, false, {stage_, VK_ACCESS_2_TRANSFER_READ_BIT});
  return from.memory->read(from.offset, from.size);
}

void Executor::store(const MemoryPart& to, const ShadowedBytes& contents) {
  hazards_.add(to, true, {stage_, VK_ACCESS_2_TRANSFER_WRITE_BIT});
  to.memory->write(to.offset, contents);
}

void Executor::write(const MemoryPart& to, const ShadowedBytes& contents) {
  store(to, contents);
  StateCount undefined;
  undefined.add(contents.shadow, to.offset, Definedness::undefined);
  if (undefined.count != 0) report_undefined_output(undefined, *to.memory, place());
}

void Executor::run(const DispatchCommand& command) {
  run_dispatch(command, *queue_.device, hazards_, place());
}

void Executor::run(const CopyBufferCommand& command) {
  const Buffer& from = *command.from;
  const Buffer& to = *command.to;
  if (!has_memory(from, from.memory) || !has_memory(to, to.memory)) return;
  for (const VkBufferCopy& region : command.regions) {
    const MemoryPart source{from.memory, from.offset + region.srcOffset, region.size};
    const MemoryPart target{to.memory, to.offset + region.dstOffset, region.size};
    copy_history(source, target);
    StateCount undefined;
    for_each_piece(region.size, [&](std::uint64_t begin, std::uint64_t size) {
      const ShadowedBytes contents = read({source.memory, source.offset + begin, size});
      store({target.memory, target.offset + begin, size}, contents);
      undefined.add(contents.shadow, target.offset + begin, Definedness::undefined);
    });
    if (undefined.count != 0) report_undefined_output(undefined, *target.memory, place());
  }
}

void Executor::run(const FillBufferCommand& command) {
  const Buffer& buffer = *command.buffer;
  if (!has_memory(buffer, buffer.memory)) return;
  for_each_piece(command.size, [&](std::uint64_t begin, std::uint64_t size) {
    ShadowedBytes contents = ShadowedBytes::zero(size);
    for (std::uint64_t i = 0; i < size; ++i)
      contents.bytes[i] = command.bytes[(begin + i) % command.bytes.size()];
    store({buffer.memory, buffer.offset + command.offset + begin, size}, contents);
  });
}

void Executor::run(const CopyImageCommand& command) {
  const Image& from = *command.from;
  const Image& to = *command.to;
  if (!has_memory(from, from.memory) || !has_memory(to, to.memory)) return;
  const std::uint64_t texel = from.texel_bytes();
  for (const VkImageCopy& region : command.regions) {
    const VkExtent3D from_extent = extent_in(from, region.dstSubresource, to, region.extent);
    const VkExtent3D extent = extent_in(to, region.srcSubresource, from, region.extent);
    check_layout(from, range_of(from, region.srcSubresource, region.srcOffset, from_extent),
                 command.from_layout, "VUID-vkCmdCopyImage-srcImageLayout-00128");
    check_layout(to, range_of(to, region.dstSubresource, region.dstOffset, extent),
                 command.to_layout, "VUID-vkCmdCopyImage-dstImageLayout-00133");
    // A slice of a volume may become a layer, and the other way.
    std::vector<ShadowedBytes> rows;
    for_each_row(from, region.srcSubresource, region.srcOffset, from_extent,
                 [&](std::uint64_t at, std::uint32_t, std::uint32_t) {
                   rows.push_back(read({from.memory, at, region.extent.width * texel}));
                 });
    std::size_t next = 0;
    for_each_row(to, region.dstSubresource, region.dstOffset, extent,
                 [&](std::uint64_t at, std::uint32_t, std::uint32_t) {
                   if (next < rows.size())
                     write({to.memory, at, extent.width * texel}, rows[next++]);
                 });
  }
}

void Executor::run(const CopyBufferImageCommand& command) {
  const Buffer& buffer = *command.buffer;
  const Image& image = *command.image;
  if (!has_memory(buffer, buffer.memory) || !has_memory(image, image.memory)) return;
  const std::uint64_t texel = image.texel_bytes();
  for (const VkBufferImageCopy& region : command.regions) {
    const VkExtent3D& extent = region.imageExtent;
    check_layout(image, range_of(image, region.imageSubresource, region.imageOffset, extent),
                 command.layout,
                 command.is_to_image ? "VUID-vkCmdCopyBufferToImage-dstImageLayout-00180"
                                     : "VUID-vkCmdCopyImageToBuffer-srcImageLayout-00189");
    const std::uint64_t row =
        texel * (region.bufferRowLength != 0 ? region.bufferRowLength : extent.width);
    const std::uint64_t slice =
        row * (region.bufferImageHeight != 0 ? region.bufferImageHeight : extent.height);
    for_each_row(image, region.imageSubresource, region.imageOffset, extent,
                 [&](std::uint64_t at, std::uint32_t z, std::uint32_t y) {
                   const MemoryPart texels{image.memory, at, extent.width * texel};
                   const MemoryPart bytes{buffer.memory,
                                          buffer.offset + region.bufferOffset + z * slice + y * row,
                                          extent.width * texel};
                   const MemoryPart& from = command.is_to_image ? bytes : texels;
                   const MemoryPart& to = command.is_to_image ? texels : bytes;
                   copy_history(from, to);
                   write(to, read(from));
                 });
  }
}

void Executor::run(const ClearImageCommand& command) {
  const Image& image = *command.image;
  if (!has_memory(image, image.memory)) return;
  const std::vector<std::byte> texel = texel_of(*image.shape.format, command.color);
  for (const VkImageSubresourceRange& given : command.ranges) {
    const VkImageSubresourceRange range = with_all_slices(image, given);
    check_layout(image, range, command.layout, "VUID-vkCmdClearColorImage-imageLayout-00004");
    for_each_part(image, range, [&](const MemoryPart& part) {
      ShadowedBytes contents = ShadowedBytes::zero(part.size);
      for (std::uint64_t i = 0; i < part.size; ++i) contents.bytes[i] = texel[i % texel.size()];
      write(part, contents);
    });
  }
}

void Executor::apply(const BarrierCommand& command, const Hazards::Limit& limit) {
  std::vector<Dependency> dependencies;
  for (const BarrierScope& scope : command.scopes) {
    dependencies.push_back(dependency_of(scope));
    hazards_.order(dependencies.back(), limit);
  }
  for (std::size_t i = 0; i < command.scopes.size(); ++i) {
    const BarrierScope& scope = command.scopes[i];
    if (!scope.image || scope.image->is_destroyed || !has_memory(*scope.image, scope.image->memory))
      continue;
    change_layout(scope);
    for (const MemoryPart& part : *dependencies[i].parts) {
      if (scope.is_transition()) hazards_.add_transition(part, dependencies[i], place(), limit);
      if (scope.discards())
        part.memory->write(part.offset, ShadowedBytes::uninitialized(part.size));
    }
  }
}

void Executor::run(const ChangeEventCommand& command) {
  Device& device = *queue_.device;
  const std::lock_guard lock(device.synchronization);
  const bool is_set = command.dependency != nullptr;
  if (is_set && command.event->is_set) return;  // has no effect
  command.event->is_set = is_set;
  command.event->dependency = command.dependency;
  command.event->before = no_submissions;
  command.event->host_operation = 0;
  command.event->set_at = hazards_.next_access();
  device.changed.notify_all();
}

Executor::EventOrder Executor::order_of(const EventWait& wait) {
  EventOrder order;
  for (const auto& event : wait.events) {
    if (!event->is_set && event->is_destroyed)
      report(rules::object_in_use, "was destroyed while a command waits for it", *event,
             "VUID-vkDestroyEvent-event-01145");
    join(order.before, event->before);
    order.limit.access = std::max(order.limit.access, event->set_at);
    order.limit.host_operation = std::max(order.limit.host_operation, event->host_operation);
  }
  if (const auto mismatch = find_mismatch(wait))
    report(rules::event_dependency, mismatch->text, *mismatch->event, mismatch->vuid);
  return order;
}

void Executor::run(const WaitEventsCommand& command) {
  Device& device = *queue_.device;
  std::vector<EventOrder> orders;
  {
    std::unique_lock lock(device.synchronization);
    device.changed.wait(lock, [&] {
      return device.is_lost || std::ranges::all_of(command.waits, [](const EventWait& wait) {
               return std::ranges::all_of(wait.events, [](const auto& event) {
                 return event->is_set || event->is_destroyed;
               });
             });
    });
    for (const EventWait& wait : command.waits) orders.push_back(order_of(wait));
  }
  const std::lock_guard lock(device.execution);
  hazards_.enter(submitter_);
  hazards_.take_host_accesses(*queue_.device);
  for (std::size_t i = 0; i < orders.size(); ++i) {
    hazards_.acquire(orders[i].before, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT);
    apply(command.waits[i].dependency.barrier, orders[i].limit);
  }
}

void Executor::run(const ResetQueriesCommand& command) {
  for (std::uint32_t i = 0; i < command.count; ++i)
    command.pool->queries[command.first + i] = {QueryState::reset, 0};
}

void Executor::run(const WriteTimestampCommand& command) {
  Query& query = command.pool->queries[command.query];
  if (query.state != QueryState::reset) {
    report(rules::query_unavailable,
           fmt::format("query {} is written, but was not reset", command.query), *command.pool,
           "VUID-vkCmdWriteTimestamp-None-00830");
  }
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  query = {QueryState::available,
           static_cast<std::uint64_t>(
               std::chrono::duration_cast<std::chrono::nanoseconds>(now).count())};
}

void Executor::run(const CopyQueriesCommand& command) {
  const Buffer& buffer = *command.buffer;
  if (!has_memory(buffer, buffer.memory)) return;
  for (std::uint32_t i = 0; i < command.count; ++i) {
    const QueryResult result = result_of(command.pool->queries[command.first + i], command.flags);
    const std::uint64_t at = command.offset + i * command.stride;
    if (result.bytes.empty()) continue;
    if (command.offset > buffer.size || command.stride > buffer.size || at > buffer.size ||
        result.bytes.size() > buffer.size - at) {
      return report(rules::range_outside, "the results of queries do not fit into it", buffer,
                    "VUID-vkCmdCopyQueryPoolResults-dstBuffer-00824");
    }
    ShadowedBytes contents = ShadowedBytes::zero(result.bytes.size());
    contents.bytes = result.bytes;
    write({buffer.memory, buffer.offset + at, contents.size()}, contents);
  }
}

void Executor::run(const LabelCommand& command) {
  if (command.kind == LabelCommand::Kind::begin) labels_.push_back(command.text);
  if (command.kind == LabelCommand::Kind::end && !labels_.empty()) labels_.pop_back();
}

void Executor::run(const ExecuteCommand& command) { execute(*command.commands); }

}  // namespace spirv_oracle::vulkan
