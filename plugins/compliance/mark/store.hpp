#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bindings.hpp"

namespace svc::compliance {

using api::FiscalMark;

/// A mark as regimes write it: { lines, qr, caption }.
FiscalMark markIn(std::string_view regime, const Json& told);
/// What a regime wants printed on a document; a later word of the same regime replaces it. `more`: further
/// marks, as regimes write them. Written with the commit: marksOf sees it from then on.
void saveMark(Call& call, std::string_view kind, std::string_view documentId, const FiscalMark& mark,
              const std::vector<Json>& more = {});
/// Of all regimes, by their names; those of one regime one behind the other.
std::vector<FiscalMark> marksOf(Call& call, std::string_view kind, std::string_view documentId);

} // namespace svc::compliance
