// The check of writes of the host against a naive model, which checks each byte and each pair of accesses by itself.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <deque>
#include <random>

#include "vulkan/commands/hazards.h"

namespace spirv_oracle::vulkan::test {
namespace {

constexpr std::uint64_t size = 16;  // bytes

// A write of the host, or a command that is a submission of its own. Times count the calls of the program.
struct ModelAccess {
  bool is_host = false;
  bool is_write = true;
  std::uint64_t begin = 0, end = 0;
  std::size_t time = 0;      // of the write or the submission
  std::size_t known_at = 0;  // when the host had waited for the command; 0: never
};

bool conflict(const ModelAccess& host, const ModelAccess& command) {
  const bool overlaps = host.begin < command.end && command.begin < host.end;
  const bool is_before = host.time < command.time;
  const bool is_after = command.known_at != 0 && command.known_at < host.time;
  return overlaps && !is_before && !is_after;
}

class RandomProgram {
 public:
  explicit RandomProgram(unsigned seed)
      : random_(seed),
        memory_(std::make_shared<DeviceMemory>(size, true, DeviceMemory::Storage{})) {
    memory_->handle = seed + 1;
    memory_->device = &device_;
    memory_->is_mapped = true;
    host_ = memory_->map();
    device_.mapped.push_back(memory_);
  }

  // Whether something is reported, and whether something should be.
  std::pair<bool, bool> run() {
    const std::uint64_t before = Reporter::of_thread().undefined_behavior;
    for (int i = 0; i < 8; ++i) step();
    wait();
    bool expected = false;
    for (const ModelAccess& host : model_) {
      for (const ModelAccess& command : model_)
        expected |= host.is_host && !command.is_host && conflict(host, command);
    }
    return {Reporter::of_thread().undefined_behavior != before, expected};
  }

 private:
  void step() {
    ++time_;
    switch (number(5)) {
      case 0:
        return write();
      case 1:
      case 2:
        return submit();
      case 3:
        return execute();
      default:
        return wait();
    }
  }

  std::uint64_t number(std::uint64_t limit) {
    return std::uniform_int_distribution<std::uint64_t>(0, limit - 1)(random_);
  }
  ModelAccess some_access() {
    ModelAccess access;
    access.begin = number(size);
    access.end = access.begin + 1 + number(size - access.begin);
    access.time = time_;
    return access;
  }
  void write() {
    ModelAccess access = some_access();
    access.is_host = true;
    model_.push_back(access);
    const auto value = static_cast<std::byte>(++last_value_);  // another one than before
    std::fill(host_ + access.begin, host_ + access.end, value);
  }
  void submit() {
    ModelAccess access = some_access();
    access.is_write = number(2) == 0;
    model_.push_back(access);
    device_.notice_host_accesses();
    device_.count_host_operation();
    pending_.push_back({model_.size() - 1, {0, ++submitted_, device_.known_to_host.complete}});
  }
  // The oldest submission that waits.
  void execute() {
    if (pending_.empty()) return;
    const auto [index, submitter] = pending_.front();
    pending_.pop_front();
    const ModelAccess access = model_[index];
    const MemoryPart part{memory_, access.begin, access.end - access.begin};
    hazards_.take_host_accesses(device_);
    hazards_.enter(submitter);
    hazards_.start();
    // Commands have barriers between them; only the host is in question.
    constexpr VkPipelineStageFlags2 all = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT;
    hazards_.order({all, all, all_accesses, all_accesses, {}}, {});
    hazards_.add(part, access.is_write,
                 {VK_PIPELINE_STAGE_2_COPY_BIT, access.is_write ? VK_ACCESS_2_TRANSFER_WRITE_BIT
                                                                : VK_ACCESS_2_TRANSFER_READ_BIT});
    ShadowedBytes contents = memory_->read(part.offset, part.size);
    if (access.is_write) memory_->write(part.offset, contents);
    hazards_.finish("command " + std::to_string(index));
    executed_ = submitter.submission;
    executed_indices_.push_back(index);
  }
  void wait() {
    device_.notice_host_accesses();
    while (!pending_.empty()) execute();
    device_.known_to_host.complete[0] = executed_;
    for (const std::size_t index : executed_indices_) {
      if (model_[index].known_at == 0) model_[index].known_at = time_;
    }
    hazards_.take_host_accesses(device_);
  }

  std::mt19937 random_;
  Device device_;
  std::shared_ptr<DeviceMemory> memory_;
  std::byte* host_ = nullptr;
  Hazards hazards_;
  std::vector<ModelAccess> model_;
  struct Pending {
    std::size_t index;  // in the model
    Hazards::Submitter submitter;
  };
  std::deque<Pending> pending_;
  std::vector<std::size_t> executed_indices_;
  std::uint64_t submitted_ = 0, executed_ = 0;
  std::size_t time_ = 0;
  unsigned last_value_ = 0;
};

TEST(HostModel, AgreesAboutRandomPrograms) {
  setenv("SPIRV_ORACLE_QUIET", "1", 1);
  std::array<std::uint64_t, 2> outcomes{};  // programs without and with a conflict
  for (unsigned seed = 0; seed < 3000 && !testing::Test::HasFailure(); ++seed) {
    const auto [found, expected] = RandomProgram(seed).run();
    EXPECT_EQ(found, expected) << "seed " << seed;
    ++outcomes[expected ? 1 : 0];
  }
  EXPECT_GT(outcomes[0], 300u);
  EXPECT_GT(outcomes[1], 300u);
}

}  // namespace
}  // namespace spirv_oracle::vulkan::test
