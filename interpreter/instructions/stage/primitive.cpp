// Primitive Instructions, of geometry shaders

#include "grammar/core.h"
#include "interpreter/exec/report/report.h"
#include "interpreter/exec/stage_planes.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/findings/clause_id.h"
#include "interpreter/instructions/common/families.h"
#include "interpreter/instructions/common/lists.h"
#include "interpreter/instructions/memory/stage_variables.h"

namespace spirv_oracle {
namespace {

// Stream, or 0 for instructions without it.
template <class G>
std::uint32_t stream_of(Lowering& lowering, const Instruction& instruction) {
  if constexpr (requires { G::stream; }) {
    const auto stream = lowering.types().integer(instruction.id(G::stream));
    constexpr std::int64_t most = 31;
    if (!stream || *stream < 0 || *stream > most)
      lowering.fail_input("Stream must be a constant from 0 to 31");
    return static_cast<std::uint32_t>(*stream);
  }
  return 0;
}

void check_model(const Lowering& lowering) {
  if (lowering.program().execution_model != spv::ExecutionModel::Geometry)
    lowering.fail_input("only geometry shaders emit vertices");
}

template <class G>
struct Emission {
  using Grammar = G;
  static constexpr Clause too_many_vertices{
      internal::ClauseId<G, ".too-many-vertices">::view,
      "too-many-vertices",
      Effect::undefined_behavior,
      "the invocation has emitted OutputVertices vertices before",
      ArithmeticPoison::unchanged,
      "declare more vertices: layout(max_vertices = N) out"};
  static constexpr auto clauses = clause_list(too_many_vertices);

  // extra: { stream, count, slots of the outputs }
  static const Record* execute(Subgroup& subgroup, const Record* record) {
    const std::uint32_t* words = subgroup.data + record->extra;
    const LaneMask beyond = emit_vertices(subgroup, {words + 2, words[1]}, words[0]);
    if (beyond.any()) [[unlikely]] {
      report(subgroup, *record, too_many_vertices, beyond,
             "OutputVertices is " + std::to_string(subgroup.program->stage.output_vertices));
    }
    return subgroup.state == SubgroupState::stopped ? nullptr : record + 1;
  }

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    check_model(lowering);
    std::vector<std::uint32_t> words = load_stage_outputs(lowering);
    const std::vector<Slot> slots(words.begin(), words.end());
    words.insert(words.begin(),
                 {stream_of<G>(lowering, instruction), static_cast<std::uint32_t>(slots.size())});
    const std::uint32_t record = lowering.emit(&execute, no_slot, {}, lowering.add_data(words));
    lowering.describe(record, {.reads = slots, .is_control_flow = true});
    undefine_stage_outputs(lowering);
  }
};

template <class G>
struct End {
  using Grammar = G;
  // extra: the stream
  static const Record* execute(Subgroup& subgroup, const Record* record) {
    end_primitives(subgroup, record->extra);
    return record + 1;
  }

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    check_model(lowering);
    lowering.emit(&execute, no_slot, {}, stream_of<G>(lowering, instruction));
  }
};

struct OpEmitVertex : Emission<grammar::OpEmitVertex> {};
struct OpEmitStreamVertex : Emission<grammar::OpEmitStreamVertex> {};
struct OpEndPrimitive : End<grammar::OpEndPrimitive> {};
struct OpEndStreamPrimitive : End<grammar::OpEndStreamPrimitive> {};

}  // namespace

std::span<const InstructionDefinition> primitive_instructions() {
  return InstructionList<OpEmitVertex, OpEndPrimitive, OpEmitStreamVertex,
                         OpEndStreamPrimitive>::definitions;
}

}  // namespace spirv_oracle
