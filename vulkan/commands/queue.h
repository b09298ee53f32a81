// Queues: each has a thread that executes its submissions in order.
#pragma once

#include <deque>
#include <thread>

#include "vulkan/commands/command_buffer.h"
#include "vulkan/commands/hazards.h"

namespace spirv_oracle::vulkan {

struct SemaphoreValue {
  std::shared_ptr<Semaphore> semaphore;
  std::uint64_t value = 0;  // of a timeline semaphore, or the number of a signal of a binary one
  Stages stages = 0;        // that wait
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
  Hazards::Submitter submitter;
};

struct Queue : Object {
  static constexpr VkObjectType object_type = VK_OBJECT_TYPE_QUEUE;
  // `number`: of the queue in its family. `hazards` are shared by the queues of the device.
  Queue(Device& its_device, std::uint32_t number, std::shared_ptr<Hazards> hazards);
  ~Queue() override;

  void submit(std::vector<Submission> batch);
  // Until all submissions are complete.
  void wait_idle();
  // Ends the thread, without the submissions that still wait.
  void stop();

 private:
  void run();
  // Takes the signals that the next submission waits for. Returns what happened before each of them.
  std::vector<Clock> arrive(const Submission& submission);
  // Executes the commands, without the lock. `before`: what arrive() returned.
  void execute(const Submission& submission, const std::vector<Clock>& before);
  bool can_start(const Submission& submission) const;
  void complete(const Submission& submission);

  const std::uint32_t number_;
  const std::shared_ptr<Hazards> hazards_;
  // All of these need Device::synchronization.
  std::uint64_t submitted_ = 0;  // submissions
  Clock clock_{};                // what happens before the next submission
  std::deque<Submission> submissions_;
  bool is_busy_ = false;
  bool is_stopping_ = false;
  std::thread thread_;
};

}  // namespace spirv_oracle::vulkan
