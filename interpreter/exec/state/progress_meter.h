// Reports the progress of a dispatch while its workgroups run.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>

#include "interpreter/dispatch.h"

namespace spirv_oracle {

struct Program;

// Thread-safe.
class ProgressMeter {
 public:
  ProgressMeter(const Program& program, std::uint64_t workgroups,
                const std::function<void(const Progress&)>& show)
      : program_(program), workgroups_(workgroups), show_(show) {}

  void finish_workgroup() { done_.fetch_add(1, std::memory_order_relaxed); }
  // A worker is at that instruction (an index into Program::origins). Shows the progress unless it
  // was shown recently.
  void tick(std::uint64_t steps, std::uint32_t origin);

 private:
  static constexpr std::chrono::milliseconds interval{100};

  const Program& program_;
  std::uint64_t workgroups_;
  const std::function<void(const Progress&)>& show_;
  std::atomic<std::uint64_t> done_{0};
  std::mutex mutex_;
  std::chrono::steady_clock::time_point next_{};
};

}  // namespace spirv_oracle
