#pragma once

#include <svc/columns.hpp>

#include "category/store.hpp"

namespace svc::treasury {

inline const Table CategoryTable("treasury.category", columnWrittenOnce("key", &Category::key),
                                 column("label", &Category::label), column("direction", &Category::direction),
                                 column("accounts", &Category::accounts));

} // namespace svc::treasury
