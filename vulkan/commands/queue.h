// Queues: each has a thread that executes its submissions in order.
#pragma once

#include <deque>
#include <thread>

#include "vulkan/commands/command_buffer.h"

namespace spirv_oracle::vulkan {

struct SemaphoreValue {
  std::shared_ptr<Semaphore> semaphore;
  std::uint64_t value = 0;  // of a timeline semaphore
};

// The commands of a command buffer in a submission.
struct SubmittedBuffer {
  std::shared_ptr<CommandBuffer> buffer;
  std::shared_ptr<const CommandList> commands;
};

struct Submission {
  std::vector<SemaphoreValue> waits, signals;
  std::vector<SubmittedBuffer> buffers;
  std::shared_ptr<Fence> fence;  // null: none
};

struct Queue : Object {
  static constexpr VkObjectType object_type = VK_OBJECT_TYPE_QUEUE;
  explicit Queue(Device& its_device);
  ~Queue() override;

  void submit(std::vector<Submission> batch);
  // Until all submissions are complete.
  void wait_idle();
  // Ends the thread, without the submissions that still wait.
  void stop();

 private:
  void run();
  bool can_start(const Submission& submission) const;
  void complete(const Submission& submission);

  // All of these need Device::synchronization.
  std::deque<Submission> submissions_;
  bool is_busy_ = false;
  bool is_stopping_ = false;
  std::thread thread_;
};

}  // namespace spirv_oracle::vulkan
