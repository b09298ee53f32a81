#include "vulkan/commands/queue.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "vulkan/commands/executor.h"
#include "vulkan/findings/call.h"
#include "vulkan/findings/rules.h"
#include "vulkan/generated/entry_points.h"

namespace spirv_oracle::vulkan {
namespace {

// Collects the submissions of a call. Nothing is submitted if it finds that an argument cannot be used.
class SubmissionBuilder {
 public:
  explicit SubmissionBuilder(Device& device) : device_(device) {}

  Submission& add() { return batch_.emplace_back(); }
  bool is_usable() const { return is_usable_; }
  std::vector<Submission> take() { return std::move(batch_); }

  void add_semaphore(VkSemaphore handle, std::uint64_t value, Stages stages, const char* what,
                     std::vector<SemaphoreValue>& list) {
    auto semaphore = find<Semaphore>(handle, what, &device_);
    if (semaphore) {
      list.push_back({std::move(semaphore), value, stages});
    } else {
      is_usable_ = false;
    }
  }

  void add_buffer(VkCommandBuffer handle, std::vector<SubmittedBuffer>& list) {
    const auto buffer = find<CommandBuffer>(handle, "pCommandBuffers", &device_);
    if (!buffer || buffer->state != CommandBufferState::executable || buffer->is_secondary) {
      if (buffer) {
        complain(rules::command_buffer_state, *buffer,
                 buffer->is_secondary ? "is secondary"
                 : buffer->state == CommandBufferState::invalid
                     ? "was recorded for one submission, and is submitted again"
                     : "is not in the executable state",
                 "VUID-vkQueueSubmit-pCommandBuffers-00070");
      }
      is_usable_ = false;
      return;
    }
    if (buffer->pending != 0 && !buffer->permits_simultaneous) {
      complain(rules::command_buffer_state, *buffer, "is still executed by a queue",
               "VUID-vkQueueSubmit-pCommandBuffers-00071");
    }
    list.push_back({buffer, buffer->commands});
  }

  void add_fence(VkFence handle) {
    if (number_of(handle) == 0) return;
    auto fence = find<Fence>(handle, "fence", &device_);
    if (!fence) {
      is_usable_ = false;
      return;
    }
    if (batch_.empty()) batch_.emplace_back();
    const std::lock_guard lock(device_.synchronization);
    if (fence->is_signaled)
      complain(rules::sync_object_state, *fence, "is signaled already",
               "VUID-vkQueueSubmit-fence-00063");
    if (fence->is_pending)
      complain(rules::sync_object_state, *fence, "belongs to another submission",
               "VUID-vkQueueSubmit-fence-00064");
    fence->is_pending = true;
    batch_.back().fence = std::move(fence);
  }

