// Operations in specialization constants that break a clause. They matter only where executed code
// uses their results: a guard such as `n != 0 ? 64 / n : 64` folds the division for every n.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "interpreter/findings/clause.h"
#include "interpreter/loader/types/types.h"

namespace spirv_oracle {

// Whether a constant has a component that is undefined.
bool has_undefined_component(const SpecializedModule& types, Id id);

class BrokenConstants {
 public:
  bool empty() const { return operations_.empty(); }
  void add(Id operation, std::vector<const Clause*> clauses) {
    operations_[operation] = std::move(clauses);
  }
  const std::vector<const Clause*>& clauses_of(Id operation) const {
    return operations_.at(operation);
  }

  // The broken operations that computed the value of an id. Excludes operations that an OpSelect
  // did not choose, or whose result cannot affect a defined value.
  std::vector<Id> behind(const SpecializedModule& types, Id id) const;

 private:
  std::map<Id, std::vector<const Clause*>> operations_;  // by the result of the OpSpecConstantOp
};

}  // namespace spirv_oracle
