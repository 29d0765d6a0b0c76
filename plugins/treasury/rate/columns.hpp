#pragma once

#include <svc/columns.hpp>

#include "rate/store.hpp"

namespace svc::treasury {

inline const Table Rates("treasury.rate", columnWrittenOnce("currency", &Rate::currency),
                         column("rate", &Rate::rate), column("date", &Rate::date),
                         column("source", &Rate::source));

} // namespace svc::treasury
