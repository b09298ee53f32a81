// Who observes a workgroup while it runs.
#pragma once

#include <optional>

#include "interpreter/exec/report/exchange_log.h"
#include "interpreter/exec/report/value_observer.h"

namespace spirv_oracle {

class RaceWatch;       // exec/race_watch.h
class RecordObserver;  // exec/state/record_observer.h
struct StageOutputs;   // stage_values.h

struct WorkgroupObservers {
  RecordObserver* watch = nullptr;  // sees every record; null: none
  RaceWatch* races = nullptr;       // null: it does not detect races
  StageOutputs* outputs = nullptr;  // of a graphics stage; null: they are not wanted
  bool prints_places = true;        // whether printed text begins with the invocation
  std::optional<ExchangeRecorder> exchanges;
  ValueObservers values;
};

}  // namespace spirv_oracle
