#include "spirv_run/portability.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <map>
#include <set>

#include "cli/repeat_command.h"
#include "data/format.h"
#include "interpreter/deadline.h"
#include "interpreter/findings/freedom.h"
#include "interpreter/kernels/special_bits.h"
#include "interpreter/own_results.h"
#include "spirv_run/rectangle_run.h"
#include "support/arithmetic.h"
#include "support/text.h"

namespace spirv_oracle {
namespace {

Dispatch with_choices(Dispatch dispatch, const Freedom& freedom, Deadline deadline) {
  dispatch.subgroup_size = freedom.subgroup_size;
  dispatch.reconvergence = freedom.reconvergence;
  dispatch.seed = freedom.seed;
  dispatch.arithmetic = freedom.arithmetic;
  dispatch.filtering = freedom.filtering;
  dispatch.subgroup_mapping = freedom.mapping;
  dispatch.matrix_mapping = freedom.matrix_mapping;
  dispatch.candidate_order = freedom.candidate_order;
  dispatch.limits.timeout_seconds = seconds_until(deadline);
  return dispatch;
}

}  // namespace

Result<DispatchResult> run_with(const Module& module, const InstructionRegistry& registry,
                                Dispatch dispatch, const Freedom& freedom, Deadline deadline) {
  return run(module, registry, with_choices(std::move(dispatch), freedom, deadline));
}

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t max_shown_values = 8;

// Bytes without a value in either run count as equal.
bool byte_differs(const ShadowedBytes& a, const ShadowedBytes& b, std::size_t i) {
  const bool a_undefined = value_state(a.shadow[i]) == Definedness::undefined;
  const bool b_undefined = value_state(b.shadow[i]) == Definedness::undefined;
  if (a_undefined || b_undefined) return a_undefined != b_undefined;
  return a.bytes[i] != b.bytes[i];
}

template <class Bits>
bool same_number(const ShadowedBytes& a, const ShadowedBytes& b, std::size_t byte) {
  Bits bits_a, bits_b;
  std::memcpy(&bits_a, a.bytes.data() + byte, sizeof(Bits));
  std::memcpy(&bits_b, b.bytes.data() + byte, sizeof(Bits));
  return (is_zero_bits(bits_a) && is_zero_bits(bits_b)) ||
         (is_nan_bits(bits_a) && is_nan_bits(bits_b));
}

// Whether the component of a byte is zero in both runs, or NaN in both.
bool is_same_number(const ShadowedBytes& a, const ShadowedBytes& b, ElementType type,
                    std::size_t byte) {
  const std::size_t size = element_size({type.scalar});
  const std::size_t first = byte / size * size;
  if (first + size > a.size()) return false;
  switch (type.scalar) {
    case ScalarKind::float16:
      return same_number<std::uint16_t>(a, b, first);
    case ScalarKind::float32:
      return same_number<std::uint32_t>(a, b, first);
    case ScalarKind::float64:
      return same_number<std::uint64_t>(a, b, first);
    default:
      return false;
  }
}

std::optional<BufferDifference> compare(const NamedBuffer& reference, const NamedBuffer& other,
                                        bool numbers_only) {
  const ShadowedBytes& a = reference.after->contents;
  const ShadowedBytes& b = other.after->contents;
  const std::size_t size = element_size(reference.type);
  BufferDifference difference{reference, {}, {}, {}};
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!byte_differs(a, b, i)) continue;
    if (numbers_only && is_same_number(a, b, reference.type, i)) continue;
    const std::uint64_t element = i / size;
    if (!difference.elements.empty() && difference.elements.back() == element) continue;
    difference.elements.push_back(element);
    if (difference.elements.size() > max_shown_values || (element + 1) * size > a.size()) continue;
    difference.reference_values.push_back(element_as_text(a, reference.type, element));
    difference.values.push_back(element_as_text(b, reference.type, element));
  }
  if (difference.elements.empty()) return std::nullopt;
  return difference;
}

void compare_results(const std::vector<NamedBuffer>& expected,
                     const std::vector<NamedBuffer>& found, bool numbers_only, OtherRun& run) {
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (auto difference = compare(expected[i], found[i], numbers_only))
      run.differences.push_back(std::move(*difference));
  }
}

