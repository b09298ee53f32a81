#include "support/interrupt.h"

namespace spirv_oracle {
namespace {

std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);  // a signal handler may set it

void note_interrupt(int /*signal*/) { interrupted = true; }

}  // namespace

InterruptFlag::InterruptFlag() {
  interrupted = false;
  sigaction(SIGINT, nullptr, &before_);
  if (before_.sa_handler == SIG_IGN) return;
  struct sigaction once {};
  once.sa_handler = &note_interrupt;
  once.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  sigaction(SIGINT, &once, nullptr);
}

InterruptFlag::~InterruptFlag() { sigaction(SIGINT, &before_, nullptr); }

const std::atomic<bool>& InterruptFlag::get() { return interrupted; }

}  // namespace spirv_oracle
