#include "interpreter/exec/report/race_report.h"

#include <algorithm>
#include <string_view>

#include "interpreter/exec/report/race_advice.h"
#include "interpreter/exec/report/race_explanation.h"
#include "interpreter/ir/program.h"
#include "interpreter/loader/module.h"

namespace spirv_oracle {
namespace {

std::string id_text(const Dim3& extent, std::uint64_t index) {
  return "(" + std::to_string(index % extent[0]) + "," +
         std::to_string(index / extent[0] % extent[1]) + "," +
         std::to_string(index / extent[0] / extent[1]) + ")";
}

class RaceWriter {
 public:
  RaceWriter(const Program& program, const Dim3& group_count, const Race& race,
             const RacingAccess& access, const RacingAccess& other)
      : program_(program),
        group_count_(group_count),
        race_(race),
        access_(access),
        other_(other),
        language_(source_language(*program.module, program.is_kernel())) {
    find_loop();
  }

  RaceExplanation explain() const {
    const std::uint32_t size = program_.subgroup_size;
    return explain_race({access_.site, other_.site, race_.missing, language_, vulkan(),
                         at_line(race_.barrier), subgroup_barrier(), access_.invocation / size,
                         other_.invocation / size});
  }

  std::string message(const RaceExplanation& explanation) const;
  RaceExplanation explain_de_facto() const {
    return explain_de_facto_order(race_.missing, language_, access_.site.storage);
  }
  std::string note() const;
  // The note if both accesses are executions of one instruction; "" if the instruction alone does not tell what the other is.
  std::string note_of_same_instruction() const;
  Advice advice(const RaceExplanation& explanation, const RaceCircumstances& circumstances) const;

 private:
  bool vulkan() const { return program_.module->memory_model() == spv::MemoryModel::Vulkan; }
  SourceLocation source(std::uint32_t origin) const {
    const std::uint32_t instruction = program_.origins[origin].instruction;
    return program_.module->source(program_.module->instruction(instruction).line);
  }
  // " at line 10"; "" if the line is not known.
  std::string at_line(std::uint32_t origin) const {
    const std::uint32_t line = origin == 0 ? 0 : source(origin).line;
    return line == 0 ? "" : " at line " + std::to_string(line);
  }
  // The call of the barrier to which `missing` refers, if its line is known.
  std::string subgroup_barrier() const {
    const std::string line = race_.barrier == 0 ? "" : source(race_.barrier).text;
    for (const char* const name : {"subgroupBarrier()", "sub_group_barrier()"}) {
      const std::string_view call(name, std::string_view(name).size() - 1);
      if (line.find(call) != std::string::npos) return name;
    }
    return "subgroup barrier";
  }
  std::string loop_text() const {
    return "the loop" + at_line(program_.constructs[access_.loops->at(loop_).construct].origin);
  }
  std::string invocation(const RacingAccess& of) const;
  // The invocation that made the earlier access, and where it was.
  std::string other_place() const;
  void find_loop();
  bool is_copy(const RacingAccess& of) const;
  bool are_of_one_invocation() const {
    return access_.invocation == other_.invocation && access_.workgroup == other_.workgroup;
  }

