#pragma once

#include <string_view>

#include "count/store.hpp"

namespace svc::stock {

/// A count that is neither validated nor cancelled, locked: 404 count-not-found, 400 count-not-draft.
Count lockDraft(Call& call, CountId id);

/// Writes and tells the new status of what was a draft, with `lines` what was found of them; the answer of
/// the operation.
Answer<200, api::StockCount> changed(Call& call, Count& count, std::string_view action, bool lines);

} // namespace svc::stock
