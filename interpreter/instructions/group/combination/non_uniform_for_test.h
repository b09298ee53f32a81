// Lowers one instruction, usually a non-uniform one, from assembly text and executes it on
// registers that a test fills. The inputs are the results of the OpUndef instructions in the text,
// in order.
#pragma once

#include <cstring>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "interpreter/exec/workgroup.h"
#include "interpreter/instructions/common/lists.h"
#include "interpreter/loader/assemble_for_test.h"
#include "interpreter/lowering/lowering.h"
#include "interpreter/thrown_error.h"

namespace spirv_oracle::test {

// With scalar types (scalar_types), and vectors of them as "u32x4".
inline const char* const scalar_declarations = R"(
    OpMemoryModel Logical GLSL450
    %void = OpTypeVoid
    %function = OpTypeFunction %void
    %bool = OpTypeBool
    SCALARS
    %subgroup = OpConstant %u32 3
    %workgroup = OpConstant %u32 2
)";

class Instance {
 public:
  // `instructions`: the OpUndef of each input, followed by the instruction under test.
  Instance(const std::string& declarations, const std::string& instructions, unsigned size)
      : registry_(std::make_unique<InstructionRegistry>()) {
    registry_->add(non_uniform_instructions());
    registry_->add(derivative_instructions());
    registry_->add(arithmetic_instructions());
    registry_->add(bit_instructions());
    registry_->add(conversion_instructions());
    registry_->add(relational_and_logical_instructions());
    text_ = replaced(scalar_declarations, "SCALARS", scalar_types) + declarations +
            "\n%main = OpFunction %void None %function\n%entry = OpLabel\n" + instructions +
            "\nOpReturn\nOpFunctionEnd\n";
    module_ = parse(text_);
    if (module_ == nullptr) return;
    auto types = SpecializedModule::create(*module_, {}, Limits().max_memory, nullptr, nullptr);
    if (!types) {
      ADD_FAILURE() << types.error().message;
      return;
    }
    types_ = std::make_unique<SpecializedModule>(std::move(*types));
    request_.subgroup_size = size;
    auto program = catch_error([this] { return lower(); });
    if (!program) {
      error_ = program.error();
      return;
    }
    program_ = std::move(*program);
    start(size);
  }

  // The error of the lowering, if any.
  const std::optional<Error>& error() const { return error_; }
  bool ready() const { return workgroup_ != nullptr; }
  Subgroup& subgroup() { return subgroup_; }
  const Program& program() const { return program_; }

  template <class T>
  T* input(std::size_t number, std::size_t component = 0) {
    return subgroup_.values<T>(inputs_[number][component]);
  }
  PlaneHeader& input_header(std::size_t number, std::size_t component = 0) {
    return subgroup_.header(inputs_[number][component]);
  }
  Slot input_slot(std::size_t number, std::size_t component = 0) const {
    return inputs_[number][component];
  }
  Slot result_slot(std::size_t component = 0) const { return result_[component]; }
  template <class T>
  const T* result(std::size_t component = 0) {
    return subgroup_.values<T>(result_[component]);
  }
  const LaneMask& truth(std::size_t component = 0) { return subgroup_.truth(result_[component]); }
  const PlaneHeader& result_header(std::size_t component = 0) {
    return subgroup_.header(result_[component]);
  }

  // Executes all records of the instruction by one tangle.
  void run(const LaneMask& active) {
    workgroup_->findings().log() = FindingLog{};
    run_again(active);
  }
  // Runs again, and keeps earlier findings.
  void run_again(const LaneMask& active) {
    ++subgroup_.steps;
    subgroup_.active = active;
    for (const Record* record = program_.records.data();
         record < program_.records.data() + program_.records.size();) {
      record = record->handler(subgroup_, record);
    }
  }
  std::vector<Finding> findings() { return workgroup_->findings().log().render(program_); }
  // The lanes of the finding of a clause; none without a finding.
  LaneMask reported(std::string_view clause) {
    for (const Finding& finding : findings()) {
      if (finding.clause == clause) return finding.lanes;
    }
    return {};
  }
  std::vector<std::string> clauses() {
    std::vector<std::string> names;
    for (const Finding& finding : findings()) names.push_back(finding.clause);
    return names;
  }

