#include "interpreter/compile/function_lowering.h"

#include <algorithm>
#include <unordered_map>

#include "interpreter/checks/aliasing.h"
#include "interpreter/checks/declared_access.h"
#include "interpreter/checks/function_control.h"
#include "interpreter/checks/loop_control.h"
#include "interpreter/checks/loop_dependence.h"
#include "interpreter/checks/pointer_aliasing.h"
#include "interpreter/checks/pointer_origins.h"
#include "interpreter/checks/pointer_storage.h"
#include "interpreter/checks/uniform_result.h"
#include "interpreter/checks/write_note.h"
#include "interpreter/compile/enclosed_instructions.h"
#include "interpreter/compile/function_instance.h"
#include "interpreter/compile/observed_instructions.h"
#include "interpreter/compile/tangled_instructions.h"
#include "interpreter/exec/no_operation.h"
#include "interpreter/exec/reconvergence_point.h"
#include "interpreter/exec/tangle.h"
#include "interpreter/instructions/memory/kernel_memory.h"
#include "interpreter/instructions/memory/lifetime.h"
#include "interpreter/ir/imported_functions.h"
#include "interpreter/lowering/debug_values.h"
#include "interpreter/lowering/emit_copy.h"

namespace spirv_oracle {
namespace {

constexpr std::size_t max_call_depth = 256;

bool is_return(spv::Op opcode) {
  return opcode == spv::Op::OpReturn || opcode == spv::Op::OpReturnValue;
}

// A function without a body, which an extension may implement.
void lower_imported_call(Lowering& lowering, const Instruction& call) {
  const std::string name = imported_name(lowering.module(), call.id(2));
  const auto* function = name.empty() ? nullptr : find_function(lowering.registry(), name);
  if (function != nullptr) return function->lower(lowering, call);
  const std::string called =
      name.empty() ? lowering.module().display(call.id(2)) : std::string(unmangled(name));
  lowering.fail_unsupported("calls " + called + ", which has no body (imported)");
}

// The checks that run after the records of each instruction. They are independent of each other.
using InstructionCheck = void (*)(Lowering&, const Instruction&);
constexpr InstructionCheck instruction_checks[] = {
    check_declared_accesses,  check_pointer_storage,  check_function_control, watch_aliasing,
    watch_exclusive_pointers, watch_loop_dependences, check_uniform_result,
};

}  // namespace

bool is_debug_information(const Module& module, const Instruction& instruction) {
  return instruction.opcode == spv::Op::OpLine || instruction.opcode == spv::Op::OpNoLine ||
         (instruction.opcode == spv::Op::OpExtInst &&
          is_without_semantics(module.extended_set(instruction.id(2))));
}

bool begins_with_phi(const Module& module, const Block& block) {
  std::uint32_t i = block.first;
  while (i < block.last && is_debug_information(module, module.instruction(i))) ++i;
  return module.instruction(i).opcode == spv::Op::OpPhi;
}

FunctionLowering::FunctionLowering(InstructionLowering& lowering, Deadline deadline)
    : lowering_(lowering), deadline_(deadline) {
  lowering_.set_function(this);
}
FunctionLowering::~FunctionLowering() { lowering_.set_function(nullptr); }

const Value* FunctionLowering::local_value(Id id) const {
  if (instance_ == nullptr || id < instance_->function.first_local ||
      id >= instance_->function.last_local) {
    return nullptr;
  }
  return &instance_->locals[id - instance_->function.first_local];
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
  instance_->locals[id - instance_->function.first_local] = value;
  return true;
}

namespace {

std::uint32_t index_of_definition(const Module& module, Id id) {
  const Instruction* definition = module.definition(id);
  return definition == nullptr
             ? 0
             : static_cast<std::uint32_t>(definition - module.instructions().data());
}

}  // namespace

void FunctionLowering::lower_entry_function(const Function& function) {
  const auto analysis = lowering_.analysis().function(function);
  if (!analysis) lowering_.fail(analysis.error());
  Instance instance{.function = function,
                    .analysis = **analysis,
                    .call_origin = 0,
                    .base_depth = 1,
                    .has_frame = true};
  instance_ = &instance;
  call_stack_.push_back(&function);
  lowering_.builder().set_origin(0, 0);
  const std::uint32_t info = add_construct_info(ConstructInfo::Kind::call);
  enter_frame(0, static_cast<std::uint32_t>(Frame::Kind::call), info, instance.end_block(),
              instance.end_block(), instance.end_block());
  begin_graph(instance, Subgroup::no_graph);
  if (lowering_.program().is_kernel()) {
    instance.locals.resize(function.last_local - function.first_local);
    bind_kernel_arguments(lowering_, function);
    for (const Id parameter : function.parameters) {
      note_passed_pointer(lowering_, function, parameter,
                          instance.locals[parameter - function.first_local].pointer);
    }
    enter_parameters(lowering_, function, instance.locals);
    for (std::uint32_t i = 0; i < function.parameters.size(); ++i) {
      lowering_.builder().set_origin(
          index_of_definition(lowering_.module(), function.parameters[i]), 0);
      check_parameter_alignment(lowering_, function.parameters[i],
                                offset_in_memory(lowering_.dispatch(), i));
    }
    lowering_.builder().set_origin(0, 0);
  }
  lower_body(instance);
  call_stack_.pop_back();
  emit_control(&finish);
  instance_ = nullptr;
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

// Adds the parameters to the values of the callee's ids.
void bind_parameters(Lowering& lowering, const Instruction& call, const Function& callee,
                     std::vector<Value>& locals) {
  for (std::size_t i = 0; i < callee.parameters.size(); ++i) {
    const Id parameter = callee.parameters[i];
    Value argument = lowering.value(call.id(3 + static_cast<unsigned>(i)));
    if (!lowering.fits(argument, lowering.type_id_of(parameter))) {
      lowering.fail_input("the type of an argument differs from the type of its parameter");
    }
    if (is_by_value(lowering.module(), parameter)) {
      argument = copy_for_callee(lowering, parameter, argument);
    }
    argument.bound = true;
    note_passed_pointer(lowering, callee, parameter, argument.pointer);
    note_decorations(lowering.module(), parameter, argument.pointer);
    locals[parameter - callee.first_local] = std::move(argument);
  }
}

}  // namespace

void FunctionLowering::lower_call(const Instruction& call) {
  const Program& program = lowering_.program();
  const Function* callee = lowering_.module().function(call.id(2));
  if (callee == nullptr || callee->blocks.empty()) return lower_imported_call(lowering_, call);
  if (std::ranges::find(call_stack_, callee) != call_stack_.end()) {
    lowering_.fail_input("the function calls itself, directly or through others");
  }
  if (call_stack_.size() >= max_call_depth) {
    lowering_.fail({Status::limit, "calls are nested deeper than 256"});
  }
  if (call.operand_count() != 3 + callee->parameters.size()) {
    lowering_.fail_input("wrong number of arguments");
  }
  const auto analysis = lowering_.analysis().function(*callee);
  if (!analysis) lowering_.fail(analysis.error());
  const bool has_frame = needs_frame(lowering_.module(), *callee, (*analysis)->control_flow);
  const std::uint32_t depth = current_depth();
  Instance instance{.function = *callee,
                    .analysis = **analysis,
                    .call_origin = lowering_.builder().origin(),
                    .base_depth = depth + (has_frame ? 1 : 0),
                    .has_frame = has_frame,
                    .caller = instance_};
  instance.locals.resize(callee->last_local - callee->first_local);
  bind_parameters(lowering_, call, *callee, instance.locals);
  const bool returns_value = lowering_.type(call.type).kind != Type::Kind::void_ &&
                             lowering_.type(call.type).kind != Type::Kind::none;
  if (has_frame && returns_value) instance.return_slots = lowering_.new_planes(call.type);

  const ExclusiveLifetimes lifetimes(lowering_);
  enter_parameters(lowering_, *callee, instance.locals);
  instance.loops_around_call = independent_loops();
  Instance* const caller = instance_;
  call_stack_.push_back(callee);
  instance_ = &instance;
  for (const Id parameter : callee->parameters) check_parameter_alignment(lowering_, parameter);
  if (has_frame) {
    const std::uint32_t info = add_construct_info(ConstructInfo::Kind::call);
    enter_frame(depth, static_cast<std::uint32_t>(Frame::Kind::call), info, instance.end_block(),
                instance.end_block(), instance.end_block());
  }
  instance.graph = caller->graph;
  if (has_frame) begin_graph(instance, caller->graph);
  lower_body(instance);
  end_lifetimes(lowering_, *callee);
  instance_ = caller;
  call_stack_.pop_back();
  lowering_.builder().set_origin(program.origins[instance.call_origin].instruction,
                                 program.origins[instance.call_origin].call);
  if (returns_value) {
    if (has_frame) {
      lowering_.bind(call.result, std::move(instance.return_slots));
    } else {
      lowering_.bind(call.result, std::move(instance.returned));
    }
  }
}

void FunctionLowering::lower_body(Instance& instance) {
  instance.locals.resize(instance.function.last_local - instance.function.first_local);
  instance.block_start.resize(instance.function.blocks.size() + 1);
  instance.header_start.resize(instance.function.blocks.size() + 1);
  if (lowering_.dispatch().debug) {
    DebugTables& tables = *lowering_.builder().debug();
    tables.instance_of_call.emplace(instance.call_origin,
                                    static_cast<std::uint32_t>(tables.instances.size()));
    tables.instances.push_back({instance.call_origin, instance.function.id, {}});
  }
  declare_phis(instance);
  const auto& order = instance.flow().order;
  for (instance.position = 0; instance.position < order.size(); ++instance.position) {
    lower_block(instance, order[instance.position]);
  }
  instance.block_start.back() = lowering_.builder().next_record();
  resolve_fixups(instance);
  if (lowering_.dispatch().debug) add_debug_instance(instance);
}

void FunctionLowering::add_debug_instance(const Instance& instance) {
  DebugTables& tables = *lowering_.builder().debug();
  DebugInstance& debug = tables.instances[tables.instance_of_call.at(instance.call_origin)];
  for (std::size_t i = 0; i < instance.locals.size(); ++i) {
    const Id id = instance.function.first_local + static_cast<Id>(i);
    if (instance.locals[i].bound)
      debug.values.emplace(id, debug_value(lowering_, id, instance.locals[i]));
  }
}

void FunctionLowering::declare_phis(Instance& instance) {
  for (const std::uint32_t b : instance.flow().order) {
    const Block& block = instance.function.blocks[b];
    for (std::uint32_t i = block.first; i <= block.last; ++i) {
      const Instruction& instruction = lowering_.module().instruction(i);
      if (instruction.opcode != spv::Op::OpPhi) continue;
      lowering_.bind(instruction.result, lowering_.new_planes(instruction.type));
    }
  }
}

void FunctionLowering::lower_block(Instance& instance, std::uint32_t block) {
  instance.block = block;
  instance.merge = nullptr;
  instance.block_start[block] = lowering_.builder().next_record();
  place_block(block);
  const ControlFlow& flow = instance.flow();
  const std::uint32_t construct = flow.construct_of_block[block];
  const Block& body = instance.function.blocks[block];
  check_loop_counter(block);
  if (construct != ControlFlow::none && flow.constructs[construct].kind == Construct::Kind::loop &&
      flow.constructs[construct].header == block) {
    start_loop_dependence(construct);
    if (flow.structured) {
      start_loop_counter(block);
      enter_construct(construct, ConstructInfo::Kind::loop);
    } else {
      enter_loop(construct);
    }
  }
  instance.header_start[block] = lowering_.builder().next_record();
  if (const auto counter = instance.loop_counters.find(block);
      counter != instance.loop_counters.end()) {
    counter->second.count(lowering_);
  }
  if (const auto loop = instance.independent_loops.find(construct);
      loop != instance.independent_loops.end() && flow.constructs[construct].header == block) {
    count_iteration(lowering_, loop->second);
  }
  bool phis_may_come = instance.position != 0;
  for (std::uint32_t i = body.first; i <= body.last; ++i) {
    if (is_past(deadline_)) {
      lowering_.fail({Status::limit, "time limit reached while preparing the entry point to run"});
    }
    const Instruction& instruction = lowering_.module().instruction(i);
    lowering_.builder().set_origin(i, instance.call_origin);
    if (instruction.opcode != spv::Op::OpLine && instruction.opcode != spv::Op::OpNoLine) ++cost_;
    if (instruction.opcode == spv::Op::OpPhi) {
      if (!phis_may_come) lowering_.fail_input("OpPhi must be at the start of its block");
      check_uniform_result(lowering_, instruction);
      continue;
    }
    phis_may_come = phis_may_come && is_debug_information(lowering_.module(), instruction);
    emit_notes_before(lowering_, instruction);
    lowering_.lower(instruction);
    if (lowering_.dispatch().record_enclosures) emit_enclosures(lowering_, instruction);
    if (is_tangled(lowering_, instruction)) {
      emit_guarantee_watch(lowering_, instruction);
      emit_membership_note(lowering_, instruction);
    }
    if (lowering_.dispatch().record_exchanges) emit_exchange_record(lowering_, instruction);
    if (lowering_.dispatch().pass.record_provenance) emit_provenance_record(lowering_, instruction);
    for (const InstructionCheck check : instruction_checks) check(lowering_, instruction);
    if (instruction.result != 0) keep_live_out(instruction);
  }
}

void FunctionLowering::start_loop_counter(std::uint32_t header) {
  const Module& module = lowering_.module();
  const Instruction* merge = merge_instruction(module, instance_->function.blocks[header]);
  const auto counter = LoopCounter::start(lowering_, *merge);
  if (!counter) return;
  const ControlFlow& flow = instance_->flow();
  instance_->loop_counters.emplace(header, *counter);
  instance_->counted_loop_before.emplace(flow.constructs[flow.construct_of_header[header]].merge,
                                         header);
}

void FunctionLowering::start_loop_dependence(std::uint32_t construct) {
  const Module& module = lowering_.module();
  const std::uint32_t header = instance_->flow().constructs[construct].header;
  const Instruction* merge = merge_instruction(module, instance_->function.blocks[header]);
  if (merge == nullptr) return;
  const auto loop = start_independent_loop(lowering_, *merge);
  if (loop) instance_->independent_loops.emplace(construct, *loop);
}

std::vector<IndependentLoop> FunctionLowering::independent_loops() const {
  std::vector<IndependentLoop> loops = instance_->loops_around_call;
  for (const auto& [construct, loop] : instance_->independent_loops) {
    if (instance_->flow().contains(construct, instance_->block)) loops.push_back(loop);
  }
  return loops;
}

void FunctionLowering::check_loop_counter(std::uint32_t merge_block) {
  const Module& module = lowering_.module();
  const auto found = instance_->counted_loop_before.find(merge_block);
  if (found == instance_->counted_loop_before.end()) return;
  const std::uint32_t header = found->second;
  const Instruction* merge = merge_instruction(module, instance_->function.blocks[header]);
  lowering_.builder().set_origin(static_cast<std::uint32_t>(merge - &module.instruction(0)),
                                 instance_->call_origin);
  instance_->loop_counters.at(header).check(lowering_);
}

// Lanes that have left a loop keep the value that they had when they left, while others compute new ones.
void FunctionLowering::keep_live_out(const Instruction& instruction) {
  const Function& function = instance_->function;
  if (instruction.result < function.first_local) return;
  const bool lives_out = instance_->analysis.live_out[instruction.result - function.first_local];
  if (!lives_out && !lowering_.dispatch().debug) return;
  Value value = *local_value(instruction.result);
  if (!value.bound || value.slots.empty()) return;
  if (!lives_out) return mark_temporary(instruction, value);
  const Type& type = lowering_.type(instruction.type);
  const auto scalars = lowering_.components(instruction.type);
  for (std::size_t i = 0; i < value.slots.size(); ++i) {
    const ScalarType scalar = type.kind == Type::Kind::pointer ? ScalarType::pointer() : scalars[i];
    const Slot kept = lowering_.new_plane(scalar);
    emit_masked_copy(lowering_, kept, value.slots[i], scalar);
    value.slots[i] = kept;
  }
  lowering_.bind(instruction.result, std::move(value));
}

// For the debugger, a record without effect for each component that the instruction computes, or takes from a variable. When
// the run comes to that record, the debugger copies the component if a client asked for it (debugger/kept_values.h).
void FunctionLowering::mark_temporary(const Instruction& instruction, const Value& value) {
  const bool loads_variable = instruction.opcode == spv::Op::OpLoad &&
                              Lowering::in_planes(lowering_.value(instruction.id(2)));
  for (const Slot slot : value.slots) {
    if (loads_variable || lowering_.is_of_instruction(slot)) lowering_.emit(&no_operation, no_slot);
  }
}

std::uint32_t FunctionLowering::add_construct_info(ConstructInfo::Kind kind) {
  return lowering_.builder().add(ConstructInfo{kind, lowering_.builder().origin()});
}

void FunctionLowering::enter_construct(std::uint32_t construct, ConstructInfo::Kind info_kind) {
  const Construct& c = instance_->flow().constructs[construct];
  const Module& module = lowering_.module();
  const Instruction* merge = merge_instruction(module, instance_->function.blocks[c.header]);
  const std::uint32_t origin = lowering_.builder().origin();
  lowering_.builder().set_origin(static_cast<std::uint32_t>(merge - &module.instruction(0)),
                                 instance_->call_origin);
  const std::uint32_t construct_info = add_construct_info(info_kind);
  const bool loop = c.kind == Construct::Kind::loop;
  const Frame::Kind kind = loop ? Frame::Kind::loop : Frame::Kind::selection;
  enter_frame(instance_->base_depth + c.depth, static_cast<std::uint32_t>(kind), construct_info,
              c.merge, loop ? c.continue_target : c.merge, c.header);
  lowering_.builder().set_origin(lowering_.program().origins[origin].instruction,
                                 instance_->call_origin);
}

void FunctionLowering::enter_frame(std::uint32_t depth, std::uint32_t kind,
                                   std::uint32_t construct_info, std::uint32_t merge_block,
                                   std::uint32_t continue_block, std::uint32_t header_block) {
  lowering_.builder().reserve_frame(depth);
  const std::uint32_t words[] = {depth, kind, construct_info, 0, 0, 0};
  const std::uint32_t data = lowering_.add_data(words);
  lowering_.emit(&spirv_oracle::enter_frame, no_slot, {}, data);
  fix_data(data + 3, merge_block);
  fix_data(data + 4, continue_block);
  instance_->header_fixups.push_back({data + 5, Instance::in_data, header_block});
}

void FunctionLowering::lower_merge(const Instruction& merge) {
  if (!instance_->flow().structured) return;
  instance_->merge = &merge;
  if (instance_->flow().construct_of_header[instance_->block] == ControlFlow::none) {
    lowering_.fail_input("is not followed by the block's branch");
  }
}

std::uint32_t FunctionLowering::current_depth() const {
  const std::uint32_t construct = instance_->flow().construct_of_block[instance_->block];
  return instance_->base_depth +
         (construct == ControlFlow::none ? 0 : instance_->flow().constructs[construct].depth + 1);
}

}  // namespace spirv_oracle