  static constexpr std::size_t none = ~std::size_t{0};
  const Program& program_;
  const Dim3& group_count_;
  const Race& race_;
  const RacingAccess& access_;
  const RacingAccess& other_;
  SourceLanguage language_;
  // The outermost loop in which both accesses were, in different iterations.
  std::size_t loop_ = none;
};

void RaceWriter::find_loop() {
  if (access_.loops == nullptr || other_.loops == nullptr) return;
  const std::size_t common = std::min(access_.loops->size(), other_.loops->size());
  for (std::size_t i = 0; i < common; ++i) {
    const EnclosingLoop& here = (*access_.loops)[i];
    const EnclosingLoop& there = (*other_.loops)[i];
    if (here.construct != there.construct) return;
    if (here.iteration == there.iteration) continue;
    loop_ = i;
    return;
  }
}

std::string RaceWriter::invocation(const RacingAccess& of) const {
  const std::uint32_t size = program_.subgroup_size;
  const std::uint32_t index =
      program_.layout_of(of.workgroup).invocation(of.invocation / size, of.invocation % size);
  std::string text = "invocation " + id_text(program_.local_size_of(of.workgroup), index);
  if (access_.workgroup != other_.workgroup)
    text += " of workgroup " + id_text(group_count_, of.workgroup);
  return text;
}

bool RaceWriter::is_copy(const RacingAccess& of) const {
  const std::uint32_t instruction = program_.origins[of.site.origin].instruction;
  const spv::Op opcode = program_.module->instruction(instruction).opcode;
  return opcode == spv::Op::OpGroupAsyncCopy || opcode == spv::Op::OpUntypedGroupAsyncCopyKHR;
}

std::string verb(const RaceSite& site, bool is_copy) {
  if (is_copy) return site.writes ? "starts a copy that writes" : "starts a copy that reads";
  if (site.atomic) return site.writes ? "atomically writes" : "atomically reads";
  return site.writes ? "writes" : "reads";
}

std::string RaceWriter::message(const RaceExplanation& explanation) const {
  std::string text = std::string(explanation.title) + ": " + invocation(access_) + " " +
                     verb(access_.site, is_copy(access_)) + " " + access_.element;
  if (loop_ != none) {
    text +=
        " in iteration " + std::to_string((*access_.loops)[loop_].iteration) + " of " + loop_text();
  }
  text += ", and " + (are_of_one_invocation() ? "it" : invocation(other_)) + " " +
          verb(other_.site, is_copy(other_)) + " " +
          (other_.element == access_.element ? "it" : other_.element);
  if (other_.object != access_.object) text += " through " + other_.object;
  if (loop_ != none) text += " in iteration " + std::to_string((*other_.loops)[loop_].iteration);
  text += "; " + (is_copy(other_) && explanation.help.empty()
                      ? "no wait_group_events() for the copy separates the accesses"
                      : explanation.missing);
  const bool is_unordered = race_.missing == MissingEdge::synchronization ||
                            race_.missing == MissingEdge::other_workgroup;
  if (is_unordered && (access_.site.is_volatile || other_.site.is_volatile))
    text += "; Volatile does not order accesses";
  return text;
}

std::string RaceWriter::other_place() const {
  const std::uint32_t size = program_.subgroup_size;
  std::string text = invocation(other_) + ", lane " + std::to_string(other_.invocation % size) +
                     " of subgroup " + std::to_string(other_.invocation / size);
  if (loop_ != none) {
    text +=
        ", in iteration " + std::to_string((*other_.loops)[loop_].iteration) + " of " + loop_text();
  }
  return text;
}

std::string RaceWriter::note_of_same_instruction() const {
  if (are_of_one_invocation()) return "";
  return "both invocations are at this instruction; the other one is " + other_place();
}

std::string RaceWriter::note() const {
  const char* const done = other_.site.atomic
                               ? (other_.site.writes ? "atomically written" : "atomically read")
                           : is_copy(other_)    ? "copied"
                           : other_.site.writes ? "written"
                                                : "read";
  return std::string(done) + " here by " + other_place();
}

Advice RaceWriter::advice(const RaceExplanation& explanation,
                          const RaceCircumstances& circumstances) const {
  const bool is_in_loop = access_.loops != nullptr && !access_.loops->empty();
  const RaceToAdvise race{
      program_,
      race_,
      access_.site,
      other_.site,
      language_,
      vulkan(),
      loop_ == none ? 0 : program_.constructs[access_.loops->at(loop_).construct].origin,
      is_in_loop && other_.loops == nullptr,
      subgroup_barrier(),
      circumstances.may_search};
  if (circumstances.flags && !access_.site.atomic && race.may_search)
    return advise_memory_barriers(race, *circumstances.flags);
  if (!explanation.help.empty()) {
    if (!race.may_search) return {explanation.help, {}};
    return {explanation.help, edits_of_explanation(race)};
  }
  return is_copy(other_) ? advise_wait(race) : advise_barrier(race);
}

}  // namespace

const Clause& race_clause(const Race& race, const RaceSite& site, const RaceSite& other,
                          bool same_value, bool de_facto_order) {
  if (de_facto_order)
    return *explain_de_facto_order(race.missing, SourceLanguage::other, site.storage).clause;
  const Clause* clause = explain_race({site, other, race.missing}).clause;
  return same_value && clause == &race_clauses::data_race ? race_clauses::same_value : *clause;
}

RaceReport describe_race(const Program& program, const Dim3& group_count, const Race& race,
                         const RacingAccess& access, const RacingAccess& other,
                         const RaceCircumstances& circumstances) {
  const RaceWriter writer(program, group_count, race, access, other);
  RaceExplanation explanation =
      circumstances.de_facto_order ? writer.explain_de_facto() : writer.explain();
  if (circumstances.same_value && explanation.clause == &race_clauses::data_race) {
    explanation.clause = &race_clauses::same_value;
    explanation.title = "data race that leaves the value unchanged";
  }
  if (circumstances.flags && race.missing == MissingEdge::other_workgroup) {
    explanation.missing =
        "atomics connect the two workgroups, but without memory barriers they do not order other "
        "memory";
  }
  Advice advice = writer.advice(explanation, circumstances);
  return {explanation.clause,
          writer.message(explanation),
          {other.site.origin, writer.note(), writer.note_of_same_instruction(),
           std::move(advice.help), std::move(advice.edits), access.workgroup != other.workgroup}};
}

}  // namespace spirv_oracle
