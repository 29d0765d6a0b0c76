#pragma once

#include <string>
#include <string_view>

namespace svc::sales {

/// A creditor reference of ISO 11649 made from a document number: `INV-2026-000123` gives `RF` + two check
/// digits + `INV2026000123`. Only letters and digits count, the last 21 of them; empty when there are none.
std::string creditorReference(std::string_view number);

/// The remainder of ISO 7064 MOD 97-10 over letters (A = 10 … Z = 35) and digits: 1 for a valid reference
/// whose first four characters were moved to the end.
int mod97(std::string_view text);

} // namespace svc::sales
