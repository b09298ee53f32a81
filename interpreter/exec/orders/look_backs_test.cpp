#include "interpreter/exec/orders/look_backs.h"

#include <gtest/gtest.h>

#include <optional>

namespace spirv_oracle {
namespace {

constexpr std::uint64_t sum = 1, prefix = 2;  // what flags say has been published

LookBacks::Bytes flag_of(std::uint32_t tile) { return {{0, tile, 0}, 4 * tile, 4}; }
LookBacks::Location sum_of(std::uint32_t tile) { return {1, tile, 0}; }
LookBacks::Location prefix_of(std::uint32_t tile) { return {2, tile, 0}; }

// A scan by workgroups, one after the other. Tile t has the number 10 t + 1.
class Scan {
 public:
  // What may be wrong.
  struct Faults {
    std::uint64_t wrong_sum = 0;  // of tile 1 is too large by that
    bool counts = false;          // adds 1 for each sum that it finds
    bool writes_twice = false;    // the sum of tile 1
    bool foreign_word = false;    // the sum of tile 1 is written by another workgroup
    bool returns = false;         // tile 1 sets its flag back
    bool takes_sum = false;       // for the prefix
    std::optional<std::uint32_t> leaves =
        {};  // that tile leaves the loop elsewhere if it finds a sum
  };
  Scan(std::uint32_t tiles, const Faults& faults) : tiles_(tiles), faults_(faults) {}

  // Runs until no run finds anything new. Returns whether the sums are proven to be the same.
  bool is_proven() {
    for (unsigned round = 0; round < 6; ++round) {
      run(round != 0);
      if (!loops_.finish_run(false)) return false;
      if (loops_.needs_run()) continue;
      run(false);
      return loops_.finish_run(true);
    }
    return false;
  }

 private:
  static std::uint64_t number_of(std::uint32_t tile) { return 10 * tile + 1; }

  void publish(std::uint32_t tile, std::uint64_t state) {
    const std::uint64_t before = flags_[tile];
    flags_[tile] = state;
    loops_.write({flag_of(tile), tile, before, state, nullptr});
  }

  void run(bool forces) {
    loops_.start_run(forces);
    flags_.assign(tiles_, 0);
    sums_.assign(tiles_, 0);
    prefixes_.assign(tiles_, 0);
    for (std::uint32_t tile = 0; tile < tiles_; ++tile) {
      sums_[tile] = number_of(tile) + (tile == 1 ? faults_.wrong_sum : 0);
      loops_.store_plain(faults_.foreign_word && tile == 1 ? 0 : tile, sum_of(tile));
      if (faults_.writes_twice && tile == 1) loops_.store_plain(tile, sum_of(tile));
      publish(tile, sum);
      prefixes_[tile] = look_back(tile) + number_of(tile);
      loops_.store_plain(tile, prefix_of(tile));
      publish(tile, prefix);
      if (faults_.returns && tile == 1) publish(tile, sum);
    }
  }

  std::uint64_t look_back(std::uint32_t tile) {
    std::uint64_t found = 0, exit = 1;
    const LookBacks::Invocation invocation{tile, 0};
    for (std::uint32_t other = tile; other-- > 0;) {
      std::uint64_t flag = 0;
      while (flag == 0) {
        const LookBacks::State state{invocation, 7, flag_of(other), {other}, {{found, 4}}};
        const LookBacks::Value* older = loops_.begin_load(state);
        flag = older != nullptr ? older->bits : flags_[other];
        loops_.end_load(state, flag);
      }
      const bool is_last = flag == prefix;
      const bool takes_sum = !is_last || faults_.takes_sum;
      loops_.load_plain(invocation, takes_sum ? sum_of(other) : prefix_of(other));
      found += takes_sum ? sums_[other] : prefixes_[other];
      if (faults_.counts && !is_last) ++found;
      if (!is_last && faults_.leaves == other) exit = 2;
      if (is_last || exit == 2) break;
    }
    loops_.leave(invocation, exit, {found});
    return found;
  }

  std::uint32_t tiles_;
  Faults faults_;
  LookBacks loops_{1 << 20};
  std::vector<std::uint64_t> flags_, sums_, prefixes_;
};

TEST(LookBacks, ProvesScans) {
  for (const std::uint32_t tiles : {1, 2, 3, 4, 50})
    EXPECT_TRUE(Scan(tiles, {}).is_proven()) << tiles;
}

TEST(LookBacks, FindsWhatDependsOnTheFlags) {
  EXPECT_FALSE(Scan(4, {.wrong_sum = 1}).is_proven());
  EXPECT_FALSE(Scan(4, {.counts = true}).is_proven());
  EXPECT_FALSE(Scan(4, {.writes_twice = true}).is_proven());
  EXPECT_FALSE(Scan(4, {.foreign_word = true}).is_proven());
  EXPECT_FALSE(Scan(4, {.returns = true}).is_proven());
  EXPECT_FALSE(Scan(4, {.takes_sum = true}).is_proven());
  EXPECT_FALSE(Scan(4, {.leaves = 1}).is_proven());
}

// Memory that is too small ends the attempt.
TEST(LookBacks, KeepsToItsMemory) {
  LookBacks loops(100);
  loops.start_run(false);
  for (std::uint32_t tile = 0; tile < 10; ++tile) loops.write({flag_of(tile), tile, 0, 1, nullptr});
  EXPECT_FALSE(loops.holds());
}

// Two workgroups, or accesses of other sizes, have no order that loops could rely on.
TEST(LookBacks, OneWorkgroupWritesALocation) {
  const auto is_regular = [](const LookBacks::Write& first, const LookBacks::Write& second) {
    LookBacks loops(1 << 20);
    loops.start_run(false);
    loops.write(first);
    loops.write(second);
    const LookBacks::State state{{9, 0}, 7, flag_of(0), {}, {{0, 4}}};
    loops.end_load(state, second.after);
    loops.leave({9, 0}, 1, {0});
    return loops.finish_run(false);
  };
  EXPECT_TRUE(is_regular({flag_of(0), 0, 0, 1, nullptr}, {flag_of(0), 0, 1, 2, nullptr}));
  EXPECT_FALSE(is_regular({flag_of(0), 0, 0, 1, nullptr}, {flag_of(0), 1, 1, 2, nullptr}));
  EXPECT_FALSE(is_regular({flag_of(0), 0, 0, 1, nullptr}, {flag_of(0), 0, 1, 0, nullptr}));
  EXPECT_FALSE(is_regular({flag_of(0), 0, 0, 1, nullptr}, {flag_of(0), 0, 3, 2, nullptr}));
  EXPECT_FALSE(is_regular({{{0, 0, 0}, 0, 8}, 0, 0, 1, nullptr}, {flag_of(0), 0, 1, 2, nullptr}));
}

// A counter is not a flag: what it takes to follow a location must not grow with its writes.
TEST(LookBacks, FlagsHaveFewValues) {
  const auto holds_after = [](std::uint64_t values) {
    LookBacks loops(1 << 20);
    loops.start_run(false);
    for (std::uint64_t value = 0; value < values; ++value)
      loops.write({flag_of(0), 0, value, value + 1, nullptr});
    const LookBacks::State state{{9, 0}, 7, flag_of(0), {}, {{0, 4}}};
    loops.end_load(state, 1);
    loops.leave({9, 0}, 1, {0});
    return loops.finish_run(false);
  };
  EXPECT_TRUE(holds_after(100));
  EXPECT_FALSE(holds_after(1000));
}

}  // namespace
}  // namespace spirv_oracle