std::vector<MarkedElements> marked_elements(const std::vector<NamedBuffer>& buffers) {
  std::vector<MarkedElements> marked;
  for (const NamedBuffer& buffer : buffers) {
    const std::vector<Definedness>& shadow = buffer.after->contents.shadow;
    const std::size_t size = element_size(buffer.type);
    MarkedElements of_buffer{buffer, {}};
    for (std::size_t i = 0; i < shadow.size(); ++i) {
      const bool is_known = !of_buffer.elements.empty() && of_buffer.elements.back() == i / size;
      if (shadow[i] == Definedness::implementation_dependent && !is_known)
        of_buffer.elements.push_back(i / size);
    }
    if (!of_buffer.elements.empty()) marked.push_back(std::move(of_buffer));
  }
  return marked;
}

bool is_own_result(const ExchangedResult& exchange) {
  return (exchange.instruction & own_result) != 0;
}

bool has_all_own_results(const ExchangeLog& log) { return log.recorded < most_before_own_results; }

// The log without the results that invocations compute alone.
ExchangeLog exchanges_only(const ExchangeLog& log) {
  ExchangeLog exchanges = log;
  for (std::vector<ExchangedResult>& of_invocation : exchanges.by_invocation)
    std::erase_if(of_invocation, is_own_result);
  return exchanges;
}

// The record that comes first in the program order of any invocation.
std::optional<DifferenceStart> earliest_difference(const Module& module,
                                                   const InstructionRegistry& registry,
                                                   const ExchangeLog& a, const ExchangeLog& b) {
  struct Difference {
    std::size_t position = 0;
    std::size_t invocation = 0;
    const ExchangedResult* exchange = nullptr;
  };
  std::optional<Difference> first;
  const std::vector<ExchangedResult> none;
  const std::size_t count = std::max(a.by_invocation.size(), b.by_invocation.size());
  for (std::size_t i = 0; i < count; ++i) {
    const auto& of_a = i < a.by_invocation.size() ? a.by_invocation[i] : none;
    const auto& of_b = i < b.by_invocation.size() ? b.by_invocation[i] : none;
    const auto [in_a, in_b] = std::ranges::mismatch(of_a, of_b);
    if (in_a == of_a.end() && in_b == of_b.end()) continue;
    const auto position = static_cast<std::size_t>(in_a - of_a.begin());
    if (first && first->position <= position) continue;
    first = {position, i, in_a != of_a.end() ? &*in_a : &*in_b};
  }
  if (!first) return std::nullopt;
  return DifferenceStart{locate(module, registry, first->exchange->instruction & ~own_result),
                         first->invocation / a.invocations_per_workgroup,
                         first->invocation % a.invocations_per_workgroup};
}

// Runs that execute differently, in subgroup size or order, first differ in what invocations get from each other. Their
// own results are informative only if the execution is the same, or the arithmetic differs.
std::optional<DifferenceStart> first_difference(const Module& module,
                                                const InstructionRegistry& registry,
                                                const ExchangeLog& a, const ExchangeLog& b,
                                                bool of_arithmetic) {
  const bool has_own_results = has_all_own_results(a) && has_all_own_results(b);
  if (of_arithmetic && has_own_results) return earliest_difference(module, registry, a, b);
  auto start = earliest_difference(module, registry, exchanges_only(a), exchanges_only(b));
  if (!start && has_own_results) start = earliest_difference(module, registry, a, b);
  return start;
}

// Undefined behavior that does not occur in the reference.
const Finding* new_undefined_behavior(const DispatchResult& reference,
                                      const DispatchResult& result) {
  const auto is_known = [&reference](const Finding& finding) {
    return std::ranges::any_of(reference.findings, [&finding](const Finding& other) {
      return other.clause == finding.clause && other.where.word == finding.where.word;
    });
  };
  for (const Finding& finding : result.findings) {
    if (finding.severity == Severity::undefined_behavior && !is_known(finding)) return &finding;
  }
  return nullptr;
}

std::string place_text(const CodeLocation& where, const std::string& file) {
  if (where.source.line == 0) return fmt::format("{}: {}", file, where.disassembly);
  return fmt::format("{}:{}: {}", where.source.file, where.source.line, where.disassembly);
}

std::string joined(const std::vector<std::string>& values, std::size_t total) {
  return fmt::format("{}{}", fmt::join(values, " "), total > values.size() ? " ..." : "");
}