 private:
  Device& device_;
  std::vector<Submission> batch_;
  bool is_usable_ = true;
};

VkResult finish(Queue& queue, SubmissionBuilder& builder) {
  if (!builder.is_usable()) return VK_ERROR_UNKNOWN;
  if (queue.device->is_lost) return VK_ERROR_DEVICE_LOST;
  queue.submit(builder.take());
  return VK_SUCCESS;
}

bool is_signaled(const SemaphoreValue& wait) { return wait.semaphore->value >= wait.value; }

// What a submission does to binary semaphores: waits and signals are paired in the order of submissions. It does not wait for a
// semaphore that nothing signals, which would last forever. Needs Device::synchronization.
void take_binary_semaphores(Submission& submission) {
  std::erase_if(submission.waits, [](SemaphoreValue& wait) {
    Semaphore& semaphore = *wait.semaphore;
    if (semaphore.is_timeline) return false;
    wait.value = semaphore.submitted_signals;
    if (std::exchange(semaphore.will_be_signaled, false)) return false;
    complain(rules::sync_object_state, semaphore,
             "is waited for, but no submission before signals it",
             "VUID-vkQueueSubmit-pWaitSemaphores-03238");
    return true;
  });
  for (const SemaphoreValue& signal : submission.signals) {
    if (signal.semaphore->is_timeline) continue;
    signal.semaphore->will_be_signaled = true;
    ++signal.semaphore->submitted_signals;
  }
}

}  // namespace

Queue::Queue(Device& its_device, std::uint32_t number, std::shared_ptr<Hazards> hazards)
    : Object(object_type), number_(number), hazards_(std::move(hazards)) {
  device = &its_device;
  thread_ = std::thread([this] { run(); });
}

Queue::~Queue() { stop(); }

void Queue::submit(std::vector<Submission> batch) {
  device->notice_host_accesses();
  const std::lock_guard lock(device->synchronization);
  device->count_host_operation();
  const Clock& known = device->known_to_host.complete;
  for (Submission& submission : batch) {
    submission.submitter = {number_, ++submitted_, known};
    auto& oldest = device->known_to_pending[number_];
    if (!oldest) oldest = known;
    take_binary_semaphores(submission);
    for (const SubmittedBuffer& submitted : submission.buffers) {
      ++submitted.buffer->pending;
      if (submitted.buffer->is_one_time) submitted.buffer->state = CommandBufferState::invalid;
    }
    submissions_.push_back(std::move(submission));
  }
  device->changed.notify_all();
}

void Queue::wait_idle() {
  const HostWait host(*device);
  std::unique_lock lock(device->synchronization);
  device->changed.wait(
      lock, [&] { return (submissions_.empty() && !is_busy_) || is_stopping_ || device->is_lost; });
  if (submissions_.empty() && !is_busy_) join(device->known_to_host.complete, clock_);
}

void Queue::stop() {
  {
    const std::lock_guard lock(device->synchronization);
    is_stopping_ = true;
    device->changed.notify_all();
  }
  if (thread_.joinable()) thread_.join();
}

bool Queue::can_start(const Submission& submission) const {
  return device->is_lost || std::ranges::all_of(submission.waits, [](const SemaphoreValue& wait) {
           return wait.semaphore->is_destroyed || is_signaled(wait);
         });
}

std::vector<Clock> Queue::arrive(const Submission& submission) {
  join(clock_, submission.submitter.known);
  std::vector<Clock> before;
  for (const SemaphoreValue& wait : submission.waits) {
    if (!is_signaled(wait) && !device->is_lost) {
      complain(rules::object_in_use, *wait.semaphore,
               "was destroyed while a submission waits for it",
               "VUID-vkDestroySemaphore-semaphore-05149");
    }
    wait.semaphore->is_signaled = false;
    before.push_back(wait.semaphore->before);
    join(clock_, wait.semaphore->before);
  }
  clock_[number_] = submission.submitter.submission;
  return before;
}

void Queue::execute(const Submission& submission, const std::vector<Clock>& before) {
  {
    const std::lock_guard execution(device->execution);
    hazards_->take_host_accesses(*device);
    const std::lock_guard lock(device->synchronization);
    Clock known_to_all = device->known_to_host.complete;
    for (const auto& known : device->known_to_pending) {
      for (std::size_t q = 0; known && q < known->size(); ++q)
        known_to_all[q] = std::min(known_to_all[q], (*known)[q]);
    }
    hazards_->drop(known_to_all);
    for (const std::uint64_t memory : std::exchange(device->freed_memory, {}))
      hazards_->forget(memory);
    hazards_->enter(submission.submitter);
    for (std::size_t i = 0; i < before.size(); ++i)
      hazards_->acquire(before[i], submission.waits[i].stages);
  }
  for (const SubmittedBuffer& submitted : submission.buffers) {
    const CallScope scope("vkQueueSubmit");
    Executor(*this, *submitted.buffer, *hazards_, submission.submitter)
        .execute(*submitted.commands);
  }
}

void Queue::run() {
  std::unique_lock lock(device->synchronization);
  while (true) {
    device->changed.wait(lock, [&] {
      return is_stopping_ || (!submissions_.empty() && can_start(submissions_.front()));
    });
    if (is_stopping_) return;
    const Submission submission = std::move(submissions_.front());
    submissions_.pop_front();
    is_busy_ = true;
    const std::vector<Clock> before = arrive(submission);
    lock.unlock();
    execute(submission, before);
    lock.lock();
    complete(submission);
    is_busy_ = false;
    device->changed.notify_all();
  }
}

void Queue::complete(const Submission& submission) {
  const CallScope scope("vkQueueSubmit");
  auto& oldest = device->known_to_pending[number_];
  oldest.reset();
  if (!submissions_.empty()) oldest = submissions_.front().submitter.known;
  for (const SubmittedBuffer& submitted : submission.buffers) --submitted.buffer->pending;
  for (const SemaphoreValue& signal : submission.signals) {
    Semaphore& semaphore = *signal.semaphore;
    if (!semaphore.is_timeline) {
      if (std::exchange(semaphore.is_signaled, true))
        complain(rules::sync_object_state, semaphore, "is signaled already",
                 "VUID-vkQueueSubmit-pSignalSemaphores-00067");
      ++semaphore.value;
      semaphore.before = clock_;
      continue;
    }
    if (signal.value <= semaphore.value) {
      complain(rules::sync_object_state, semaphore,
               fmt::format("has the value {}, and is signaled with {}, which is not greater",
                           semaphore.value, signal.value),
               "VUID-VkSubmitInfo-pSignalSemaphores-03242");
    }
    semaphore.value = std::max(semaphore.value, signal.value);
    join(semaphore.before, clock_);
  }
  if (submission.fence) {
    submission.fence->is_signaled = true;
    submission.fence->before = clock_;
    submission.fence->is_pending = false;
  }
}

VKAPI_ATTR VkResult VKAPI_CALL queue_submit(VkQueue handle, std::uint32_t count,
                                            const VkSubmitInfo* submits, VkFence fence) {
  const auto queue = find<Queue>(handle, "queue");
  if (!queue) return VK_ERROR_UNKNOWN;
  SubmissionBuilder builder(*queue->device);
  for (std::uint32_t i = 0; i < count; ++i) {
    const VkSubmitInfo& info = submits[i];
    const auto* values = find_in_chain<VkTimelineSemaphoreSubmitInfo>(
        info.pNext, VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO);
    Submission& submission = builder.add();
    for (std::uint32_t s = 0; s < info.waitSemaphoreCount; ++s) {
      const bool has_value = values != nullptr && s < values->waitSemaphoreValueCount;
      builder.add_semaphore(info.pWaitSemaphores[s],
                            has_value ? values->pWaitSemaphoreValues[s] : 0,
                            info.pWaitDstStageMask[s], "pWaitSemaphores", submission.waits);
    }
    for (std::uint32_t b = 0; b < info.commandBufferCount; ++b)
      builder.add_buffer(info.pCommandBuffers[b], submission.buffers);
    for (std::uint32_t s = 0; s < info.signalSemaphoreCount; ++s) {
      const bool has_value = values != nullptr && s < values->signalSemaphoreValueCount;
      builder.add_semaphore(info.pSignalSemaphores[s],
                            has_value ? values->pSignalSemaphoreValues[s] : 0, 0,
                            "pSignalSemaphores", submission.signals);
    }
  }
  builder.add_fence(fence);
  return finish(*queue, builder);
}

VKAPI_ATTR VkResult VKAPI_CALL queue_submit2(VkQueue handle, std::uint32_t count,
                                             const VkSubmitInfo2* submits, VkFence fence) {
  const auto queue = find<Queue>(handle, "queue");
  if (!queue) return VK_ERROR_UNKNOWN;
  SubmissionBuilder builder(*queue->device);
  for (std::uint32_t i = 0; i < count; ++i) {
    const VkSubmitInfo2& info = submits[i];
    Submission& submission = builder.add();
    for (std::uint32_t s = 0; s < info.waitSemaphoreInfoCount; ++s) {
      const VkSemaphoreSubmitInfo& wait = info.pWaitSemaphoreInfos[s];
      builder.add_semaphore(wait.semaphore, wait.value, wait.stageMask, "pWaitSemaphoreInfos",
                            submission.waits);
    }
    for (std::uint32_t b = 0; b < info.commandBufferInfoCount; ++b)
      builder.add_buffer(info.pCommandBufferInfos[b].commandBuffer, submission.buffers);
    for (std::uint32_t s = 0; s < info.signalSemaphoreInfoCount; ++s) {
      const VkSemaphoreSubmitInfo& signal = info.pSignalSemaphoreInfos[s];
      builder.add_semaphore(signal.semaphore, signal.value, 0, "pSignalSemaphoreInfos",
                            submission.signals);
    }
  }
  builder.add_fence(fence);
  return finish(*queue, builder);
}

VKAPI_ATTR VkResult VKAPI_CALL queue_wait_idle(VkQueue handle) {
  const auto queue = find<Queue>(handle, "queue");
  if (!queue) return VK_ERROR_UNKNOWN;
  queue->wait_idle();
  return queue->device->is_lost ? VK_ERROR_DEVICE_LOST : VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL queue_bind_sparse(VkQueue /*queue*/, std::uint32_t /*count*/,
                                                 const VkBindSparseInfo* /*infos*/,
                                                 VkFence /*fence*/) {
  Reporter::get().report(rules::feature_missing,
                         "vkQueueBindSparse: the queues of this device have no sparse binding", {},
                         "VUID-vkQueueBindSparse-queuetype");
  return VK_ERROR_UNKNOWN;
}

// Labels of queues are not reported yet.

VKAPI_ATTR void VKAPI_CALL
queue_begin_debug_utils_label_ext(VkQueue /*queue*/, const VkDebugUtilsLabelEXT* /*label*/) {}

VKAPI_ATTR void VKAPI_CALL queue_end_debug_utils_label_ext(VkQueue /*queue*/) {}

VKAPI_ATTR void VKAPI_CALL
queue_insert_debug_utils_label_ext(VkQueue /*queue*/, const VkDebugUtilsLabelEXT* /*label*/) {}

}  // namespace spirv_oracle::vulkan
