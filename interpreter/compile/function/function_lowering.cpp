#include "interpreter/compile/function/function_lowering.h"
#include "interpreter/instructions/memory/stage_variables.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "interpreter/checks/aliasing.h"
#include "interpreter/checks/atomics/atomic_attempts.h"
#include "interpreter/checks/atomics/look_back_check.h"
#include "interpreter/checks/declared_access.h"
#include "interpreter/checks/function_control.h"
#include "interpreter/checks/loop_dependence.h"
#include "interpreter/checks/pointer_aliasing.h"
#include "interpreter/checks/pointer_origins.h"
#include "interpreter/checks/pointer_storage.h"
#include "interpreter/checks/uniform_result.h"
#include "interpreter/checks/write_note.h"
#include "interpreter/compile/function/live_out.h"
#include "interpreter/compile/function/parameters.h"
#include "interpreter/compile/function/phis.h"
#include "interpreter/compile/instruction/enclosed_instructions.h"
#include "interpreter/compile/instruction/observed_instructions.h"
#include "interpreter/compile/instruction/tangled_instructions.h"
#include "interpreter/exec/tangles/tangle.h"
#include "interpreter/instructions/cooperative_matrix/participation.h"
#include "interpreter/instructions/memory/lifetime.h"
#include "interpreter/ir/imported_functions.h"
#include "interpreter/loader/opcode_classes.h"
#include "interpreter/lowering/debug_values.h"
#include "interpreter/lowering/emit_copy.h"

