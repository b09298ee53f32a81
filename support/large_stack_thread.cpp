#include "support/large_stack_thread.h"

#include <pthread.h>

#include <cstddef>
#include <system_error>
#include <utility>

namespace spirv_oracle {

struct LargeStackThread::State {
  std::function<void()> function;
  pthread_t thread{};
};

LargeStackThread::LargeStackThread(std::function<void()> function)
    : state_(std::make_unique<State>(State{std::move(function)})) {
  constexpr std::size_t stack = std::size_t{256} << 20;  // only the used part takes memory
  const auto call = [](void* data) -> void* {
    static_cast<State*>(data)->function();
    return nullptr;
  };
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, stack);
  const int failure = pthread_create(&state_->thread, &attributes, call, state_.get());
  pthread_attr_destroy(&attributes);
  if (failure != 0) throw std::system_error(failure, std::generic_category(), "pthread_create");
}

LargeStackThread::~LargeStackThread() { pthread_join(state_->thread, nullptr); }

}  // namespace spirv_oracle
