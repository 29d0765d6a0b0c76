#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bindings.hpp"

namespace svc::compliance {

using api::FiscalMark;

/// What a regime wants printed on a document; a later word of the same regime replaces it.
void saveMark(Call& call, std::string_view kind, std::string_view documentId, const FiscalMark& mark);
/// Of all regimes, by their names.
std::vector<FiscalMark> marksOf(Call& call, std::string_view kind, std::string_view documentId);

} // namespace svc::compliance
