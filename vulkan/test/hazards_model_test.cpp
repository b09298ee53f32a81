// The check for hazards against a naive model, which checks each byte and each pair of accesses by itself.

#include <gtest/gtest.h>

#include <array>
#include <random>

#include "vulkan/commands/hazards.h"

namespace spirv_oracle::vulkan::test {
namespace {

constexpr std::uint64_t size = 8;  // bytes
constexpr std::array stages{VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, VK_PIPELINE_STAGE_2_COPY_BIT,
                            VK_PIPELINE_STAGE_2_CLEAR_BIT};

struct ModelAccess {
  AccessKind kind;
  bool is_write = false;
  std::size_t barriers = 0;  // before it
};

struct ModelBarrier {
  Stages from = 0, to = 0;
  Accesses written = 0, used = 0;
  std::uint64_t begin = 0, end = size;  // of the bytes that it covers
};

// Whether two accesses to a byte are ordered by the barriers between them.
bool are_ordered(const std::vector<ModelBarrier>& barriers, const ModelAccess& a,
                 const ModelAccess& b, std::uint64_t byte) {
  Stages reached = 0;
  bool is_available = false, is_visible = false;
  for (std::size_t k = a.barriers; k < b.barriers; ++k) {
    const ModelBarrier& barrier = barriers[k];
    const bool is_direct = (a.kind.stage & barrier.from) != 0;
    if (!is_direct && (reached & barrier.from) == 0) continue;
    reached |= barrier.to;
    if (byte < barrier.begin || byte >= barrier.end) continue;
    if (is_direct && (a.kind.access & barrier.written) != 0) is_available = true;
    if (is_available && (b.kind.stage & barrier.to) != 0 && (b.kind.access & barrier.used) != 0)
      is_visible = true;
  }
  if ((b.kind.stage & reached) == 0) return false;
  return !a.is_write || (b.is_write ? is_available : is_visible);
}

class Model {
 public:
  void add(const ModelBarrier& barrier) { barriers_.push_back(barrier); }
  // A read of the bytes in the set, of which only later writes are checked.
  void read(ModelAccess access, std::uint8_t bytes) {
    access.barriers = barriers_.size();
    for (std::uint64_t byte = 0; byte < size; ++byte) {
      if ((bytes >> byte & 1) != 0) since_write_[byte].push_back(access);
    }
  }
  // Whether the access conflicts with the last write to one of its bytes, or with a read since then if it writes.
  bool conflicts(ModelAccess access, std::uint64_t begin, std::uint64_t end) {
    access.barriers = barriers_.size();
    bool found = false;
    for (std::uint64_t byte = begin; byte < end; ++byte) {
      std::vector<ModelAccess>& since = since_write_[byte];
      for (const ModelAccess& earlier : since) {
        if (earlier.is_write || access.is_write)
          found = found || !are_ordered(barriers_, earlier, access, byte);
      }
      if (access.is_write) since.clear();
      since.push_back(access);
    }
    return found;
  }

 private:
  std::vector<ModelBarrier> barriers_;
  std::array<std::vector<ModelAccess>, size> since_write_;  // the last write, and what follows
};

// A dispatch that may read a range, and reads the bytes in a set.
class SomeReads final : public PossibleReads<DeviceMemory> {
 public:
  explicit SomeReads(std::uint8_t bytes) : bytes_(bytes) {}
  bool includes(const std::vector<MemoryPart>& parts) const override {
    for (const MemoryPart& part : parts) {
      for (std::uint64_t byte = part.offset; byte < part.offset + part.size; ++byte) {
        if ((bytes_ >> byte & 1) != 0) return true;
      }
    }
    return false;
  }
  std::uint64_t size() const override { return 1; }

 private:
  std::uint8_t bytes_;
};

class RandomCommands {
 public:
  explicit RandomCommands(unsigned seed) : random_(seed) {
    memory_ = std::make_shared<DeviceMemory>(size, false, DeviceMemory::Storage{});
    memory_->handle = seed + 1;
    hazards_.enter({0, 1, {}});
  }