// The differences between a run and the reference on which its results depend.
const Clause& rule_of(const OtherRun& run, const PortabilityReport& report) {
  const Freedom& reference = report.reference_freedom;
  Freedom freedom = run.freedom;
  // The policy is the cause only if the size alone makes no difference.
  const bool size_alone_differs = std::ranges::any_of(report.runs, [&](const OtherRun& other) {
    return other.freedom.subgroup_size == freedom.subgroup_size &&
           other.freedom.reconvergence == reference.reconvergence && !other.agrees();
  });
  if (!size_alone_differs && freedom.reconvergence != reference.reconvergence)
    freedom.subgroup_size = reference.subgroup_size;
  return freedom_clause(freedom, reference);
}

// "elements 0-5", or "pixels (0-5, 0)" if a row has `width` of them.
std::string elements_text(const std::vector<std::uint64_t>& elements, std::uint64_t width) {
  return fmt::format("{}{} {}", width == 0 ? "element" : "pixel", elements.size() == 1 ? "" : "s",
                     width == 0 ? number_ranges(elements) : pixel_ranges(elements, width));
}

std::string run_text(const OtherRun& run, const PortabilityReport& report,
                     const std::string& file) {
  if (run.status == Status::undefined_behavior)
    return "    undefined behavior: " + run.message + "\n";
  if (run.status != Status::ok) return "    no result: " + run.message + "\n";
  std::string text;
  for (const BufferDifference& difference : run.differences) {
    text += fmt::format("    {} ({}) differs in {}: {} instead of {}\n", difference.reference.name,
                        element_name(difference.reference.type),
                        elements_text(difference.elements, difference.width),
                        joined(difference.values, difference.elements.size()),
                        joined(difference.reference_values, difference.elements.size()));
  }
  const bool is_schedule = &rule_of(run, report) == &ExecutionFreedom::order;
  if (is_schedule || run.freedom.arithmetic != report.reference_freedom.arithmetic)
    text += fmt::format("    {}\n", rule_of(run, report).condition);
  const std::string_view reason = reason_of(run.freedom, report.reference_freedom);
  if (!reason.empty()) text += fmt::format("    {}\n", reason);
  if (report.is_draw) return text;  // exchanges of fragments are not recorded
  if (!run.start) {
    return text +
           "    the instruction where the difference starts is not known: it may come from memory "
           "that several invocations access\n";
  }
  return text + fmt::format(
                    "    the difference starts at {}\n    in the invocation with local index {} of "
                    "workgroup {}\n",
                    place_text(run.start->where, file), run.start->invocation,
                    run.start->workgroup);
}

Json freedom_as_json(const Freedom& freedom) {
  Json json{
      {"subgroup_size", freedom.subgroup_size},
      {"reconvergence", freedom.reconvergence == Reconvergence::maximal ? "maximal" : "minimal"},
      {"seed", freedom.seed},
      {"workgroups_in_flight", freedom.workgroups_in_flight},
      {"subgroup_mapping", mapping_text(freedom.mapping)},
      {"matrix_mapping", matrix_mapping_text(freedom.matrix_mapping)},
      {"arithmetic", arithmetic_text(freedom.arithmetic)}};
  if (named(freedom.filtering) != nullptr) json["filtering"] = named(freedom.filtering)->name;
  if (freedom.rasterization != nullptr) json["rasterization"] = freedom.rasterization->name;
  if (freedom.has_candidates)
    json["candidate_order"] = candidate_order_text(freedom.candidate_order);
  return json;
}

Json run_as_json(const OtherRun& run, const PortabilityReport& report) {
  Json json = freedom_as_json(run.freedom);
  json["status"] = static_cast<int>(run.status);
  json["agrees"] = run.agrees();
  if (!run.message.empty()) json["message"] = run.message;
  if (!run.agrees()) json["command"] = run.command;
  json["differences"] = Json::array();
  for (const BufferDifference& difference : run.differences) {
    json["differences"].push_back({{"buffer", difference.reference.name},
                                   {"type", element_name(difference.reference.type)},
                                   {"elements", difference.elements},
                                   {"reference_values", difference.reference_values},
                                   {"values", difference.values}});
  }
  if (!run.differences.empty()) json["rule"] = rule_of(run, report).id;
  if (run.start) {
    json["starts_at"] = {{"instruction", run.start->where.instruction},
                         {"disassembly", run.start->where.disassembly},
                         {"file", run.start->where.source.file},
                         {"line", run.start->where.source.line},
                         {"workgroup", run.start->workgroup},
                         {"invocation", run.start->invocation}};
  }
  return json;
}

