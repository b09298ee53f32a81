#include "driver/memory/shadow.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

namespace spirv_oracle {
namespace {

bool all_are(const Definedness* states, std::uint64_t count, Definedness state) {
  return std::all_of(states, states + count, [&](Definedness s) { return s == state; });
}

}  // namespace

void release_defined_pages(std::span<Definedness> states) {
  static_assert(Definedness::defined == Definedness{});
  static const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto begin = reinterpret_cast<std::uintptr_t>(states.data());
  const auto is_defined = [&](std::uintptr_t at) {
    return all_are(states.data() + (at - begin), page, Definedness::defined);
  };
  const std::uintptr_t end = (begin + states.size()) / page * page;
  for (std::uintptr_t at = (begin + page - 1) / page * page; at < end; at += page) {
    const std::uintptr_t first = at;
    while (at < end && is_defined(at)) at += page;
    if (at != first) madvise(states.data() + (first - begin), at - first, MADV_DONTNEED);
  }
}

Shadow::Shadow(std::uint64_t size)
    : states_((size + block - 1) / block, Definedness::uninitialized), pages_(size) {}

void Shadow::load(std::uint64_t begin, std::span<Definedness> states) const {
  for (std::uint64_t done = 0; done < states.size();) {
    const std::uint64_t at = begin + done, number = at / block;
    const std::uint64_t count = std::min(states.size() - done, end_of(number) - at);
    if (is_mixed(number)) {
      std::copy_n(bytes() + at, count, states.data() + done);
    } else {
      std::fill_n(states.data() + done, count, states_[number]);
    }
    done += count;
  }
}

void Shadow::make_uniform(std::uint64_t number, Definedness state) {
  if (is_mixed(number)) {
    // Gives the memory back, if pages are not larger than blocks.
    madvise(pages_.data() + number * block, block, MADV_DONTNEED);
  }
  states_[number] = state;
}

template <class Write>
void Shadow::change(std::uint64_t begin, std::uint64_t end, Definedness first, bool is_uniform,
                    Write write) {
  const std::uint64_t number = begin / block, block_begin = number * block;
  if (is_uniform && states_[number] == first) return;
  if (is_uniform && begin == block_begin && end == end_of(number))
    return make_uniform(number, first);
  if (!is_mixed(number)) {
    std::fill(bytes() + block_begin, bytes() + end_of(number), states_[number]);
    states_[number] = mixed;
  }
  write();
  const std::uint64_t last = end_of(number) - 1;
  if (is_uniform && bytes()[block_begin] == first && bytes()[last] == first &&
      all_are(bytes() + block_begin, last + 1 - block_begin, first))
    make_uniform(number, first);
}

void Shadow::store(std::uint64_t begin, std::span<const Definedness> states) {
  for (std::uint64_t done = 0; done < states.size();) {
    const std::uint64_t at = begin + done;
    const std::uint64_t count = std::min(states.size() - done, end_of(at / block) - at);
    const Definedness* from = states.data() + done;
    change(at, at + count, *from, all_are(from, count, *from),
           [&] { std::copy_n(from, count, bytes() + at); });
    done += count;
  }
}

void Shadow::set(std::uint64_t begin, std::uint64_t end, Definedness state) {
  for (std::uint64_t at = begin; at < end;) {
    const std::uint64_t last = std::min(end, end_of(at / block));
    change(at, last, state, true, [&] { std::fill(bytes() + at, bytes() + last, state); });
    at = last;
  }
}

void StateCount::add(std::uint64_t more, std::uint64_t offset) {
  if (count == 0) first = offset;
  count += more;
}

void StateCount::add(std::span<const Definedness> states, std::uint64_t offset, Definedness state) {
  const auto found = std::ranges::find(states, state);
  if (found == states.end()) return;
  add(static_cast<std::uint64_t>(std::count(found, states.end(), state)),
      offset + static_cast<std::uint64_t>(found - states.begin()));
}

void Shadow::count(std::uint64_t begin, std::uint64_t end, Definedness state,
                   StateCount& found) const {
  for (std::uint64_t at = begin; at < end;) {
    const std::uint64_t number = at / block, last = std::min(end, end_of(number));
    if (is_mixed(number)) {
      found.add(std::span(bytes() + at, last - at), at, state);
    } else if (states_[number] == state) {
      found.add(last - at, at);
    }
    at = last;
  }
}

std::size_t Shadow::mixed_blocks() const {
  return static_cast<std::size_t>(std::ranges::count(states_, mixed));
}

}  // namespace spirv_oracle
