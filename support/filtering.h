// How other implementations may sample an image, by name: --filtering and --check-portability.
#pragma once

#include <span>
#include <string_view>

#include "interpreter/findings/clause.h"
#include "interpreter/images/filtering.h"
#include "interpreter/loader/module.h"
#include "interpreter/result.h"

namespace spirv_oracle {

struct NamedFiltering {
  std::string_view name;    // as --filtering takes it
  std::string_view reason;  // why an implementation may do this, as a clause of a sentence
  const Clause& clause;
  Filtering filtering;
};

// All but Filtering::exact.
std::span<const NamedFiltering> filterings();
// Errors: bad_input for an unknown name; the message lists the known ones.
Result<const NamedFiltering*> find_filtering(std::string_view name);
// Null for Filtering::exact.
const NamedFiltering* named(Filtering filtering);

// Whether the module can sample an image, so that results may depend on the filtering.
bool samples_images(const Module& module);

}  // namespace spirv_oracle
