// Critical sections of fragment shaders (SPV_EXT_fragment_shader_interlock)

#include "grammar/core.h"
#include "interpreter/instructions/common/families.h"
#include "interpreter/instructions/common/lists.h"

namespace spirv_oracle {
namespace {

// Overlapping fragments of an entry point with an interlock mode are in different launches, one after the other
// (graphics/draw.cpp). So the section of an earlier one has ended.
template <class G>
struct Delimiter : Arrangement<G> {
  static void arrange(Lowering&, const Instruction&) {}
};
struct OpBeginInvocationInterlockEXT : Delimiter<grammar::OpBeginInvocationInterlockEXT> {};
struct OpEndInvocationInterlockEXT : Delimiter<grammar::OpEndInvocationInterlockEXT> {};

}  // namespace

std::span<const InstructionDefinition> interlock_instructions() {
  return InstructionList<OpBeginInvocationInterlockEXT, OpEndInvocationInterlockEXT>::definitions;
}

}  // namespace spirv_oracle
