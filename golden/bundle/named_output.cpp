#include "golden/bundle/named_output.h"

#include <algorithm>

#include "interpreter/loader/resource_names.h"

namespace spirv_oracle::golden {

const BundleResource* find_named_output(const Bundle& bundle, const std::string& name) {
  if (const BundleResource* output = find_output(bundle, name)) return output;
  const auto module = Module::parse(bundle.words);
  if (!module) return nullptr;
  const auto found = find_named_descriptor(**module, nullptr, name);
  if (!found) return nullptr;
  const BindingKey key{found->set, found->binding, found->element.value_or(0)};
  const auto output = std::ranges::find_if(
      bundle.resources, [&key](const BundleResource& one) { return one.output && one.key == key; });
  return output == bundle.resources.end() ? nullptr : &*output;
}

}  // namespace spirv_oracle::golden