namespace spirv_oracle {
namespace {

constexpr std::size_t max_call_depth = 256;

// A function without a body, which an extension may implement.
void lower_imported_call(Lowering& lowering, const Instruction& call) {
  const std::string name = imported_name(lowering.module(), call.id(2));
  const auto* function = name.empty() ? nullptr : find_function(lowering.registry(), name);
  if (function != nullptr) return function->lower(lowering, call);
  const std::string called =
      name.empty() ? lowering.module().display(call.id(2)) : std::string(unmangled(name));
  lowering.fail_unsupported("calls " + called + ", which has no body (imported)");
}

const FunctionAnalysis& analysis_of(Lowering& lowering, const Function& function) {
  const auto analysis = lowering.analysis().function(function);
  if (!analysis) lowering.fail(analysis.error());
  return **analysis;
}

// The checks that run after the records of each instruction. They are independent of each other.
using InstructionCheck = void (*)(Lowering&, const Instruction&);
constexpr InstructionCheck instruction_checks[] = {
    check_declared_accesses, check_pointer_storage,      check_function_control,
    watch_aliasing,          watch_exclusive_pointers,   watch_loop_dependences,
    check_uniform_result,    check_matrix_participation, watch_success_tests,
};

}  // namespace

FunctionLowering::FunctionLowering(InstructionLowering& lowering, Deadline deadline)
    : lowering_(lowering), deadline_(deadline), branch_joins_(lowering) {
  lowering_.set_function(this);
}
FunctionLowering::~FunctionLowering() { lowering_.set_function(nullptr); }

const Value* FunctionLowering::local_value(Id id) const {
  if (instance_ == nullptr) return nullptr;
  const Function& function = instance_->call.function;
  if (id < function.first_local || id >= function.last_local) return nullptr;
  return &instance_->locals[id - function.first_local];
}

bool FunctionLowering::physical_pointers_escape() {
  if (!physical_pointers_escape_) {
    physical_pointers_escape_ =
        spirv_oracle::physical_pointers_escape(lowering_.module(), lowering_.types());
  }
  return *physical_pointers_escape_;
}

bool FunctionLowering::bind_local(Id id, const Value& value) {
  if (local_value(id) == nullptr) return false;
  instance_->locals[id - instance_->call.function.first_local] = value;
  return true;
}

std::vector<IndependentLoop> FunctionLowering::independent_loops() const {
  return instance_->loops.independent_loops(instance_->block);
}

namespace {

// Completes the words of emit_enter_frame().
void refer_to_blocks(BlockFixups& fixups, std::uint32_t frame, std::uint32_t merge,
                     std::uint32_t continue_target, std::uint32_t header) {
  fixups.refer_data(frame + 3, merge);
  fixups.refer_data(frame + 4, continue_target);
  fixups.refer_iteration(frame + 5, header);
}

}  // namespace

void FunctionLowering::lower_entry_function(const Function& function) {
  const InlinedCall call{.function = function,
                         .analysis = analysis_of(lowering_, function),
                         .origin = 0,
                         .base_depth = 1,
                         .has_frame = true};
  FunctionInstance instance(call, nullptr, {});
  instance_ = &instance;
  call_stack_.push_back(&function);
  lowering_.builder().set_origin(0, 0);
  enter_call(instance);
  if (lowering_.program().is_kernel()) bind_kernel_parameters(lowering_, function, instance.locals);
  lower_body(instance);
  call_stack_.pop_back();
  if (lowering_.program().is_graphics()) emit_stage_outputs(lowering_);
  emit_control(&finish);
  instance_ = nullptr;
}

void FunctionLowering::enter_call(FunctionInstance& instance) {
  const InlinedCall& call = instance.call;
  const std::uint32_t info = add_construct_info(lowering_, ConstructInfo::Kind::call);
  // An instruction that calls a function for elements is one instruction of its tangle, as a selection is.
  const Frame::Kind kind = element_calls_ == 0 ? Frame::Kind::call : Frame::Kind::selection;
  const std::uint32_t frame = emit_enter_frame(lowering_, call.base_depth - 1, kind, info);
  const std::uint32_t end = call.end_block();
  refer_to_blocks(instance.fixups, frame, end, end, end);
  if (call.flow().structured) return;
  const std::uint32_t callers_graph =
      instance.caller == nullptr ? Subgroup::no_graph : instance.caller->graph();
  instance.points.emplace(lowering_, call, instance.block_infos, callers_graph);
}

namespace {

// Whether a call needs a frame, in which its lanes reconverge after they have returned.
bool needs_frame(const Module& module, const Function& callee, const ControlFlow& flow) {
  unsigned returns = 0;
  bool inside_construct = false;
  for (const std::uint32_t b : flow.order) {
    if (!is_return(module.instruction(callee.blocks[b].last).opcode)) continue;
    ++returns;
    inside_construct |= flow.construct_of_block[b] != ControlFlow::none;
  }
  return returns != 1 || (flow.structured ? inside_construct : flow.order.size() > 1);
}

// Whether lanes may diverge in a function, or in those that it calls.
bool may_diverge(const Module& module, const Function& function) {
  if (function.blocks.size() > 1) return true;
  const Block& block = function.blocks.front();
  for (std::uint32_t i = block.first; i <= block.last; ++i) {
    if (module.instruction(i).opcode == spv::Op::OpFunctionCall) return true;
  }
  return false;
}

}  // namespace

void FunctionLowering::check_call(const Function& callee, std::size_t arguments) const {
  if (std::ranges::find(call_stack_, &callee) != call_stack_.end()) {
    lowering_.fail_input("the function calls itself, directly or through others");
  }
  if (call_stack_.size() >= max_call_depth) {
    lowering_.fail({Status::limit, "calls are nested deeper than 256"});
  }
  if (arguments != callee.parameters.size()) {
    lowering_.fail_input("wrong number of arguments");
  }
}

void FunctionLowering::lower_call(const Instruction& call) {
  const Function* callee = lowering_.module().function(call.id(2));
  if (callee == nullptr || callee->blocks.empty()) return lower_imported_call(lowering_, call);
  std::vector<Value> arguments;
  for (unsigned i = first_argument; i < call.operand_count(); ++i)
    arguments.push_back(lowering_.value(call.id(i)));
  auto returned = inline_call(*callee, call.type, arguments);
  if (returned) lowering_.bind(call.result, std::move(*returned));
}

std::vector<Slot> FunctionLowering::lower_element_call(Id function,
                                                       std::span<const Value> arguments) {
  const Function* callee = lowering_.module().function(function);
  if (callee == nullptr || callee->blocks.empty())
    lowering_.fail_input(lowering_.module().display(function) + " is not a function with a body");
  const InstructionLowering::Current current = lowering_.current();
  ++element_calls_;
  const auto returned = inline_call(*callee, lowering_.type_id_of(function), arguments);
  --element_calls_;
  lowering_.resume(current);
  return returned ? returned->slots : std::vector<Slot>();
}

std::optional<Value> FunctionLowering::inline_call(const Function& callee, Id return_type,
                                                   std::span<const Value> arguments) {
  check_call(callee, arguments.size());
  const FunctionAnalysis& analysis = analysis_of(lowering_, callee);
  const bool has_frame = needs_frame(lowering_.module(), callee, analysis.control_flow) ||
                         (element_calls_ != 0 && may_diverge(lowering_.module(), callee));
  const InlinedCall inlined{.function = callee,
                            .analysis = analysis,
                            .origin = lowering_.builder().origin(),
                            .base_depth = current_depth() + (has_frame ? 1 : 0),
                            .has_frame = has_frame};
  // Not on the stack, which calls inside this one need.
  const auto own = std::make_unique<FunctionInstance>(inlined, instance_, independent_loops());
  FunctionInstance& instance = *own;
  bind_parameters(lowering_, callee, arguments, instance.locals);
  const bool returns_value = lowering_.type(return_type).kind != Type::Kind::void_ &&
                             lowering_.type(return_type).kind != Type::Kind::none;
  if (has_frame && returns_value) instance.return_slots = lowering_.new_planes(return_type);

  const ExclusiveLifetimes lifetimes(lowering_);
  enter_parameters(lowering_, callee, instance.locals);
  call_stack_.push_back(&callee);
  instance_ = &instance;
  for (const Id parameter : callee.parameters) check_parameter_alignment(lowering_, parameter);
  if (has_frame) enter_call(instance);
  lower_body(instance);
  end_lifetimes(lowering_, callee);
  instance_ = instance.caller;
  call_stack_.pop_back();
  const Origin origin = lowering_.program().origins[inlined.origin];
  lowering_.builder().set_origin(origin.instruction, origin.call);
  if (!returns_value) return std::nullopt;
  if (!has_frame) return std::move(instance.returned);
  return Value{std::move(instance.return_slots), {}, true};
}

namespace {

// For the debugger: the calls, and the values of their ids.
void add_debug_instance(Lowering& lowering, const InlinedCall& call) {
  DebugTables& tables = *lowering.builder().debug();
  tables.instance_of_call.emplace(call.origin, static_cast<std::uint32_t>(tables.instances.size()));
  tables.instances.push_back({call.origin, call.function.id, {}});
}

void add_debug_values(Lowering& lowering, const InlinedCall& call,
                      const std::vector<Value>& locals) {
  DebugTables& tables = *lowering.builder().debug();
  DebugInstance& debug = tables.instances[tables.instance_of_call.at(call.origin)];
  for (std::size_t i = 0; i < locals.size(); ++i) {
    const Id id = call.function.first_local + static_cast<Id>(i);
    if (locals[i].bound) debug.values.emplace(id, debug_value(lowering, id, locals[i]));
  }
}

}  // namespace

void FunctionLowering::lower_body(FunctionInstance& instance) {
  const bool debug = lowering_.request().debug;
  if (debug) add_debug_instance(lowering_, instance.call);
  declare_phis(lowering_, instance.call);
  const auto& order = instance.flow().order;
  for (instance.position = 0; instance.position < order.size(); ++instance.position) {
    lower_block(instance, order[instance.position]);
  }
  instance.fixups.resolve(lowering_.builder(), lowering_.builder().next_record());
  if (debug) add_debug_values(lowering_, instance.call, instance.locals);
}

void FunctionLowering::begin_block(FunctionInstance& instance, std::uint32_t block) {
  ProgramBuilder& builder = lowering_.builder();
  const ControlFlow& flow = instance.flow();
  instance.block = block;
  instance.merge = nullptr;
  instance.fixups.begin(block, builder.next_record());
  if (instance.points) instance.points->place_block(block);
  instance.loops.check(lowering_, block);
  const std::uint32_t headed = flow.construct_of_header[block];
  if (headed != ControlFlow::none && flow.constructs[headed].kind == Construct::Kind::loop) {
    instance.loops.start(lowering_, headed);
    if (instance.points) {
      instance.points->enter_loop(headed);
      instance.points->place_iteration(headed);
    } else {
      enter_construct(headed, ConstructInfo::Kind::loop);
    }
  }
  instance.fixups.begin_iteration(block, builder.next_record());
  instance.loops.count_iteration(lowering_, block);
}

void FunctionLowering::lower_block(FunctionInstance& instance, std::uint32_t block) {
  begin_block(instance, block);
  const Block& body = instance.call.function.blocks[block];
  bool phis_may_come = instance.position != 0;
  for (std::uint32_t i = body.first; i <= body.last; ++i) {
    if (is_past(deadline_)) {
      lowering_.fail({Status::limit, "time limit reached while preparing the entry point to run"});
    }
    const Instruction& instruction = lowering_.module().instruction(i);
    lowering_.builder().set_origin(i, instance.call.origin);
    if (instruction.opcode != spv::Op::OpLine && instruction.opcode != spv::Op::OpNoLine) ++cost_;
    if (instruction.opcode == spv::Op::OpPhi) {
      if (!phis_may_come) lowering_.fail_input("OpPhi must be at the start of its block");
      check_uniform_result(lowering_, instruction);
      continue;
    }
    phis_may_come = phis_may_come && is_debug_information(lowering_.module(), instruction);
    lower_instruction(instance.call, instruction);
  }
}

void FunctionLowering::lower_instruction(const InlinedCall& call, const Instruction& instruction) {
  const ProgramRequest& request = lowering_.request();
  emit_end_of_look_back(lowering_, instruction);
  emit_notes_before(lowering_, instruction);
  lowering_.lower(instruction);
  if (request.record_enclosures) emit_enclosures(lowering_, instruction);
  if (is_tangled(lowering_, instruction) || is_tangled_by_matrix(lowering_, instruction)) {
    if (element_calls_ != 0)
      lowering_.fail_input(
          "a function that is called for the elements of a matrix must not execute "
          "tangled instructions");
    emit_guarantee_watch(lowering_, instruction);
    emit_membership_note(lowering_, instruction);
  }
  if (request.record_exchanges) emit_exchange_record(lowering_, instruction);
  if (request.record_provenance) emit_provenance_record(lowering_, instruction);
  for (const InstructionCheck check : instruction_checks) check(lowering_, instruction);
  if (instruction.result != 0) keep_live_out(lowering_, call, instruction);
}

void FunctionLowering::enter_construct(std::uint32_t construct, ConstructInfo::Kind info_kind) {
  const InlinedCall& call = instance_->call;
  const Construct& c = call.flow().constructs[construct];
  const Instruction* merge = merge_instruction(lowering_.module(), call.function.blocks[c.header]);
  const std::uint32_t origin = lowering_.builder().origin();
  lowering_.builder().set_origin(lowering_.analysis().index_of(*merge), call.origin);
  const std::uint32_t info = add_construct_info(lowering_, info_kind);
  const bool loop = c.kind == Construct::Kind::loop;
  const Frame::Kind kind = loop ? Frame::Kind::loop : Frame::Kind::selection;
  const std::uint32_t frame = emit_enter_frame(lowering_, call.base_depth + c.depth, kind, info);
  refer_to_blocks(instance_->fixups, frame, c.merge, loop ? c.continue_target : c.merge, c.header);
  lowering_.builder().set_origin(lowering_.program().origins[origin].instruction, call.origin);
}

std::uint32_t FunctionLowering::current_depth() const {
  const std::uint32_t construct = instance_->flow().construct_of_block[instance_->block];
  return instance_->call.base_depth +
         (construct == ControlFlow::none ? 0 : instance_->flow().constructs[construct].depth + 1);
}

void FunctionLowering::lower_merge(const Instruction& merge) {
  if (!instance_->flow().structured) return;
  instance_->merge = &merge;
  if (instance_->flow().construct_of_header[instance_->block] == ControlFlow::none) {
    lowering_.fail_input("is not followed by the block's branch");
  }
}

void FunctionLowering::lower_branch(const Instruction& branch) {
  branch_lowering().lower_branch(branch);
}

void FunctionLowering::lower_branch_conditional(const Instruction& branch) {
  if (instance_->merge != nullptr && instance_->merge->opcode == spv::Op::OpSelectionMerge) {
    enter_construct(instance_->flow().construct_of_header[instance_->block],
                    ConstructInfo::Kind::selection);
  }
  branch_lowering().lower_branch_conditional(branch);
}

void FunctionLowering::lower_switch(const Instruction& branch) {
  if (instance_->merge != nullptr) {
    if (instance_->merge->opcode != spv::Op::OpSelectionMerge) {
      lowering_.fail_input("a loop cannot begin with a switch");
    }
    enter_construct(instance_->flow().construct_of_header[instance_->block],
                    ConstructInfo::Kind::switch_);
  }
  branch_lowering().lower_switch(branch);
}

void FunctionLowering::lower_return(const Instruction& instruction) {
  FunctionInstance& instance = *instance_;
  const bool has_value = instruction.opcode == spv::Op::OpReturnValue;
  if (instance.call.has_frame) {
    std::vector<Slot> values;
    std::span<const ScalarType> scalars;
    if (has_value) {
      values = lowering_.value(instruction.id(0)).slots;
      scalars = lowering_.components(lowering_.type_id_of(instruction.id(0)));
    }
    if (values.size() != instance.return_slots.size()) {
      lowering_.fail_input("the value returned does not match the function's return type");
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
      emit_masked_copy(lowering_, instance.return_slots[i], values[i], scalars[i]);
    }
    emit_control(leave_handler(), {},
                 {instance.call.base_depth - 1, static_cast<std::uint32_t>(Wait::at_merge)});
    return;
  }
  if (has_value) instance.returned = lowering_.value(instruction.id(0));
  if (instance.position + 1 != instance.flow().order.size()) {
    instance.fixups.refer_operand(emit_control(jump_handler()), 0, instance.call.end_block());
  }
}

std::uint32_t FunctionLowering::emit_control(Handler handler, std::initializer_list<Slot> planes,
                                             std::initializer_list<std::uint32_t> numbers) {
  const std::uint32_t record = lowering_.emit(handler, no_slot, planes, std::exchange(cost_, 0));
  auto operand = static_cast<unsigned>(planes.size());
  lowering_.describe(record, {.plane_operands = operand, .is_control_flow = true});
  for (const std::uint32_t number : numbers)
    lowering_.builder().set_operand(record, operand++, number);
  return record;
}

void FunctionLowering::emit_end_of_lanes(Handler handler) { emit_control(handler); }

}  // namespace spirv_oracle
