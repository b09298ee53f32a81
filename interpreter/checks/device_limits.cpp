#include "interpreter/checks/device_limits.h"

#include <algorithm>
#include <bit>
#include <string>

#include "interpreter/checks/offered_matrices.h"
#include "interpreter/exec/report/report.h"
#include "interpreter/exec/state/subgroup.h"
#include "interpreter/ir/program.h"

namespace spirv_oracle {
namespace {

class ExceededLimits {
 public:
  ExceededLimits(const Program& program, const EntryPoint& entry)
      : program_(program), entry_(entry), limits_(program.request.device_limits) {}

  std::vector<Finding> find(const Dim3& groups) {
    const Dim3& size = program_.local_size;
    compare(DeviceLimitRules::workgroup_count, groups, limits_.max_compute_work_group_count);
    compare(DeviceLimitRules::workgroup_size, size, limits_.max_compute_work_group_size);
    compare(DeviceLimitRules::workgroup_invocations, std::uint64_t{size[0]} * size[1] * size[2],
            limits_.max_compute_work_group_invocations);
    std::uint64_t bytes = 0;
    for (const WorkgroupVariable& variable : program_.workgroup_variables) bytes += variable.size;
    compare(DeviceLimitRules::shared_memory, bytes, limits_.max_compute_shared_memory_size);
    compare_matrices(size[0] * size[1] * size[2]);
    return std::move(found_);
  }

 private:
  static std::string text(const Dim3& dimensions) {
    return std::to_string(dimensions[0]) + "," + std::to_string(dimensions[1]) + "," +
           std::to_string(dimensions[2]);
  }
  void compare(const Clause& clause, const Dim3& asked, const Dim3& offered) {
    if (asked[0] > offered[0] || asked[1] > offered[1] || asked[2] > offered[2])
      add(clause, text(asked) + ", but the limit is " + text(offered));
  }
  void compare(const Clause& clause, std::uint64_t asked, std::uint32_t offered) {
    if (asked > offered)
      add(clause, std::to_string(asked) + ", but the limit is " + std::to_string(offered));
  }

  void compare_matrices(std::uint32_t invocations) {
    if (!limits_.matrix_products) return;
    for (const UnofferedMatrix& matrix :
         unoffered_matrices(*program_.types, invocations, *limits_.matrix_products))
      add(DeviceLimitRules::matrix, matrix.text, matrix.instruction);
  }

  void add(const Clause& clause, const std::string& detail) { add(clause, detail, place(clause)); }
  void add(const Clause& clause, const std::string& detail, std::uint32_t instruction) {
    Finding finding;
    finding.clause = clause.id;
    finding.kind = clause.kind;
    finding.message = std::string(clause.condition) + ": " + detail;
    finding.where = locate(*program_.module, *program_.registry, instruction);
    const std::string& text = finding.where.disassembly;
    const std::size_t name = text.starts_with('%') ? text.find("= ") + 2 : 0;
    finding.where.instruction =
        text.substr(name, text.find(' ', name) - name);  // may have no semantics of its own
    found_.push_back(std::move(finding));
  }

  // The execution mode that declares the size, or the entry point.
  std::uint32_t place(const Clause& clause) const {
    const auto instructions = program_.module->instructions();
    const bool is_size = &clause == &DeviceLimitRules::workgroup_size ||
                         &clause == &DeviceLimitRules::workgroup_invocations;
    const auto at = std::ranges::find_if(instructions, [&](const Instruction& instruction) {
      if (!is_size)
        return instruction.opcode == spv::Op::OpEntryPoint && instruction.id(1) == entry_.function;
      return std::ranges::find(entry_.modes, &instruction) != entry_.modes.end() &&
             states_size(static_cast<spv::ExecutionMode>(instruction.literal(1)));
    });
    return static_cast<std::uint32_t>(at == instructions.end() ? 0 : at - instructions.begin());
  }
  static bool states_size(spv::ExecutionMode mode) {
    return mode == spv::ExecutionMode::LocalSize || mode == spv::ExecutionMode::LocalSizeId;
  }

  const Program& program_;
  const EntryPoint& entry_;
  const DeviceLimits& limits_;
  std::vector<Finding> found_;
};

// operand 0: a component of the offset; extra: in Program::data { least, greatest }.
template <const Clause& clause>
const Record* check_offset(Subgroup& subgroup, const Record* record) {
  const auto* offset = subgroup.values<std::int32_t>(record->operand[0]);
  const auto least = std::bit_cast<std::int32_t>(subgroup.data[record->extra]);
  const auto greatest = std::bit_cast<std::int32_t>(subgroup.data[record->extra + 1]);
  BrokenClauses broken;
  (subgroup.active & ~subgroup.header(record->operand[0]).undefined).for_each([&](unsigned lane) {
    if (offset[lane] < least || offset[lane] > greatest) broken.add(clause, lane);
  });
  broken.report(subgroup, *record, [&](const Clause&, unsigned lane) {
    return std::to_string(offset[lane]) + " is outside the range from " + std::to_string(least) +
           " to " + std::to_string(greatest);
  });
  return record + 1;
}

}  // namespace

std::vector<Finding> exceeded_limits(const Program& program, const EntryPoint& entry,
                                     const Launch& launch) {
  if (program.is_kernel()) return {};
  return ExceededLimits(program, entry).find(launch.groups);
}

void check_texel_offsets(Lowering& lowering, std::span<const Slot> planes, bool is_gather) {
  const DeviceLimits& limits = lowering.request().device_limits;
  const std::int32_t least = is_gather ? limits.min_texel_gather_offset : limits.min_texel_offset;
  const std::int32_t greatest =
      is_gather ? limits.max_texel_gather_offset : limits.max_texel_offset;
  if (least == DeviceLimits::lowest && greatest == DeviceLimits::highest) return;
  const std::uint32_t words[] = {std::bit_cast<std::uint32_t>(least),
                                 std::bit_cast<std::uint32_t>(greatest)};
  const std::uint32_t data = lowering.add_data(words);
  for (const Slot plane : planes) {
    if (plane == no_slot) continue;
    lowering.emit(is_gather ? &check_offset<DeviceLimitRules::texel_gather_offset>
                            : &check_offset<DeviceLimitRules::texel_offset>,
                  no_slot, {plane, no_slot, no_slot}, data);
  }
}

}  // namespace spirv_oracle
