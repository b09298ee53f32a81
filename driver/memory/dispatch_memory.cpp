#include "driver/memory/dispatch_memory.h"

namespace spirv_oracle {

void mark_undefined(const ByteSpans& spans, std::uint64_t begin, ShadowedBytes& contents) {
  for (const ByteSpan& span : spans) {
    for (std::uint64_t i = span.begin; i < span.end; ++i)
      contents.shadow[i - begin] = Definedness::undefined;
  }
}

bool stores_more_undefined(const ShadowedBytes& marked, const ShadowedBytes& usual,
                           const ShadowedBytes& probed) {
  if (usual.size() != marked.size() || probed.size() != marked.size()) return false;
  for (std::size_t i = 0; i < marked.size(); ++i) {
    const bool is_stored =
        usual.bytes[i] != marked.bytes[i] || marked.shadow[i] != Definedness::undefined;
    if (is_stored && probed.shadow[i] == Definedness::undefined &&
        usual.shadow[i] != Definedness::undefined)
      return true;
  }
  return false;
}

bool has_more_faults(const DispatchResult& usual, const DispatchResult& probed) {
  const auto faults = [](const DispatchResult& of) {
    return std::ranges::count(of.findings, Severity::undefined_behavior, &Finding::severity);
  };
  return faults(probed) > faults(usual);
}

std::uint64_t memory_of_results(const DispatchResult& result) {
  std::uint64_t bytes = 0;
  for (const auto& [key, buffer] : result.buffers) bytes += buffer.contents.size();
  for (const BufferResult& memory : result.memories) bytes += memory.contents.size();
  return 2 * bytes;
}

}  // namespace spirv_oracle
