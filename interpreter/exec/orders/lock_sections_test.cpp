#include "interpreter/exec/orders/lock_sections.h"

#include <gtest/gtest.h>

namespace spirv_oracle {
namespace {

constexpr LockSections::Location lock_word{1, 0, 0}, word{2, 3, 0};

// A compare-exchange from 0 to 1 that reads `original`.
LockSections::Atomic attempt(std::uint32_t workgroup, std::uint64_t original) {
  return {.location = lock_word,
          .workgroup = workgroup,
          .operation = AtomicOperation::compare_exchange,
          .result_is_used = true,
          .is_repeated = true,
          .original = original,
          .value = 1,
          .comparator = 0};
}

LockSections::Atomic store(std::uint32_t workgroup, std::uint64_t value) {
  return {.location = lock_word,
          .workgroup = workgroup,
          .operation = AtomicOperation::store,
          .original = 1,
          .value = value};
}

// Sections of some workgroups, one after the other, each with accesses to `word`.
class Sections {
 public:
  LockSections& found() { return found_; }
  void run(std::uint32_t workgroup, std::initializer_list<LockSections::Plain> accesses) {
    EXPECT_EQ(found_.access(attempt(workgroup, 0)), LockSections::Effect::acquires);
    for (LockSections::Plain access : accesses) {
      access.workgroup = workgroup;
      found_.access(access);
    }
    EXPECT_EQ(found_.access(store(workgroup, 0)), LockSections::Effect::releases);
  }
  // What depends on the order about `word`.
  std::optional<GeneralRace> result() {
    const auto words = found_.words();
    const auto object = words.find(word.object);
    if (object == words.end()) return std::nullopt;
    return object->second.at(4 * word.word);
  }

