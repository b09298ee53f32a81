// Query pools. Their state needs Device::execution.
#pragma once

#include <optional>

#include "vulkan/objects/object.h"

namespace spirv_oracle::vulkan {

enum class QueryState : std::uint8_t { unknown, reset, available };

struct Query {
  QueryState state = QueryState::unknown;
  std::uint64_t value = 0;
};

struct QueryPool : Object {
  static constexpr VkObjectType object_type = VK_OBJECT_TYPE_QUERY_POOL;
  QueryPool(std::uint32_t count, QueryState state)
      : Object(object_type), queries(count, Query{state, 0}) {}

  std::vector<Query> queries;
};

// What the result of a query takes in memory, in the form that the flags say; nothing if it is not available and the flags
// do not ask for partial results.
struct QueryResult {
  std::vector<std::byte> bytes;
  bool is_available = false;
};
QueryResult result_of(const Query& query, VkQueryResultFlags flags);

}  // namespace spirv_oracle::vulkan
