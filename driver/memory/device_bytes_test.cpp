// What the host changes and what runs change, against a comparison byte by byte.

#include "driver/memory/device_bytes.h"

#include <gtest/gtest.h>

#include <random>

namespace spirv_oracle {
namespace {

constexpr std::uint64_t test_size = 3 * 4096 + 20;

std::vector<std::byte> random_bytes(std::mt19937& random) {
  std::vector<std::byte> bytes(test_size);
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(random());
  return bytes;
}

// Changes a few bytes, most of them near each other.
void change_some(std::mt19937& random, std::vector<std::byte>& bytes) {
  for (int i = 0; i < 10; ++i) {
    const std::size_t begin = random() % test_size;
    const std::size_t end = std::min<std::size_t>(test_size, begin + random() % 12);
    for (std::size_t j = begin; j < end; ++j) bytes[j] = static_cast<std::byte>(random());
  }
}

TEST(DeviceBytes, TakeWhatTheHostChanged) {
  std::mt19937 random(3);
  for (int round = 0; round < 100; ++round) {
    std::vector<std::byte> seen = random_bytes(random), host = seen;
    change_some(random, host);
    const std::vector<std::byte> before = seen;
    const std::uint64_t begin = random() % test_size;
    const ByteSpan span{begin, begin + random() % (test_size - begin + 1)};
    std::vector<bool> is_in_unit(test_size);
    const ByteSpans changed = take_host_changes(
        host.data(), seen.data(), span, [&](const ByteSpan& unit, const std::byte* now) {
          EXPECT_TRUE(std::equal(now, now + unit.size(), host.data() + unit.begin));
          EXPECT_EQ(unit.begin / host_write_unit, (unit.end - 1) / host_write_unit);
          for (std::uint64_t i = unit.begin; i < unit.end; ++i) is_in_unit[i] = true;
        });
    ByteSpans expected;
    for (std::uint64_t i = span.begin; i < span.end; ++i) {
      if (host[i] != before[i]) append(expected, i);
    }
    EXPECT_EQ(changed, expected);
    for (std::uint64_t i = 0; i < test_size; ++i) {
      const bool is_inside = span.begin <= i && i < span.end;
      EXPECT_EQ(seen[i], is_inside ? host[i] : before[i]) << i;
      if (is_inside && host[i] != before[i]) {
        EXPECT_TRUE(is_in_unit[i]) << i;
      }
      if (is_in_unit[i]) {
        EXPECT_TRUE(is_inside) << i;
      }
    }
  }
}

// The host writes while its bytes are taken.
TEST(DeviceBytes, LaterWritesOfTheHostAreFoundLater) {
  std::vector<std::byte> host(16), seen(16);
  std::vector<std::byte> taken(16);
  const auto take = [&](std::byte next) {
    return take_host_changes(host.data(), seen.data(), {0, 16},
                             [&](const ByteSpan& unit, const std::byte* now) {
                               std::copy_n(now, unit.size(), taken.data() + unit.begin);
                               host[5] = next;
                             });
  };
  host[4] = std::byte{1};
  EXPECT_EQ(take(std::byte{2}), (ByteSpans{{4, 5}}));
  EXPECT_EQ(take(std::byte{2}), (ByteSpans{{5, 6}}));
  EXPECT_TRUE(take(std::byte{2}).empty());
  EXPECT_EQ(taken, host);
}

TEST(DeviceBytes, VisitWhatARunChanged) {
  std::mt19937 random(4);
  for (int round = 0; round < 100; ++round) {
    ShadowedBytes before{random_bytes(random), {}};
    before.shadow.resize(test_size);
    ShadowedBytes after = before;
    change_some(random, after.bytes);
    for (int i = 0; i < 5; ++i) after.shadow[random() % test_size] = Definedness::undefined;
    ByteSpans visited;
    each_change(before, after, [&](const ByteSpan& span) { visited.push_back(span); });
    ByteSpans expected;
    for (std::uint64_t i = 0; i < test_size; ++i) {
      if (before.bytes[i] != after.bytes[i] || before.shadow[i] != after.shadow[i])
        append(expected, i);
    }
    EXPECT_EQ(visited, expected);
  }
}

TEST(DeviceBytes, BeginUninitializedAndKeepWhatIsStored) {
  DeviceBytes memory(100);
  const ShadowedBytes fresh = memory.load({0, 100});
  EXPECT_EQ(std::ranges::count(fresh.shadow, Definedness::uninitialized), 100);
  const int value = 0x01020304;
  memory.store(10, &value, sizeof value);
  ShadowedBytes two = ShadowedBytes::zero(2);
  two.shadow[1] = Definedness::undefined;
  memory.store(12, two);
  const ShadowedBytes found = memory.load({9, 15});
  EXPECT_EQ(found.bytes[1], std::byte{4});
  EXPECT_EQ(found.bytes[3], std::byte{0});
  EXPECT_EQ(found.shadow, (std::vector{Definedness::uninitialized, Definedness::defined,
                                       Definedness::defined, Definedness::defined,
                                       Definedness::undefined, Definedness::uninitialized}));
  StateCount undefined;
  memory.shadow().count(0, 100, Definedness::undefined, undefined);
  EXPECT_EQ(undefined.first, 13u);
  EXPECT_EQ(undefined.count, 1u);
}

TEST(DeviceBytes, CopiesMoveHistories) {
  DeviceBytes from(100), to(100);
  from.add_history({10, 20}, {{"an old one", {}, 0}});
  from.add_history({12, 14}, {{"a new one", {}, 0}});
  EXPECT_EQ(from.history_of(11)->front().message, "an old one");
  EXPECT_EQ(from.history_of(13)->front().message, "a new one");
  EXPECT_EQ(from.history_of(20), nullptr);
  to.copy_histories(from, {11, 30}, 50);
  EXPECT_EQ(to.history_of(49), nullptr);
  EXPECT_EQ(to.history_of(50)->front().message, "an old one");
  EXPECT_EQ(to.history_of(51)->front().message, "a new one");
  EXPECT_EQ(to.history_of(58)->front().message, "an old one");
  EXPECT_EQ(to.history_of(59), nullptr);
}

}  // namespace
}  // namespace spirv_oracle
