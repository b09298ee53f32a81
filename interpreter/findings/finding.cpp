#include "interpreter/findings/finding.h"

namespace spirv_oracle {

const char* severity_name(Severity severity) {
  switch (severity) {
    case Severity::undefined_behavior:
      return "undefined-behavior";
    case Severity::undefined_value:
      return "undefined-value";
    case Severity::undefined_output:
      return "undefined-output";
    case Severity::possible_undefined_behavior:
      return "possible-undefined-behavior";
    case Severity::note:
      return "note";
    case Severity::implementation_dependent:
      break;
  }
  return "implementation-dependent";
}

Severity severity_of(Effect effect) {
  switch (effect) {
    case Effect::undefined_behavior:
      return Severity::undefined_behavior;
    case Effect::undefined_result:
      return Severity::undefined_value;
    case Effect::defined:
      return Severity::note;
    case Effect::implementation_defined:
      break;
  }
  return Severity::implementation_dependent;
}

}  // namespace spirv_oracle
