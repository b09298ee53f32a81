// The interface through which instructions emit their records. Composites are split into component
// planes, so that building and indexing them costs nothing at run time. Variables whose address
// does not escape are kept in planes. compile/ handles functions and whole instructions.
#pragma once

#include <any>
#include <initializer_list>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <typeindex>
#include <unordered_map>
#include <vector>

#include "interpreter/ir/registry.h"
#include "interpreter/lowering/analysis.h"
#include "interpreter/lowering/memory_components.h"
#include "interpreter/lowering/program_builder.h"
#include "memory/address_space.h"

namespace spirv_oracle {

// What is known about a pointer when lowering.
struct PointerValue {
  static constexpr std::uint32_t in_memory = 0xFFFFFFFF;
  std::uint32_t variable = in_memory;  // a variable kept in planes; see Lowering::variable_slots
  std::uint32_t first_component = 0;   // of that variable
  MatrixLayout matrix;
  Id descriptors = 0;  // a variable that is an array of descriptors, not indexed yet
  // For descriptors of images and samplers: the object, if it is known without running; otherwise
  // 0.
  std::uint32_t object = 0;

  // Known without running: where it comes from, and the decorations on its path.
  Id declaration = 0;         // the variable that it points into; 0: a variable pointer
  bool non_writable = false;  // that variable, a parameter or a member is decorated NonWritable
  bool non_readable = false;  // likewise NonReadable
  DescriptorHeap heap = DescriptorHeap::none;  // it points to descriptors in this heap
  bool is_of_heap = false;         // it leads to a resource whose descriptor was read from a heap
  bool descriptor_varies = false;  // an index that is not constant selected its buffer
  bool push_constant_varies = false;  // likewise for its element of an array of push constants
  // Parameters and variables through which the pointer was passed or from which it was loaded:
  // index into OriginSets (checks/pointer_origins.h); 0: unknown. `stored_origins`: for a variable, those of
  // its value.
  std::uint32_t origins = 0;
  std::uint32_t stored_origins = 0;
};

// The value of an id at one place of the executable form.
struct Value {
  std::vector<Slot> slots;  // one per component of its type; a pointer to memory: its address
  PointerValue pointer;
  bool bound = false;
};

// Float execution modes. Bit sets of 2, 4 and 8: the widths in bytes for which they are declared,
// or selected by PipelineOptions::arithmetic.
struct FloatModes {
  unsigned toward_zero = 0;  // RoundingModeRTZ
  // DenormFlushToZero
  unsigned flush_operands = 0;
  unsigned flush_results = 0;
  unsigned preserve_special = 0;    // SignedZeroInfNanPreserve
  unsigned preserve_denormals = 0;  // DenormPreserve
  unsigned chosen_toward_zero = 0,
           chosen_flush = 0;     // the selected ones among those above, which are not declared
  bool contraction_off = false;  // ContractionOff
  // What no mode declares, whether it is selected or not: the rounding, and whether denormals are
  // flushed.
  unsigned may_round_toward_zero = 0, may_flush = 0;

  bool none() const { return (toward_zero | flush_operands | flush_results) == 0; }
};

// Adds the decorations of a variable or a parameter.
void note_decorations(const Module& module, Id declaration, PointerValue& pointer);

class Lowering;
class LoweredFunction;
// The value of an OpVariable at module scope, of an OpConstantSampler, or of an OpSpecConstantOp that is an address.
using VariableLowering = Value (*)(Lowering& lowering, const Instruction& variable);

// An entry point, and what it declares. While a constant is lowered, there is none: the pointers are null.
struct LoweredEntryPoint {
  const EntryPoint* entry_point = nullptr;
  VariableLowering variable_lowering = nullptr;
  FloatModes float_modes;
  // FP Fast Math Mode flags of undecorated operations on floats, by their width in bytes (execution mode
  // FPFastMathDefault).
  std::map<unsigned, std::uint32_t> fast_math_defaults;
};

class Lowering {
 public:
  Lowering(const SpecializedModule& types, const InstructionRegistry& registry,
           const ProgramRequest& request, AddressSpace& memory, ProgramBuilder& builder,
           LoweredEntryPoint of = {});

  const Module& module() const { return types_.module(); }
  const SpecializedModule& types() const { return types_; }
  const Type& type(Id id) const { return types_.type(id); }
  Id type_id_of(Id value) const;
  const Type& type_of(Id value) const { return type(type_id_of(value)); }
  std::span<const ScalarType> components(Id type) const { return types_.components(type); }
  const ProgramRequest& request() const { return request_; }
  const InstructionRegistry& registry() const { return registry_; }
  // What is emitted so far, and what adds to it.
  const Program& program() const { return program_; }
  ProgramBuilder& builder() { return builder_; }
  AddressSpace& memory() { return memory_; }
  ModuleAnalysis& analysis() {
    if (!analysis_) analysis_.emplace(types_, program_.is_kernel());
    return *analysis_;
  }
  // The entry point of the program. There must be one.
  const EntryPoint& entry_point() const { return *of_.entry_point; }
  // The notes that a check keeps from one instruction to the next. No other check may use the type Notes.
  template <class Notes>
  Notes& notes() {
    std::any& kept = notes_[typeid(Notes)];
    if (!kept.has_value()) kept.emplace<Notes>();
    return *std::any_cast<Notes>(&kept);
  }
  // The function being lowered; null for an OpSpecConstantOp.
  LoweredFunction* function() { return function_; }
  void set_function(LoweredFunction* function) { function_ = function; }

