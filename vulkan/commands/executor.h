// Executes the commands of a command buffer, one after the other.
#pragma once

#include "vulkan/commands/command_buffer.h"
#include "vulkan/commands/hazards.h"

namespace spirv_oracle::vulkan {

struct Queue;

class Executor {
 public:
  // `hazards`: those of the device. `submitter`: the submission that the command buffer belongs to.
  Executor(Queue& queue, const CommandBuffer& buffer, Hazards& hazards,
           const Hazards::Submitter& submitter)
      : queue_(queue), buffer_(buffer), hazards_(hazards), submitter_(submitter) {}

  // Each command executes while Device::execution is locked. Ends early if the device is lost.
  void execute(const CommandList& list);

 private:
  void execute(const Command& command);
  // Whether all objects that the command uses still exist; reports one that does not.
  bool check_objects(const Command& command);

  // These execute one kind of command each.
  void run(const DispatchCommand& command);
  void run(const CopyBufferCommand& command);
  void run(const FillBufferCommand& command);
  void run(const CopyImageCommand& command);
  void run(const CopyBufferImageCommand& command);
  void run(const ClearImageCommand& command);
  void run(const BarrierCommand& command) { apply(command, {}); }
  void run(const ChangeEventCommand& command);
  void run(const WaitEventsCommand& command);
  void run(const ResetQueriesCommand& command);
  void run(const WriteTimestampCommand& command);
  void run(const CopyQueriesCommand& command);
  void run(const LabelCommand& command);
  void run(const ExecuteCommand& command);

  // What happened before a wait for events: what the host knew when it set them, and what was before their limit.
  struct EventOrder {
    Clock before{};
    Hazards::Limit limit{0, 0};
  };
  // Needs Device::synchronization.
  EventOrder order_of(const EventWait& wait);
  // A barrier, or a wait for events that were set at the limit.
  void apply(const BarrierCommand& command, const Hazards::Limit& limit);
  // False after a finding that the resource has no memory.
  bool has_memory(const Object& resource, const std::shared_ptr<DeviceMemory>& memory);
  // Reports a subresource that is not in the layout that the command names.
  void check_layout(const Image& image, const VkImageSubresourceRange& range,
                    VkImageLayout expected, const char* vuid);
  void change_layout(const BarrierScope& scope);
  ShadowedBytes read(const MemoryPart& from);
  void write(const MemoryPart& to, const ShadowedBytes& contents);
  // A write whose undefined bytes are reported later.
  void store(const MemoryPart& to, const ShadowedBytes& contents);
  // The command that executes, for reports.
  std::string place() const;
  void report(const Clause& rule, const std::string& message, const Object& object,
              const char* vuid = "");

  Queue& queue_;
  const CommandBuffer& buffer_;
  Hazards& hazards_;
  const Hazards::Submitter& submitter_;
  Stages stage_ = 0;  // of the command that executes, if it is a transfer
  const char* call_ = "";
  std::vector<std::string> labels_;
};

}  // namespace spirv_oracle::vulkan
