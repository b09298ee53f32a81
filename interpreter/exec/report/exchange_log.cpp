#include "interpreter/exec/report/exchange_log.h"

#include "interpreter/exec/state/component_bits.h"
#include "interpreter/exec/state/guarantee.h"
#include "interpreter/exec/state/subgroup.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/own_results.h"

namespace spirv_oracle {
namespace {

constexpr std::uint64_t max_exchanges = 1u << 24;

}  // namespace

void ExchangeRecorder::add(std::uint64_t invocation, ExchangedResult exchange) {
  if ((exchange.instruction & own_result) != 0 && log_.recorded >= most_before_own_results) return;
  if (log_.recorded == max_exchanges) {
    log_.complete = false;
    return;
  }
  ++log_.recorded;
  const std::uint64_t index = first_ + invocation;
  if (index >= log_.by_invocation.size()) log_.by_invocation.resize(index + 1);
  log_.by_invocation[index].push_back(exchange);
}

// The data begins with whether the result belongs to the instruction itself; see the header.
const Record* record_exchange(Subgroup& subgroup, const Record* record) {
  Workgroup& workgroup = *subgroup.workgroup;
  if (!workgroup.observers().exchanges) return record + 1;
  const std::uint32_t* words = subgroup.data + record->extra;
  const std::uint32_t instruction =
      subgroup.program->origins[record->origin].instruction | (words[0] != 0 ? own_result : 0);
  const std::uint32_t count = words[1];
  subgroup.active.for_each([&](unsigned lane) {
    std::uint64_t digest = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      const Slot slot = words[2 + 2 * i];
      const bool undefined = subgroup.header(slot).undefined.test(lane);
      digest = follow(digest, undefined ? ~std::uint64_t{0}
                                        : component_bits(subgroup, slot, words[3 + 2 * i], lane));
    }
    workgroup.observers().exchanges->add(workgroup.shape().layout().invocation(subgroup.id, lane),
                                         {instruction, digest});
  });
  return record + 1;
}

}  // namespace spirv_oracle
