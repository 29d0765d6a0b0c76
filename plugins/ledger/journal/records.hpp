#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include <svc/call.hpp>

namespace svc::ledger {

/// Calls `use(number, record)` for the entries of a fiscal year after number `behind` up to `last`, in their
/// order. The record is the entry as the journal seals it: JSON that never changes. Entries are read in
/// pages.
void eachRecord(Call& call, int fiscalYear, std::int64_t behind, std::int64_t last,
                const std::function<void(std::int64_t, const std::string&)>& use);

} // namespace svc::ledger