std::uint32_t in_flight_with_seed(Dispatch dispatch) {
  dispatch.seed = 1;
  return workgroups_in_flight(dispatch, dispatch);
}

bool has_ray_queries(const Module& module) {
  return std::ranges::count(module.capabilities(), spv::Capability::RayQueryKHR) != 0;
}

// Other mappings of elements to invocations, for modules with cooperative matrices.
void add_matrix_mappings(const Module& module, const Freedom& reference,
                         std::vector<Freedom>& freedoms) {
  if (std::ranges::count(module.capabilities(), spv::Capability::CooperativeMatrixKHR) == 0) return;
  for (const MatrixMapping mapping : {MatrixMapping::rows, MatrixMapping::columns,
                                      MatrixMapping::blocks, MatrixMapping::replicated}) {
    if (mapping == reference.matrix_mapping) continue;
    freedoms.push_back(reference);
    freedoms.back().matrix_mapping = mapping;
  }
}

// The reference with each choice of `--arithmetic` that it does not make. Choices without any effect on the module
// are only listed.
std::vector<Freedom> arithmetic_to_try(const Module& module, const InstructionRegistry& registry,
                                       Dispatch dispatch, PortabilityReport& report) {
  std::vector<Freedom> freedoms;
  for (const ArithmeticChoice& choice : arithmetic_choices()) {
    Freedom freedom = report.reference_freedom;
    if (freedom.arithmetic.*choice.member) continue;
    freedom.arithmetic.*choice.member = true;
    dispatch.arithmetic = freedom.arithmetic;
    dispatch.filtering = freedom.filtering;
    const auto effective = effective_arithmetic(module, registry, dispatch);
    if (effective && !(*effective.*choice.member)) {
      report.without_effect.push_back(choice.name);
    } else {
      freedoms.push_back(freedom);
    }
  }
  return freedoms;
}

// What is run: a dispatch, or the draw of a rectangle.
class Subject {
 public:
  Subject(const Module& module, const InstructionRegistry& registry, const EntryPointInfo& entry,
          const Dispatch& dispatch, const RunOptions& options)
      : module_(module),
        registry_(registry),
        entry_(entry),
        dispatch_(dispatch),
        options_(options) {
    dispatch_.record_exchanges = !is_draw();
  }

  bool is_draw() const { return options_.draws_fragments; }
  void print_nothing() { dispatch_.print = nullptr; }
  Result<DispatchResult> run(const Freedom& freedom, Deadline deadline);
  // The buffers and attachments after a run, in the same order for all runs. Valid after the first run.
  std::vector<NamedBuffer> buffers(const DispatchResult& result) const {
    return all_buffers({entry_, shown_, options_, result, {}, {}, {}, attachment_types_});
  }
  // Pixels of a row if it is an attachment, otherwise 0.
  std::uint64_t width_of(const NamedBuffer& buffer) const {
    return attachment_types_.contains(buffer.name) ? width_ : 0;
  }
  std::vector<Freedom> freedoms(PortabilityReport& report) const;
  // Completes `other` with what differs from the reference, whose buffers are `expected`.
  void compare(const PortabilityReport& report, const std::vector<NamedBuffer>& expected,
               const DispatchResult& result, OtherRun& other) const;

 private:
  const Module& module_;
  const InstructionRegistry& registry_;
  const EntryPointInfo& entry_;
  Dispatch dispatch_;
  const RunOptions& options_;
  Dispatch shown_;  // with the names of attachments
  std::map<std::string, ElementType> attachment_types_;
  std::uint64_t width_ = 0;
};

Result<DispatchResult> Subject::run(const Freedom& freedom, Deadline deadline) {
  if (!is_draw()) {
    if (shown_.entry_point.empty()) shown_ = dispatch_;
    return run_with(module_, registry_, dispatch_, freedom, deadline);
  }
  auto drawn = run_rectangle(module_, registry_, options_, freedom.rasterization,
                             with_choices(dispatch_, freedom, deadline));
  if (!drawn) return tl::unexpected(drawn.error());
  shown_ = std::move(drawn->dispatch);
  attachment_types_ = std::move(drawn->attachment_types);
  width_ = drawn->framebuffer.width;
  return std::move(drawn->result);
}