  // A barrier, or an access about which the check and the model must agree.
  void step() {
    if (number(2) == 0) return barrier();
    if (number(4) == 0) return possible_read();
    const Stages stage = stages[number(3)];
    const bool is_write = number(2) == 0;
    const bool is_shader = stage == VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT;
    const Accesses access = is_shader  ? (is_write ? VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT
                                                   : VK_ACCESS_2_SHADER_STORAGE_READ_BIT)
                            : is_write ? VK_ACCESS_2_TRANSFER_WRITE_BIT
                                       : VK_ACCESS_2_TRANSFER_READ_BIT;
    const auto [begin, end] = range();
    const bool expected = model_.conflicts({{stage, access}, is_write, 0}, begin, end);
    ++outcomes_[expected ? 1 : 0];
    const std::uint64_t before = Reporter::of_thread().undefined_behavior;
    hazards_.start();
    hazards_.add({memory_, begin, end - begin}, is_write, {stage, access});
    hazards_.finish("command " + std::to_string(++commands_));
    EXPECT_EQ(Reporter::of_thread().undefined_behavior != before, expected)
        << "command " << commands_ << " of seed " << memory_->handle - 1;
  }

  const std::array<std::uint64_t, 2>& outcomes() const { return outcomes_; }

 private:
  std::uint64_t number(std::uint64_t limit) {
    return std::uniform_int_distribution<std::uint64_t>(0, limit - 1)(random_);
  }
  std::pair<std::uint64_t, std::uint64_t> range() {
    const std::uint64_t begin = number(size);
    return {begin, begin + 1 + number(size - begin)};
  }
  Stages some_stages() {
    Stages chosen = 0;
    for (const Stages stage : stages) chosen |= number(2) == 0 ? stage : 0;
    return chosen;
  }
  Accesses some_accesses() {
    Accesses chosen = 0;
    for (const Accesses access :
         {VK_ACCESS_2_SHADER_STORAGE_READ_BIT, VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT,
          VK_ACCESS_2_TRANSFER_READ_BIT, VK_ACCESS_2_TRANSFER_WRITE_BIT})
      chosen |= number(3) != 0 ? access : 0;
    return chosen;
  }
  void possible_read() {
    const AccessKind kind{VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
                          VK_ACCESS_2_SHADER_STORAGE_READ_BIT};
    const auto [begin, end] = range();
    std::uint8_t bytes = 0;
    for (std::uint64_t byte = begin; byte < end; ++byte)
      bytes = static_cast<std::uint8_t>(bytes | number(2) << byte);
    model_.read({kind, false, 0}, bytes);
    hazards_.start();
    hazards_.add_possible({{{memory_, begin, end - begin}, kind}},
                          std::make_shared<SomeReads>(bytes));
    hazards_.finish("command " + std::to_string(++commands_));
  }
  void barrier() {
    ModelBarrier barrier{some_stages(), some_stages(), some_accesses(), some_accesses()};
    Dependency dependency{barrier.from, barrier.to, barrier.written, barrier.used, {}};
    if (number(3) == 0) {
      std::tie(barrier.begin, barrier.end) = range();
      dependency.parts = {{memory_, barrier.begin, barrier.end - barrier.begin}};
    }
    model_.add(barrier);
    hazards_.order(dependency, {});
  }

  std::mt19937 random_;
  std::shared_ptr<DeviceMemory> memory_;
  Hazards hazards_;
  Model model_;
  std::uint64_t commands_ = 0;
  std::array<std::uint64_t, 2> outcomes_{};  // accesses without and with a conflict
};

TEST(HazardsModel, AgreesAboutRandomCommands) {
  setenv("SPIRV_ORACLE_QUIET", "1", 1);
  std::array<std::uint64_t, 2> outcomes{};  // accesses without and with a conflict
  for (unsigned seed = 0; seed < 500 && !testing::Test::HasFailure(); ++seed) {
    RandomCommands commands(seed);
    for (int i = 0; i < 30; ++i) commands.step();
    for (std::size_t o = 0; o < outcomes.size(); ++o) outcomes[o] += commands.outcomes()[o];
  }
  EXPECT_GT(outcomes[0], 1000u);
  EXPECT_GT(outcomes[1], 1000u);
}

}  // namespace
}  // namespace spirv_oracle::vulkan::test
