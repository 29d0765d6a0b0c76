#pragma once

#include <string_view>

#include "count/store.hpp"

namespace svc::stock {

/// A draft count, locked: 404 count-not-found, 400 count-not-draft.
Count lockDraft(Call& call, CountId id);

/// Writes the new status of a former draft and its history, and with `lines` the results of its lines;
/// returns the response of the operation.
Answer<200, api::StockCount> changed(Call& call, Count& count, std::string_view action, bool lines);

} // namespace svc::stock
