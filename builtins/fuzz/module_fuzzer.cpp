// Treats any bytes as a module, from the loader to the results.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "builtins/fuzz/mutation_for_test.h"
#include "builtins/fuzz/run_anything_for_test.h"

extern "C" {
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);
std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                    unsigned seed);
std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* data_1, std::size_t size_1,
                                      const std::uint8_t* data_2, std::size_t size_2,
                                      std::uint8_t* out, std::size_t max_size, unsigned seed);
}

namespace {

using spirv_oracle::test::Words;

Words words_of(const std::uint8_t* data, std::size_t size) {
  Words words(size / sizeof(std::uint32_t));
  if (!words.empty()) std::memcpy(words.data(), data, words.size() * sizeof(std::uint32_t));
  return words;
}

std::size_t put(Words words, std::uint8_t* out, std::size_t max_size) {
  words.resize(std::min(words.size(), max_size / sizeof(std::uint32_t)));
  std::memcpy(out, words.data(), words.size() * sizeof(std::uint32_t));
  return words.size() * sizeof(std::uint32_t);
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Words words = words_of(data, size);
  if (!words.empty()) words[0] = spv::MagicNumber;
  const auto ending = spirv_oracle::test::run_anything(words);
  if (!ending.is_proper()) {
    std::fprintf(stderr, "status %d, message '%s'\n", static_cast<int>(ending.status),
                 ending.message.c_str());
    std::abort();
  }
  return 0;
}

std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                    unsigned seed) {
  if (seed % 16 == 0) return LLVMFuzzerMutate(data, size, max_size);
  Words words = words_of(data, size);
  const Words donor = words;
  spirv_oracle::test::Mutator mutator(seed);
  for (unsigned i = 0; i <= seed / 16 % 3; ++i) mutator.mutate(words, donor);
  return put(std::move(words), data, max_size);
}

std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* data_1, std::size_t size_1,
                                      const std::uint8_t* data_2, std::size_t size_2,
                                      std::uint8_t* out, std::size_t max_size, unsigned seed) {
  Words words = words_of(data_1, size_1);
  spirv_oracle::test::Mutator mutator(seed);
  for (unsigned i = 0; i < 4; ++i) mutator.mutate(words, words_of(data_2, size_2));
  return put(std::move(words), out, max_size);
}