std::vector<Freedom> Subject::freedoms(PortabilityReport& report) const {
  const Freedom& reference = report.reference_freedom;
  if (options_.mode == RunMode::check_arithmetic)
    return arithmetic_to_try(module_, registry_, dispatch_, report);
  std::vector<Freedom> freedoms =
      freedoms_to_try(reference, in_flight_with_seed(dispatch_), options_.portability_sizes);
  add_matrix_mappings(module_, reference, freedoms);
  if (samples_images(module_)) {
    const std::vector<Freedom> filterings = filterings_to_try(reference);
    freedoms.insert(freedoms.end(), filterings.begin(), filterings.end());
  }
  if (has_ray_queries(module_)) {
    const std::vector<Freedom> orders = candidate_orders_to_try(reference);
    freedoms.insert(freedoms.end(), orders.begin(), orders.end());
    for (Freedom& freedom : freedoms) freedom.has_candidates = true;
  }
  if (!is_draw()) return freedoms;
  // Quads form the subgroups of fragments.
  std::erase_if(freedoms, [&](const Freedom& freedom) {
    return freedom.mapping.order != reference.mapping.order;
  });
  const std::vector<Freedom> rasterizations = rasterizations_to_try(reference);
  freedoms.insert(freedoms.end(), rasterizations.begin(), rasterizations.end());
  return freedoms;
}

void Subject::compare(const PortabilityReport& report, const std::vector<NamedBuffer>& expected,
                      const DispatchResult& result, OtherRun& other) const {
  const Finding* fault = new_undefined_behavior(report.reference, result);
  if (fault != nullptr)
    other.message = fmt::format("{}\n    {} [{}]", place_text(fault->where, options_.module.file),
                                fault->message, fault->clause);
  // Findings of the reference are not repeated.
  if (fault == nullptr && other.status == Status::undefined_behavior) other.status = Status::ok;
  const ArithmeticChoice* choice = other_choice(other.freedom, report.reference_freedom);
  compare_results(expected, buffers(result), choice != nullptr && choice->changes_bits_only, other);
  for (BufferDifference& difference : other.differences)
    difference.width = width_of(difference.reference);
  if (other.differences.empty() || is_draw()) return;
  other.start = first_difference(module_, registry_, report.reference.exchanges, result.exchanges,
                                 choice != nullptr);
}

// Adds the pixels of an attachment that differ in a run to those that are marked.
void mark_pixels(const NamedBuffer& attachment, std::uint64_t width, PortabilityReport& report) {
  auto marked = std::ranges::find_if(report.marked, [&](const MarkedElements& other) {
    return other.buffer.name == attachment.name;
  });
  std::set<std::uint64_t> pixels;
  if (marked != report.marked.end())
    pixels.insert(marked->elements.begin(), marked->elements.end());
  for (const OtherRun& run : report.runs) {
    for (const BufferDifference& difference : run.differences) {
      if (difference.reference.name == attachment.name)
        pixels.insert(difference.elements.begin(), difference.elements.end());
    }
  }
  if (pixels.empty()) return;
  if (marked == report.marked.end()) {
    report.marked.push_back({attachment, {}, width});
    marked = std::prev(report.marked.end());
  }
  marked->width = width;
  marked->elements.assign(pixels.begin(), pixels.end());
}

}  // namespace

