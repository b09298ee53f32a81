// Operations among the specialization constants that break a clause. They count where executed code uses what came of
// them: a guard such as `n != 0 ? 64 / n : 64` folds the division whatever n is.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "interpreter/findings/clause.h"
#include "interpreter/loader/types.h"

namespace spirv_oracle {

class BrokenConstants {
 public:
  bool empty() const { return operations_.empty(); }
  void add(Id operation, std::vector<const Clause*> clauses) {
    operations_[operation] = std::move(clauses);
  }
  const std::vector<const Clause*>& clauses_of(Id operation) const {
    return operations_.at(operation);
  }

  // The broken operations that the value of an id was computed by. One that an OpSelect did not choose, or whose
  // result makes no difference to a defined value, is none of them.
  std::vector<Id> behind(const SpecializedModule& types, Id id) const;

 private:
  std::map<Id, std::vector<const Clause*>> operations_;  // by the result of the OpSpecConstantOp
};

}  // namespace spirv_oracle
