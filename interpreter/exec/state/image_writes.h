// The texels of read_write images that the invocations of a workgroup have written since their last fence for images.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace spirv_oracle {

class ImageWrites {
 public:
  // Uses at most about `max_bytes`. Writes to further texels are not tracked.
  explicit ImageWrites(std::uint64_t max_bytes)
      : max_texels_(std::min<std::uint64_t>(max_texels, max_bytes / bytes_of_texel)) {}

  // Must be called when a workgroup begins.
  void start() {
    invocations_.clear();
    texels_ = 0;
  }
  // `origin`: of the write (Op::origin).
  void note(std::uint32_t invocation, std::uint64_t texel, std::uint32_t origin) {
    if (texels_ >= max_texels_ && find(invocation, texel) == nullptr) return;
    texels_ += invocations_[invocation].insert_or_assign(texel, origin).second ? 1 : 0;
  }
  void fence(std::uint32_t invocation) {
    const auto found = invocations_.find(invocation);
    if (found == invocations_.end()) return;
    texels_ -= found->second.size();
    invocations_.erase(found);
  }
  // The origin of the last write to the texel, if no fence follows it; otherwise null.
  const std::uint32_t* find(std::uint32_t invocation, std::uint64_t texel) const {
    const auto writes = invocations_.find(invocation);
    if (writes == invocations_.end()) return nullptr;
    const auto found = writes->second.find(texel);
    return found == writes->second.end() ? nullptr : &found->second;
  }

 private:
  static constexpr std::size_t max_texels = std::size_t{1} << 21;
  static constexpr std::uint64_t bytes_of_texel = 64;  // including the node and its bucket

  std::size_t max_texels_;
  std::size_t texels_ = 0;
  std::unordered_map<std::uint32_t, std::unordered_map<std::uint64_t, std::uint32_t>> invocations_;
};

}  // namespace spirv_oracle
