#include "opencl/objects/store.h"

#include <algorithm>

namespace spirv_oracle::opencl {

Store::Store(std::uint64_t size, std::byte* host) : bytes_(size), host_(host) {}

std::byte* Store::allocate_host() {
  const std::lock_guard lock(mutex);
  if (host_ == nullptr) {
    own_host_ = std::make_unique<Pages>(size());
    host_ = own_host_->data();
  }
  return host_;
}

void Store::copy_to(const ByteSpan& span, std::byte* data) const {
  std::copy(bytes_.data() + span.begin, bytes_.data() + span.end, data);
  bytes_.shadow().each_undefined(
      span.begin, span.end, [&](std::uint64_t i) { data[i - span.begin] = undefined_pattern(i); });
}

void Store::show(const ByteSpan& span) {
  if (!seen_) seen_ = std::make_unique<Pages>(size());
  copy_to(span, seen_->data() + span.begin);
  std::copy(seen_->data() + span.begin, seen_->data() + span.end, host_ + span.begin);
}

ByteSpans Store::take(const ByteSpan& span) {
  if (!seen_) seen_ = std::make_unique<Pages>(size());
  return take_host_changes(host_, seen_->data(), span, [&](const ByteSpan& unit) {
    std::vector<Definedness> states(unit.size());
    bytes_.shadow().load(unit.begin, states);
    for (std::uint64_t i = unit.begin; i < unit.end; ++i) {
      const bool is_undefined = value_state(states[i - unit.begin]) == Definedness::undefined;
      if (is_undefined || host_[i] != seen_->data()[i]) bytes_.store(i, host_ + i, 1);
    }
  });
}

}  // namespace spirv_oracle::opencl