 private:
  Result<Program> lower() {
    ProgramBuilder builder(*types_, *registry_, request_);
    builder.set_local_size({request_.subgroup_size, 1, 1});
    builder.set_quad_group(QuadGroup::linear);
    Lowering lowering(*types_, *registry_, request_, memory_, builder);
    Id result = 0;
    for (std::uint32_t i = 1; i < module_->instructions().size(); ++i) {
      const Instruction& instruction = module_->instruction(i);
      if (instruction.opcode == spv::Op::OpUndef) {
        inputs_.push_back(lowering.new_planes(instruction.type));
        lowering.bind(instruction.result, inputs_.back());
      } else if (const auto* definition = registry_->find(instruction.opcode)) {
        lowering.builder().set_origin(i, 0);
        definition->lower(lowering, instruction);
        result = instruction.result;
      }
    }
    result_ = lowering.value(result).slots;
    return builder.take();
  }

  void start(unsigned size) {
    workgroup_ = std::make_unique<Workgroup>(program_, launch_, policy_, memory_, budget_);
    const std::size_t bytes =
        std::size_t{program_.registers.units} * slot_unit + 2 * register_margin;
    registers_.reset(static_cast<std::byte*>(std::aligned_alloc(32, bytes)));
    std::memset(registers_.get(), 0xA5, bytes);
    subgroup_.registers = registers_.get() + register_margin;
    subgroup_.size = size;
    subgroup_.padded_lanes = (size + 7) / 8 * 8;
    subgroup_.data = program_.data.data();
    subgroup_.program = &program_;
    subgroup_.workgroup = workgroup_.get();
    subgroup_.existing = LaneMask::first(size);
    for (const ConstantPlane& constant : program_.registers.constants) fill_constant(constant);
  }

  struct Free {
    void operator()(std::byte* memory) const { std::free(memory); }
  };

  void fill_constant(const ConstantPlane& constant) {
    subgroup_.header(constant.slot) = {};
    if (constant.undefined) subgroup_.header(constant.slot).undefined = LaneMask::first(128);
    if (constant.type.bytes == 0) {
      subgroup_.truth(constant.slot) = constant.bits != 0 ? LaneMask::first(128) : LaneMask{};
    }
    for (unsigned lane = 0; lane < subgroup_.padded_lanes; ++lane) {
      std::memcpy(subgroup_.values<std::uint8_t>(constant.slot) + lane * constant.type.bytes,
                  &constant.bits, constant.type.bytes);
    }
  }

  std::unique_ptr<InstructionRegistry> registry_;
  std::string text_;
  std::shared_ptr<const Module> module_;
  std::unique_ptr<SpecializedModule> types_;
  ProgramRequest request_;
  Launch launch_;
  Policy policy_;
  AddressSpace memory_;
  Budget budget_;
  Program program_;
  std::optional<Error> error_;
  std::vector<std::vector<Slot>> inputs_;
  std::vector<Slot> result_;
  std::unique_ptr<Workgroup> workgroup_;
  std::unique_ptr<std::byte, Free> registers_;
  Subgroup subgroup_;
};

// Every tangle of small subgroups, and some of large ones: full, with holes, single lanes.
template <class Action>
void for_each_tangle(unsigned size, std::mt19937_64& random, unsigned random_count, Action action) {
  if (size <= 8) {
    for (std::uint64_t bits = 1; bits < (std::uint64_t{1} << size); ++bits)
      action(LaneMask{{bits, 0}});
    return;
  }
  const LaneMask all = LaneMask::first(size);
  action(all);
  action(LaneMask::single(size - 1));
  action(LaneMask::first(size / 2 + 1));
  for (unsigned i = 0; i < random_count; ++i) {
    LaneMask mask = LaneMask{{random(), random()}} & all;
    if (i % 3 == 1) mask = mask | (LaneMask{{random(), random()}} & all);
    if (i % 3 == 2) mask = mask & LaneMask{{random(), random()}};
    if (mask.any()) action(mask);
  }
}

inline const std::vector<unsigned>& subgroup_sizes() {
  static const std::vector<unsigned> sizes{1, 2, 4, 8, 16, 32, 64, 128};
  return sizes;
}

// A set of lanes as text, for failure messages.
inline std::string lanes_text(const LaneMask& lanes) {
  std::string text = "{";
  lanes.for_each([&](unsigned lane) { text += " " + std::to_string(lane); });
  return text + " }";
}

}  // namespace spirv_oracle::test
