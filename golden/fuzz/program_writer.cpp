#include "golden/fuzz/program_writer.h"

#include <fmt/format.h>

#include <algorithm>

namespace spirv_oracle::golden {
namespace {

constexpr unsigned max_depth = 3;
constexpr unsigned max_iterations = 4;
constexpr unsigned max_functions = 2;
constexpr const char* to_variable = "%to_variable";

}  // namespace

ProgramWriter::ProgramWriter(ModuleText& text, RandomSource& random, const ProgramShape& shape,
                             Joins joins, ExchangeWriter::Settings exchanges)
    : text_(text),
      random_(random),
      shape_(shape),
      joins_(joins),
      exchanges_(std::move(exchanges)) {}

// --- values ---

std::string ProgramWriter::u32(std::string_view opcode, const std::string& operands) {
  return text_.op(opcode, text_.scalar(ScalarKind::uint32), operands);
}

std::string ProgramWriter::u32(std::string_view opcode, const std::string& a,
                               const std::string& b) {
  return u32(opcode, fmt::format("{} {}", a, b));
}

std::string ProgramWriter::is(std::string_view opcode, const std::string& a, const std::string& b) {
  return text_.op(opcode, text_.type(boolean_value), fmt::format("{} {}", a, b));
}

std::string ProgramWriter::loaded(unsigned variable) { return u32("OpLoad", variables_[variable]); }

void ProgramWriter::set(unsigned variable, const std::string& value) {
  text_.line(fmt::format("OpStore {} {}", variables_[variable], value));
}

std::string ProgramWriter::scrambled(const std::string& value) {
  const std::string factor = text_.constant(2 * random_.below(8) + 1);
  const std::string addend = text_.constant(random_.below(1000));
  const std::string product = u32("OpIMul", value, factor);
  return u32("OpIAdd", product, addend);
}

std::string ProgramWriter::control_value() {
  return scrambled(loaded(random_.below(control_variable_count)));
}

std::string ProgramWriter::data_value() {
  if (!live_.empty() && random_.one_in(3)) return scrambled(random_.pick(live_));
  return scrambled(loaded(random_.below(variable_count)));
}

// A value that is equal in all invocations of the dispatch.
std::string ProgramWriter::uniform_value() {
  const std::string word = text_.constant(random_.below(shape_.local_size));
  const std::string pointer =
      text_.op("OpAccessChain", "%to_word", fmt::format("%words {} {}", text_.constant(0), word));
  return scrambled(u32("OpLoad", pointer));
}

std::string ProgramWriter::holds(const std::string& value) {
  const std::uint32_t modulus = random_.below(5) + 2;
  const std::string limit = text_.constant(random_.below(modulus - 1) + 1);
  const std::string rest = u32("OpUMod", value, text_.constant(modulus));
  return is("OpULessThan", rest, limit);
}

ProgramWriter::Condition ProgramWriter::condition(const Context& place) {
  if (place.is_uniform && random_.one_in(3)) return {holds(uniform_value()), true};
  if (place.is_certain && random_.one_in(8)) {
    ExchangeWriter writer(
        text_, random_, exchanges_, [this] { return control_value(); }, [this] { return lane_; });
    text_.need_capability("GroupNonUniform");
    return {writer.vote(), false};
  }
  return {holds(control_value()), false};
}

void ProgramWriter::keep(const std::string& value) {
  set(control_variable_count + random_.below(variable_count - control_variable_count), value);
}

// --- results ---

std::string ProgramWriter::slot_name(const std::string& name) const {
  std::string text = fmt::format("{} {}", results_.size() + numbers_.size(), name);
  for (auto construct = where_.rbegin(); construct != where_.rend(); ++construct)
    text += " in " + *construct;
  return text;
}

void ProgramWriter::store(const std::string& buffer, const std::string& type, std::size_t slot,
                          const std::string& value) {
  const auto first = static_cast<std::uint32_t>(slot) * shape_.all_places();
  const std::string at = u32("OpIAdd", index_, text_.constant(first));
  const std::string pointer =
      text_.op("OpAccessChain", type, fmt::format("{} {} {}", buffer, text_.constant(0), at));
  text_.line(fmt::format("OpStore {} {}", pointer, value));
}

void ProgramWriter::store_result(const std::string& name, const std::string& value) {
  store("%results", "%to_word", results_.size(), value);
  results_.push_back(slot_name(name));
}

void ProgramWriter::store_number(const std::string& name, const std::string& value) {
  store("%numbers", "%to_number", numbers_.size(), value);
  numbers_.push_back(slot_name(name));
}

void ProgramWriter::store_variables(std::size_t first_slot) {
  for (unsigned i = 0; i < variable_count; ++i)
    store("%results", "%to_word", first_slot + i, loaded(i));
}

// --- statements without constructs ---

void ProgramWriter::assign() {
  const unsigned target = random_.below(variable_count);
  set(target, target < control_variable_count ? control_value() : data_value());
}

void ProgramWriter::exchange(const Context& place) {
  const bool decides = place.is_certain && random_.one_in(2);
  ExchangeWriter writer(
      text_, random_, exchanges_, [&] { return decides ? control_value() : data_value(); },
      [this] { return lane_; });
  const Exchanged result = writer.write();
  if (result.bits.empty()) return store_number(result.name, result.number);
  store_result(result.name, result.bits);
  const unsigned target =
      decides ? random_.below(variable_count)
              : control_variable_count + random_.below(variable_count - control_variable_count);
  set(target, u32("OpIAdd", loaded(target), result.bits));
  live_.push_back(result.bits);
}

// Stores to the memory of the workgroup. After a barrier, invocations read what others have stored.
void ProgramWriter::exchange_through_memory() {
  uses_shared_memory_ = true;
  const auto pointer_at = [this](const std::string& index) {
    return text_.op("OpAccessChain", "%to_shared", "%shared " + index);
  };
  // Scope Workgroup; AcquireRelease and WorkgroupMemory.
  const std::string barrier = fmt::format("OpControlBarrier {} {} {}", text_.constant(2),
                                          text_.constant(2), text_.constant(0x108));
  const std::string value = data_value(), own = pointer_at(local_index_);
  text_.line(fmt::format("OpStore {} {}", own, value));
  text_.line(barrier);
  const std::string distance = text_.constant(random_.below(shape_.local_size));
  const std::string sum = u32("OpIAdd", local_index_, distance);
  const std::string other = u32("OpUMod", sum, text_.constant(shape_.local_size));
  const std::string read = u32("OpLoad", pointer_at(other));
  text_.line(barrier);
  store_result("memory of the workgroup after a barrier", read);
  keep(read);
  live_.push_back(read);
}

// Atomics whose order has no effect.
void ProgramWriter::count_up() {
  uses_totals_ = true;
  constexpr const char* opcodes[total_count] = {"OpAtomicIAdd", "OpAtomicXor", "OpAtomicUMax",
                                                "OpAtomicOr"};
  const std::uint32_t which = random_.below(total_count);
  const std::string value = control_value();
  const std::string pointer =
      text_.op("OpAccessChain", "%to_word",
               fmt::format("%totals {} {}", text_.constant(0), text_.constant(which)));
  // Scope Device, relaxed.
  u32(opcodes[which],
      fmt::format("{} {} {} {}", pointer, text_.constant(1), text_.constant(0), value));
}

// Without maximal reconvergence, invocations that return early are not guaranteed to rejoin the others.
std::string ProgramWriter::callable_function(const Context& place) {
  if (functions_.empty()) return "";
  const std::string& function = random_.pick(functions_);
  const bool parts = joins_ != Joins::maximal && return_early_.contains(function);
  return parts && place.is_uniform ? "" : function;
}

void ProgramWriter::call(const std::string& function) {
  called_.insert(function);
  const std::string a = control_value(), b = control_value();
  const std::string result = u32("OpFunctionCall", fmt::format("{} {} {}", function, a, b));
  store_result("the result of a function", result);
  keep(result);
  live_.push_back(result);
}

void ProgramWriter::leave_if(const Context& place, const std::string& target) {
  // A uniform place remains uniform only if all invocations leave.
  const std::string leaves = place.is_uniform ? holds(uniform_value()) : holds(control_value());
  const std::string then = text_.fresh(), merge = text_.fresh();
  text_.line(fmt::format("OpSelectionMerge {} None", merge));
  text_.line(fmt::format("OpBranchConditional {} {} {}", leaves, then, merge));
  text_.label(then);
  text_.branch(target);
  text_.label(merge);
}

void ProgramWriter::return_if(const Context& place) {
  const bool all_return = place.in_uniform_loop;
  const std::string returns = all_return ? holds(uniform_value()) : holds(control_value());
  const std::string then = text_.fresh(), merge = text_.fresh();
  text_.line(fmt::format("OpSelectionMerge {} None", merge));
  text_.line(fmt::format("OpBranchConditional {} {} {}", returns, then, merge));
  text_.label(then);
  if (in_main_) {
    store_variables(variable_slots_);
    text_.line("OpReturn");
    may_have_returned_ = may_have_returned_ || !all_return;
  } else {
    text_.line("OpReturnValue " + data_value());
    return_early_.insert(fmt::format("%function{}", functions_.size()));
  }
  text_.label(merge);
}

// --- constructs ---

ProgramWriter::Context ProgramWriter::inner(const Context& place,
                                            const Condition& condition) const {
  Context inside = place;
  --inside.depth;
  inside.is_uniform = place.is_uniform && condition.is_uniform && !may_have_returned_;
  inside.is_certain = inside.is_uniform || (place.is_certain && joins_ == Joins::maximal);
  if (place.is_uniform && !inside.is_uniform) {
    inside.break_to.clear();
    inside.continue_to.clear();
    inside.switch_merge.clear();
  }
  return inside;
}

void ProgramWriter::body(const Context& place, const std::string& name) {
  const std::size_t live = live_.size();
  where_.push_back(name);
  statements(place, random_.below(3) + 1);
  where_.pop_back();
  live_.resize(live);
}

void ProgramWriter::selection(const Context& place) {
  const Condition decision = condition(place);
  const Context inside = inner(place, decision);
  const bool has_else = random_.one_in(2), joins_values = random_.one_in(2);
  const std::string then = text_.fresh(), merge = text_.fresh();
  const std::string otherwise = has_else ? text_.fresh() : merge;
  std::string other_value = joins_values && !has_else ? data_value() : "";
  std::string other_block = text_.block();
  text_.line(fmt::format("OpSelectionMerge {} None", merge));
  text_.line(fmt::format("OpBranchConditional {} {} {}", decision.id, then, otherwise));
  text_.label(then);
  body(inside, "a selection");
  const std::string value = joins_values ? data_value() : "", block = text_.block();
  text_.branch(merge);
  if (has_else) {
    text_.label(otherwise);
    body(inside, "an else");
    if (joins_values) other_value = data_value();
    other_block = text_.block();
    text_.branch(merge);
  }
  text_.label(merge);
  if (!joins_values) return;
  live_.push_back(u32("OpPhi", fmt::format("{} {} {} {}", value, block, other_value, other_block)));
}

// The results of an iteration live in the next one and after the loop.
void ProgramWriter::loop(const Context& place) {
  const bool is_uniform = place.is_uniform && random_.one_in(2);
  Context inside = inner(place, {"", is_uniform});
  const std::string trips =
      is_uniform ? text_.constant(random_.below(max_iterations) + 1)
                 : u32("OpUMod", control_value(), text_.constant(max_iterations + 1));
  const std::string first = data_value(), before = text_.block();
  const std::string header = text_.fresh(), start = text_.fresh(), work = text_.fresh(),
                    next = text_.fresh(), merge = text_.fresh();
  const std::string count = text_.fresh(), more = text_.fresh(), last = text_.fresh();
  const std::string uint32 = text_.scalar(ScalarKind::uint32), zero = text_.constant(0);
  inside.in_uniform_loop = inside.in_uniform_loop || is_uniform;
  inside.break_to = merge;
  inside.continue_to = next;
  inside.switch_merge.clear();
  text_.branch(header);
  text_.label(header);
  const std::size_t phis = text_.place();
  text_.line(fmt::format("OpLoopMerge {} {} None", merge, next));
  text_.branch(start);
  text_.label(start);
  const std::string goes_on = is("OpULessThan", count, trips);
  text_.line(fmt::format("OpBranchConditional {} {} {}", goes_on, work, merge));
  text_.label(work);
  const std::size_t live = live_.size();
  live_.push_back(last);
  const std::string kept = u32("OpIAdd", data_value(), count);
  live_.push_back(kept);
  body(inside, is_uniform ? "a uniform loop" : "a loop");
  live_.resize(live);
  text_.branch(next);
  text_.label(next);
  text_.line(fmt::format("{} = OpIAdd {} {} {}", more, uint32, count, text_.constant(1)));
  text_.branch(header);
  text_.insert(phis, fmt::format("{0} = OpPhi {1} {2} {3} {4} {5}\n{6} = OpPhi {1} {7} {3} {8} {5}",
                                 count, uint32, zero, before, more, next, last, first, kept));
  text_.label(merge);
  live_.push_back(last);
  if (random_.one_in(2)) store_result("a value of a loop", last);
}

// A value of the body is used after the loop.
void ProgramWriter::loop_with_test_at_end(const Context& place) {
  Context inside = inner(place, {"", false});
  const std::string before = text_.block(), header = text_.fresh(), work = text_.fresh(),
                    next = text_.fresh(), merge = text_.fresh(), count = text_.fresh();
  const std::string uint32 = text_.scalar(ScalarKind::uint32), zero = text_.constant(0);
  inside.break_to = merge;
  inside.continue_to = next;
  inside.switch_merge.clear();
  text_.branch(header);
  text_.label(header);
  const std::size_t phi = text_.place();
  text_.line(fmt::format("OpLoopMerge {} {} None", merge, next));
  text_.branch(work);
  text_.label(work);
  const std::string kept = u32("OpIAdd", data_value(), count);
  body(inside, "a loop");
  text_.branch(next);
  text_.label(next);
  const std::string more = u32("OpIAdd", count, text_.constant(1));
  const std::string few = is("OpULessThan", more, text_.constant(max_iterations));
  const std::string wanted = holds(control_value());
  const std::string goes_on = is("OpLogicalAnd", few, wanted);
  text_.line(fmt::format("OpBranchConditional {} {} {}", goes_on, header, merge));
  text_.insert(phi,
               fmt::format("{} = OpPhi {} {} {} {} {}", count, uint32, zero, before, more, next));
  text_.label(merge);
  live_.push_back(kept);
  if (random_.one_in(2)) store_result("a value of a loop", kept);
}

void ProgramWriter::switch_statement(const Context& place) {
  const bool is_uniform = place.is_uniform && random_.one_in(4);
  const unsigned count = random_.below(4) + 1;
  const bool falls_through = count > 1 && random_.one_in(4);
  Context inside = inner(place, {"", is_uniform});
  // If some lanes fall through to a case, the specification leaves open which lanes join there.
  inside.is_certain = inside.is_certain && !falls_through;
  const std::string value = is_uniform ? uniform_value() : control_value();
  const std::string selector = u32("OpUMod", value, text_.constant(count + 1));
  const std::string merge = text_.fresh();
  inside.switch_merge = merge;
  std::vector<std::string> labels;
  for (unsigned i = 0; i < count; ++i) labels.push_back(text_.fresh());
  const std::string otherwise = random_.one_in(2) ? text_.fresh() : merge;
  std::string targets;
  for (unsigned i = 0; i < count; ++i) targets += fmt::format(" {} {}", i, labels[i]);
  text_.line(fmt::format("OpSelectionMerge {} None", merge));
  text_.line(fmt::format("OpSwitch {} {}{}", selector, otherwise, targets));
  for (unsigned i = 0; i < count; ++i) {
    text_.label(labels[i]);
    body(inside, "a switch");
    const bool goes_on = falls_through && i + 1 < count && random_.one_in(2);
    text_.branch(goes_on ? labels[i + 1] : merge);
  }
  if (otherwise != merge) {
    text_.label(otherwise);
    body(inside, "a switch");
    text_.branch(merge);
  }
  text_.label(merge);
}

void ProgramWriter::simple_statement(const Context& place) {
  const bool is_uniform = place.is_uniform && !may_have_returned_;
  const unsigned choice = random_.below(20);
  if (choice < 3) return assign();
  if (choice < 5 && is_uniform) return exchange_through_memory();
  if (choice < 6) return count_up();
  if (choice < 8) {
    if (const std::string function = callable_function(place); !function.empty())
      return call(function);
  }
  if (choice < 10 && !place.break_to.empty())
    return leave_if(place, choice == 8 ? place.break_to : place.continue_to);
  if (choice == 10 && !place.switch_merge.empty()) return leave_if(place, place.switch_merge);
  const bool may_return = is_uniform || !place.in_uniform_loop;
  if (choice == 11 && may_return && (!in_main_ || random_.one_in(4))) return return_if(place);
  exchange(place);
}

void ProgramWriter::statement(const Context& place) {
  Context here = place;
  here.is_uniform = place.is_uniform && !may_have_returned_;
  here.is_certain = here.is_uniform || (place.is_certain && joins_ == Joins::maximal);
  const unsigned choice = here.depth == 0 ? 0 : random_.below(14);
  if (choice < 7) return simple_statement(here);
  if (choice < 10) return selection(here);
  if (choice < 11) return loop_with_test_at_end(here);
  if (choice < 12) return loop(here);
  if (choice < 13) return switch_statement(here);
  loop(here);
}

void ProgramWriter::statements(const Context& place, std::uint64_t count) {
  for (std::uint64_t i = 0; i < count && budget_ > 0; ++i) {
    --budget_;
    statement(place);
  }
}

// --- functions ---

void ProgramWriter::begin_body(const std::vector<std::string>& initial_values) {
  live_.clear();
  variables_.clear();
  for (unsigned i = 0; i < variable_count; ++i) variables_.push_back(text_.variable(to_variable));
  const std::string subgroup = u32("OpLoad", "%subgroup_id");
  lane_ = u32("OpLoad", "%lane_id");
  const std::string before = u32("OpIMul", subgroup, text_.constant(shape_.subgroup_size));
  local_index_ = u32("OpIAdd", before, lane_);
  index_ = local_index_;
  if (shape_.groups > 1) {
    const std::string ids =
        text_.op("OpLoad", text_.type({ScalarKind::uint32, 3}), "%workgroup_id");
    const std::string workgroup = u32("OpCompositeExtract", ids + " 0");
    const std::string first = u32("OpIMul", workgroup, text_.constant(shape_.places));
    index_ = u32("OpIAdd", first, local_index_);
  }
  for (unsigned i = 0; i < variable_count; ++i) {
    if (!initial_values.empty()) {
      set(i, scrambled(initial_values[i % initial_values.size()]));
      continue;
    }
    const std::string at = u32("OpIAdd", index_, text_.constant(i * shape_.all_places()));
    const std::string pointer =
        text_.op("OpAccessChain", "%to_word", fmt::format("%words {} {}", text_.constant(0), at));
    set(i, u32("OpLoad", pointer));
  }
}

void ProgramWriter::write_function() {
  const std::string name = fmt::format("%function{}", functions_.size()), a = text_.fresh(),
                    b = text_.fresh(), uint32 = text_.scalar(ScalarKind::uint32);
  text_.declare("%binary", fmt::format("OpTypeFunction {0} {0} {0}", uint32));
  text_.begin_function(
      fmt::format("{} = OpFunction {} None %binary\n{} = OpFunctionParameter {}\n"
                  "{} = OpFunctionParameter {}",
                  name, uint32, a, uint32, b, uint32));
  in_main_ = false;
  begin_body({a, b});
  where_ = {"a function"};
  Context place;
  place.is_certain = joins_ == Joins::maximal;
  place.depth = max_depth - 1;
  while (budget_ > 0) statements(place, budget_);
  text_.line("OpReturnValue " + data_value());
  text_.end_function();
  functions_.push_back(name);
}

void ProgramWriter::write_main() {
  text_.begin_function("%main = OpFunction %void None %procedure");
  in_main_ = true;
  may_have_returned_ = false;
  where_.clear();
  variable_slots_ = results_.size();
  for (unsigned i = 0; i < variable_count; ++i)
    results_.push_back(fmt::format("{} a variable at the end", results_.size()));
  begin_body({});
  Context place;
  place.is_uniform = place.is_certain = true;
  place.depth = max_depth;
  while (budget_ > 0) statements(place, budget_);
  for (const std::string& function : functions_) {
    if (!called_.contains(function)) call(function);
  }
  store_variables(variable_slots_);
  text_.line("OpReturn");
  text_.end_function();
}

void ProgramWriter::write(std::uint64_t statements) {
  const std::uint64_t count =
      std::min<std::uint64_t>(random_.below(max_functions + 1), statements / 4);
  const std::uint64_t of_function = count == 0 ? 0 : statements / (2 * count + 1);
  for (std::uint64_t i = 0; i < count; ++i) {
    budget_ = of_function;
    write_function();
  }
  budget_ = statements - count * of_function;
  write_main();
}

}  // namespace spirv_oracle::golden
