// read-bundle BUNDLE [SET.BINDING=FILE]...: an example of a harness that uses spirv_golden_bundle.h.
#include <cstdio>
#include <exception>
#include <string>

#include "spirv_golden_bundle.h"

int main(int argc, char** argv) {
  try {
    if (argc < 2) throw std::runtime_error("usage: read-bundle BUNDLE [SET.BINDING=FILE]...");
    const auto bundle = spirv_golden::Bundle::load(argv[1]);
    std::printf("%s: %zu words, entry point %s, %u x %u x %u workgroups, subgroup size %u\n",
                bundle.name.c_str(), bundle.module.size(), bundle.entry_point.c_str(),
                bundle.groups[0], bundle.groups[1], bundle.groups[2], bundle.subgroup_size);
    for (const auto& resource : bundle.resources) {
      std::printf("%s: %s, %zu bytes in, %zu bytes out\n", resource.name.c_str(),
                  resource.kind.c_str(), resource.input.size(), resource.expected.size());
    }
    std::size_t count = 0;
    for (int i = 2; i < argc; ++i) {
      const std::string argument = argv[i];
      const std::size_t equals = argument.find('=');
      for (const auto& resource : bundle.resources) {
        if (equals == std::string::npos || resource.name != argument.substr(0, equals)) continue;
        const auto actual = spirv_golden::detail::read(argument.substr(equals + 1));
        for (const auto& difference : resource.check(actual)) {
          std::printf("%s: byte %llu: 0x%llx instead of 0x%llx\n", resource.name.c_str(),
                      static_cast<unsigned long long>(difference.offset),
                      static_cast<unsigned long long>(difference.actual),
                      static_cast<unsigned long long>(difference.expected));
          ++count;
        }
      }
    }
    return count == 0 ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