 private:
  LockSections found_;
};

constexpr LockSections::Plain load{.location = word}, plain_store{.location = word, .writes = true};
constexpr LockSections::Plain load_to_add{.location = word, .update = AtomicOperation::add};
constexpr LockSections::Plain store_sum{
    .location = word, .writes = true, .update = AtomicOperation::add};
constexpr LockSections::Plain store_parity{
    .location = word, .writes = true, .update = AtomicOperation::bit_xor};

TEST(LockSections, FollowsTheHolder) {
  LockSections sections;
  EXPECT_EQ(sections.access(attempt(0, 0)), LockSections::Effect::acquires);
  EXPECT_TRUE(sections.is_inside(0));
  EXPECT_FALSE(sections.is_inside(1));
  EXPECT_EQ(sections.access(attempt(1, 1)), LockSections::Effect::waits);
  EXPECT_EQ(sections.access(store(0, 0)), LockSections::Effect::releases);
  EXPECT_FALSE(sections.any_is_held());
  EXPECT_EQ(sections.access(attempt(1, 0)), LockSections::Effect::acquires);
  EXPECT_TRUE(sections.any_is_held());
}

TEST(LockSections, ALocationWithOtherAccessesIsNoLock) {
  const auto is_broken_by = [](const LockSections::Atomic& other) {
    LockSections sections;
    EXPECT_EQ(sections.access(attempt(0, 0)), LockSections::Effect::acquires);
    return sections.access(other) == LockSections::Effect::breaks;
  };
  EXPECT_TRUE(is_broken_by(store(1, 0)));  // it does not hold the lock
  EXPECT_TRUE(is_broken_by(store(0, 2)));
  LockSections::Atomic other = attempt(1, 1);
  other.value = 2;
  EXPECT_TRUE(is_broken_by(other));
  other = attempt(1, 1);
  other.comparator = 1;
  EXPECT_TRUE(is_broken_by(other));
  other = attempt(1, 1);
  other.is_repeated = false;
  EXPECT_TRUE(is_broken_by(other));

  LockSections sections;
  EXPECT_FALSE(sections.access_otherwise(lock_word));
  EXPECT_EQ(sections.access(attempt(0, 0)), LockSections::Effect::none);
}

// Attempts and stores of one of several locks.
LockSections::Atomic at(LockSections::Atomic atomic, std::uint64_t lock) {
  atomic.location.word = lock;
  return atomic;
}

TEST(LockSections, AnInvocationHoldsSeveralLocks) {
  LockSections sections;
  EXPECT_EQ(sections.access(attempt(0, 0)), LockSections::Effect::acquires);
  EXPECT_EQ(sections.access(at(attempt(0, 0), 1)), LockSections::Effect::acquires);
  EXPECT_EQ(sections.access(at(store(0, 0), 1)), LockSections::Effect::releases);
  EXPECT_TRUE(sections.is_inside(0));
  EXPECT_EQ(sections.access(store(0, 0)), LockSections::Effect::releases);
  EXPECT_FALSE(sections.is_inside(0));
  EXPECT_EQ(sections.access(at(attempt(1, 0), 1)), LockSections::Effect::acquires);
  LockSections::Atomic other = attempt(1, 0);
  other.invocation = 1;
  EXPECT_EQ(sections.access(other), LockSections::Effect::breaks);
}

TEST(LockSections, ASectionTakesNoLockAfterItHasReleasedOne) {
  LockSections sections;
  EXPECT_EQ(sections.access(attempt(0, 0)), LockSections::Effect::acquires);
  EXPECT_EQ(sections.access(at(attempt(0, 0), 1)), LockSections::Effect::acquires);
  EXPECT_EQ(sections.access(at(store(0, 0), 1)), LockSections::Effect::releases);
  EXPECT_EQ(sections.access(at(attempt(0, 0), 1)), LockSections::Effect::breaks);
}

TEST(LockSections, LocksAreTakenInOneOrder) {
  LockSections sections;
  for (const std::uint64_t lock : {0, 1}) {
    EXPECT_EQ(sections.access(at(attempt(0, 0), lock)), LockSections::Effect::acquires);
    EXPECT_EQ(sections.access(at(attempt(0, 0), lock + 1)), LockSections::Effect::acquires);
    EXPECT_EQ(sections.access(at(store(0, 0), lock + 1)), LockSections::Effect::releases);
    EXPECT_EQ(sections.access(at(store(0, 0), lock)), LockSections::Effect::releases);
  }
  // 0, 1, 2, 0 is a circle.
  EXPECT_EQ(sections.access(at(attempt(1, 0), 2)), LockSections::Effect::acquires);
  EXPECT_EQ(sections.access(attempt(1, 0)), LockSections::Effect::breaks);
}

// --- ticket locks ---

constexpr LockSections::Location counter{1, 8, 0}, served{1, 9, 0};

LockSections::Atomic draw(std::uint32_t workgroup, std::uint64_t ticket) {
  return {.location = counter,
          .workgroup = workgroup,
          .operation = AtomicOperation::add,
          .result_is_used = true,
          .original = ticket,
          .value = 1,
          .ticket = TicketUse::draws};
}

LockSections::Atomic await(std::uint32_t workgroup, std::uint64_t ticket, std::uint64_t found) {
  return {.location = served,
          .workgroup = workgroup,
          .result_is_used = true,
          .is_repeated = true,
          .original = found,
          .comparator = ticket,
          .ticket = TicketUse::waits};
}

LockSections::Atomic serve(std::uint32_t workgroup, std::uint64_t next) {
  return {.location = served,
          .workgroup = workgroup,
          .operation = AtomicOperation::store,
          .original = next - 1,
          .value = next,
          .ticket = TicketUse::serves};
}

TEST(LockSections, FollowsTickets) {
  LockSections sections;
  EXPECT_EQ(sections.access(draw(0, 0)), LockSections::Effect::draws);
  EXPECT_EQ(sections.access(draw(1, 1)), LockSections::Effect::draws);
  EXPECT_TRUE(sections.has_drawn(1));
  EXPECT_FALSE(sections.is_inside(1));
  EXPECT_EQ(sections.access(await(1, 1, 0)), LockSections::Effect::waits);
  EXPECT_EQ(sections.access(await(0, 0, 0)), LockSections::Effect::acquires);
  EXPECT_FALSE(sections.has_drawn(0));
  EXPECT_TRUE(sections.is_inside(0));
  EXPECT_EQ(sections.access(serve(0, 1)), LockSections::Effect::releases);
  EXPECT_EQ(sections.access(await(1, 1, 1)), LockSections::Effect::acquires);
  LockSections::Atomic add = serve(1, 1);
  add.operation = AtomicOperation::add;
  add.ticket = TicketUse::none;
  EXPECT_EQ(sections.access(add), LockSections::Effect::releases);
  EXPECT_FALSE(sections.any_is_held());
}

TEST(LockSections, TicketLocksHaveNoOtherAccesses) {
  const auto is_broken_by = [](const LockSections::Atomic& other) {
    LockSections sections;
    EXPECT_EQ(sections.access(draw(0, 0)), LockSections::Effect::draws);
    EXPECT_EQ(sections.access(draw(1, 1)), LockSections::Effect::draws);
    EXPECT_EQ(sections.access(await(0, 0, 0)), LockSections::Effect::acquires);
    return sections.access(other) == LockSections::Effect::breaks;
  };
  EXPECT_TRUE(is_broken_by(draw(0, 2)));      // in its section
  EXPECT_TRUE(is_broken_by(draw(1, 2)));      // before it has had its turn
  EXPECT_TRUE(is_broken_by(await(1, 7, 0)));  // another ticket
  EXPECT_TRUE(is_broken_by(serve(1, 2)));     // it does not hold the lock
  EXPECT_TRUE(is_broken_by(serve(0, 2)));
  LockSections::Atomic other = serve(0, 1);
  other.ticket = TicketUse::none;
  EXPECT_TRUE(is_broken_by(other));  // the number may not depend on the ticket
  other = draw(2, 2);
  other.ticket = TicketUse::none;
  EXPECT_TRUE(is_broken_by(other));
  other = await(1, 1, 0);
  other.location.word = 10;
  EXPECT_TRUE(is_broken_by(other));  // two locks with one counter

  LockSections sections;
  EXPECT_EQ(sections.access(draw(0, 0)), LockSections::Effect::draws);
  EXPECT_TRUE(sections.access_otherwise(counter));
  EXPECT_TRUE(sections.any_is_held());  // a ticket that is never used
}

TEST(LockSections, FindsConflictsOfSections) {
  Sections readers;
  readers.run(0, {load});
  readers.run(1, {load});
  EXPECT_EQ(readers.result(), std::nullopt);

  Sections own;
  own.run(0, {load, plain_store});
  own.run(0, {load});
  EXPECT_EQ(own.result(), std::nullopt);

  Sections one_writer;
  one_writer.run(0, {plain_store});
  one_writer.run(1, {load});
  EXPECT_EQ(one_writer.result(), GeneralRace::between_read_and_write);

  Sections writers;
  writers.run(0, {plain_store});
  writers.run(1, {plain_store});
  EXPECT_EQ(writers.result(), GeneralRace::between_writes);
}

TEST(LockSections, UpdatesByOneOperationCommute) {
  Sections sums;
  sums.run(0, {load_to_add, store_sum});
  sums.run(1, {load_to_add, store_sum});
  EXPECT_EQ(sums.result(), GeneralRace::between_read_and_write);
  EXPECT_FALSE(sums.found().only_updates(word));
  sums.found().start_run();
  EXPECT_TRUE(sums.found().only_updates(word));

  Sections mixed;
  mixed.run(0, {load_to_add, store_sum});
  mixed.run(1, {load, store_parity});
  EXPECT_EQ(mixed.result(), GeneralRace::between_writes);
  mixed.found().start_run();
  EXPECT_FALSE(mixed.found().only_updates(word));

  Sections overwritten;
  overwritten.run(0, {load_to_add, store_sum});
  overwritten.run(1, {plain_store});
  EXPECT_EQ(overwritten.result(), GeneralRace::between_writes);
}

// Between roles, another workgroup might have the sections.
TEST(LockSections, RolesDivideWhatAWorkgroupDoes) {
  Sections sections;
  LockSections::Plain later = plain_store;
  later.roles = 1;
  sections.run(0, {load});
  sections.run(0, {later});
  EXPECT_EQ(sections.result(), GeneralRace::between_read_and_write);
}

}  // namespace
}  // namespace spirv_oracle
