#pragma once

#include <optional>
#include <string_view>

#include <svc/call.hpp>

#include "records/ids.hpp"

namespace svc::de_kassensichv {

inline constexpr std::string_view RegimeId = "de-kassensichv";
inline constexpr std::string_view Country = "DE";

/// The regime with the settings of a company that uses it.
struct OwnRegime {
    Json settings;
    bool training = false;

    records::WalletId wallet() const { return records::WalletId::parseOrNil(settings.textOr("walletId")); }
    bool isTill(const Json& data) const { return data.textOr("walletId") == settings.textOr("walletId"); }
};
/// Nothing when the company does not use it.
std::optional<OwnRegime> ownRegime(Call& call);

} // namespace svc::de_kassensichv
