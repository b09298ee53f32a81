// Runs work in several threads, and reports the results in order.
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <vector>

#include "support/large_stack.h"

namespace spirv_oracle::golden {

// Calls work(i) for each i below `count` in up to `workers` threads, and consume(i, result) in this
// thread, in ascending order of i.
template <class T, class Work, class Consume>
void work_in_order(std::size_t count, std::size_t workers, const Work& work,
                   const Consume& consume) {
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<std::optional<T>> results(count);
  std::atomic<std::size_t> next{0};
  const auto work_on = [&] {
    const StackOverflowGuard guard;
    for (std::size_t i = next++; i < count; i = next++) {
      T result = work(i);
      const std::lock_guard lock(mutex);
      results[i] = std::move(result);
      changed.notify_all();
    }
  };
  std::vector<std::thread> threads;
  try {
    for (std::size_t i = 0; i < std::min(workers, count); ++i) threads.emplace_back(work_on);
  } catch (const std::system_error&) {  // the host has no more threads: use fewer
    if (threads.empty()) work_on();
  }
  for (std::size_t i = 0; i < count; ++i) {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return results[i].has_value(); });
    const T result = std::move(*results[i]);
    results[i].emplace();  // frees it
    lock.unlock();
    consume(i, result);
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace spirv_oracle::golden
