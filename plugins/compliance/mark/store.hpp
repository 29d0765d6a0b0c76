#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bindings.hpp"

namespace svc::compliance {

using api::FiscalMark;

/// A mark as regimes tell it.
FiscalMark markOf(std::string_view regime, const commands::RegimeMark& told);
/// Stores what a regime requires to be printed on a document; a later call for the same regime replaces it.
/// `more`: further marks, as regimes write them. Written with the commit: marksOf sees it only afterwards.
void saveMark(Call& call, std::string_view kind, std::string_view documentId, const FiscalMark& mark,
              const std::vector<Json>& more = {});
/// The marks of all regimes, sorted by regime; those of one regime in sequence.
std::vector<FiscalMark> marksOf(Call& call, std::string_view kind, std::string_view documentId);

} // namespace svc::compliance