  // End the lowering with an error (interpreter/thrown_error.h).
  [[noreturn]] void fail(Error error) const;
  // Status 4; the message begins with the name of the current instruction.
  // Messages must not say again that it is not supported.
  [[noreturn]] void fail_unsupported(const std::string& what) const;
  // Operands of the types that the current instruction has.
  [[noreturn]] void fail_unsupported_operands() const;
  // A type as messages show it: its declaration.
  std::string type_text(Id type) const;
  [[noreturn]] void fail_input(const std::string& what) const;

  // The value of an id. Creates the planes of constants. The result always has the planes that the
  // type of the id requires. Fails if the id has no value.
  const Value& value(Id id);
  // The plane of component number `component` of a value, as an operand. Flushes denormals in it if
  // the current instruction must.
  Slot slot(Id id, std::size_t component = 0);
  // That plane for a record whose components are stored like `type`; fails for others.
  Slot slot(Id id, std::size_t component, ScalarType type);
  // The planes of all components of a value, as operands.
  std::vector<Slot> operand_slots(Id id);
  // New planes, at least one, for the result of an instruction, bound to its result id.
  const Value& define(const Instruction& instruction);
  // Fails unless the value has the planes that the type of the id requires.
  void bind(Id id, Value value);
  void bind(Id id, std::vector<Slot> slots) { bind(id, Value{std::move(slots), {}, true}); }
  // Index of the first operand after result type and result (for OpExtInst, also after the set and
  // the number).
  static unsigned first_operand(const Instruction& instruction);
  // Whether a value has the planes that a type requires.
  bool fits(const Value& value, Id type) const;
  // Fails unless the plane has components of this width.
  void check_width(Slot slot, unsigned bytes) const;

  // Whether the plane belongs only to the current or last instruction. False for planes of its
  // operands and of constants, which other instructions read.
  bool is_of_instruction(Slot slot) const {
    return slot >= first_new_slot_ && !builder_.is_constant(slot);
  }

  Slot new_plane(ScalarType type) { return builder_.new_plane(type); }
  std::vector<Slot> new_planes(Id type);
  Slot constant_plane(ScalarType type, std::uint64_t bits, bool undefined = false) {
    return builder_.constant_plane(type, bits, undefined);
  }
  Slot undefined_plane(ScalarType type) { return constant_plane(type, 0, true); }

  // Appends a record and returns its index.
  std::uint32_t emit(Handler handler, Slot result, std::initializer_list<Slot> operands = {},
                     std::uint32_t extra = 0, const char* file = __builtin_FILE(),
                     unsigned line = __builtin_LINE()) {
    return builder_.emit(handler, result, {operands.begin(), operands.size()}, extra, {file, line});
  }
  // States what a record reads and writes, unless its form says that already. A test runs all records and finds what is
  // missing (spirv_run/record_description_test.cpp).
  void describe(std::uint32_t record, RecordEffects effects) {
    builder_.describe(record, std::move(effects));
  }
  // Appends a list to Program::data and returns its index.
  std::uint32_t add_data(std::span<const std::uint32_t> words) { return builder_.add_data(words); }
  // Whether float results of that width round toward zero (RoundingModeRTZ).
  bool rounds_toward_zero(unsigned bytes) const { return current_modes_.toward_zero & bytes; }
  // Whether denormals of that width become zeros (DenormFlushToZero). slot() and lower() flush the
  // operands and results of instructions; this function is for everything else.
  bool flushes_denormals(unsigned bytes) const { return float_modes().flush_results & bytes; }
  const FloatModes& float_modes() const { return of_.float_modes; }
  // See LoweredEntryPoint.
  const std::map<unsigned, std::uint32_t>& fast_math_defaults() const {
    return of_.fast_math_defaults;
  }

  // Whether PipelineOptions::arithmetic makes that choice. To be called only if the answer has an effect.
  bool chooses(bool ArithmeticChoices::*choice) {
    if (!(request_.arithmetic.*choice)) return false;
    builder_.note_dependence(choice);
    return true;
  }

  // Whether a variable of this pointer value is kept in planes.
  static bool in_planes(const Value& pointer) {
    return pointer.pointer.variable != PointerValue::in_memory;
  }
  // The planes that a pointer to a variable kept in planes points to.
  std::span<const Slot> variable_slots(const PointerValue& pointer, Id pointee) const;
  std::uint32_t add_variable(std::vector<Slot> slots);

  // The values of ids at module scope that are used so far.
  const std::unordered_map<Id, Value>& globals() const { return globals_; }

 protected:
  bool is_usable(Id id) const;
  Value constant_value(Id id);
  Slot flushed(Slot operand, ScalarType type);
  void note_flushing(unsigned bytes);
  const SpecializedModule& types_;
  const InstructionRegistry& registry_;
  const ProgramRequest& request_;
  AddressSpace& memory_;
  ProgramBuilder& builder_;
  const Program& program_;                  // that of the builder
  std::optional<ModuleAnalysis> analysis_;  // created when first needed
  std::unordered_map<std::type_index, std::any> notes_;
  const LoweredEntryPoint of_;
  LoweredFunction* function_ = nullptr;
  std::unordered_map<Id, Value> globals_;
  std::vector<std::vector<Slot>> variables_;
  const Instruction* current_ = nullptr;
  FloatModes current_modes_;  // the modes that apply to the current instruction
  bool flushing_ = false;     // whether the current instruction flushes its operands and results
  std::map<Slot, Slot> flushed_;  // its operands, unchanged and flushed
  Slot first_new_slot_ = 0;       // of the planes that it creates
};

}  // namespace spirv_oracle