Result<PortabilityReport> check_portability(const Module& module,
                                            const InstructionRegistry& registry,
                                            const EntryPointInfo& entry, const Dispatch& dispatch,
                                            const RunOptions& options) {
  Subject subject(module, registry, entry, dispatch, options);
  const Deadline deadline = deadline_after(dispatch.limits.timeout_seconds);
  PortabilityReport report{freedom_of(dispatch), {}, {}};
  report.is_draw = subject.is_draw();
  report.reference_freedom.rasterization = options.launch.rasterization;
  auto reference = subject.run(report.reference_freedom, deadline);
  if (!reference) return tl::unexpected(reference.error());
  report.reference = std::move(*reference);
  subject.print_nothing();  // once is enough
  const auto expected = subject.buffers(report.reference);
  const std::vector<Freedom> freedoms = subject.freedoms(report);
  for (const Freedom& freedom : freedoms) {
    OtherRun other{.freedom = freedom};
    const auto result = subject.run(freedom, deadline);
    if (is_past(deadline)) {
      return limit_reached(fmt::format("time limit reached after {} of {} runs",
                                       report.runs.size() + 1, freedoms.size() + 1));
    }
    other.status = result ? result->status : result.error().status;
    other.message = result ? result->message : result.error().message;
    if (result) subject.compare(report, expected, *result, other);
    other.command = repeat_command(options.arguments, freedom);
    report.runs.push_back(std::move(other));
  }
  report.marked = marked_elements(expected);
  for (const NamedBuffer& buffer : expected) {
    if (subject.width_of(buffer) != 0) mark_pixels(buffer, subject.width_of(buffer), report);
  }
  return report;
}

namespace {

// A choice that is tried by itself: the option that makes it, without the hyphens, and its name.
struct NamedChoice {
  std::string_view option;
  std::string name;
};

// That of a run; none if the run executes differently.
std::optional<NamedChoice> named_choice(const Freedom& freedom, const Freedom& reference) {
  if (other_choice(freedom, reference) != nullptr)
    return NamedChoice{"arithmetic", arithmetic_text(freedom.arithmetic)};
  if (has_other_rasterization(freedom, reference))
    return NamedChoice{"rasterization", std::string(freedom.rasterization->name)};
  if (has_other_filtering(freedom, reference))
    return NamedChoice{"filtering", std::string(named(freedom.filtering)->name)};
  return std::nullopt;
}

}  // namespace

std::string portability_as_text(const PortabilityReport& report, const std::string& file) {
  std::string text = fmt::format("reference: {}\n", freedom_text(report.reference_freedom));
  std::size_t differing = 0;
  std::map<std::string_view, std::vector<std::string>> same;  // the names of choices, by option
  for (const OtherRun& run : report.runs) {
    const auto choice = named_choice(run.freedom, report.reference_freedom);
    if (choice && run.agrees()) {
      same[choice->option].push_back(choice->name);
      continue;
    }
    text += choice ? fmt::format("{} {}: ", choice->option, choice->name)
                   : freedom_text(run.freedom) + ": ";
    if (run.agrees()) {
      text += "the same\n";
      continue;
    }
    ++differing;
    text += run.differences.empty() ? std::string("not the same\n")
                                    : fmt::format("not the same [{}]\n", rule_of(run, report).id);
    text += run_text(run, report, file);
    text += fmt::format("    to reproduce: {}\n", run.command);
  }
  for (const auto& [option, names] : same)
    text += fmt::format("the same with {} {}\n", option, fmt::join(names, ", "));
  if (!report.without_effect.empty())
    text += fmt::format("no effect on this module: {}\n", fmt::join(report.without_effect, ", "));
  for (const MarkedElements& marked : report.marked) {
    text += fmt::format("{} ({}): the specification leaves {} to the implementation\n",
                        marked.buffer.name, element_name(marked.buffer.type),
                        elements_text(marked.elements, marked.width));
  }
  return text +
         fmt::format("portability: {} of {} runs {}\n", differing, report.runs.size(),
                     differing == 1 ? "differs from the reference" : "differ from the reference");
}

Json portability_as_json(const PortabilityReport& report) {
  Json runs = Json::array();
  for (const OtherRun& run : report.runs) runs.push_back(run_as_json(run, report));
  Json json = {{"reference", freedom_as_json(report.reference_freedom)}, {"runs", std::move(runs)}};
  if (!report.without_effect.empty()) json["without_effect"] = report.without_effect;
  for (const MarkedElements& marked : report.marked) {
    json["implementation_dependent"].push_back(
        {{"resource", marked.buffer.name}, {"elements", marked.elements}});
  }
  return json;
}

Status portability_status(const PortabilityReport& report) {
  if (report.reference.status != Status::ok) return report.reference.status;
  const bool all_agree = std::ranges::all_of(report.runs, &OtherRun::agrees);
  return all_agree ? Status::ok : Status::undefined_behavior;
}

}  // namespace spirv_oracle
