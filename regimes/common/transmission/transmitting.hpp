/// Regimes whose invoices go to their buyers as electronic invoices, through an access point.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <svc/call.hpp>

namespace svc::transmission {

/// What tells one such regime from the other.
struct Profile {
    std::string_view regime;                 ///< its identifier
    std::string_view name;                   ///< as people read it
    std::optional<std::string_view> country; ///< nothing: of every country
    std::string_view rules;                  ///< profile of documents.xml
    /// Is it the regime for this receiver (`<scheme>:<identifier>`)?
    bool (*concerns)(std::string_view receiver);
    /// What speaks against the document beyond the rules, as the field that is wrong; empty: nothing.
    /// `file`: the answer of documents.xml.
    std::string (*objection)(const Json& file);
};

Json describe(const Profile& profile);
/// In the transaction of the document: null when its buyer has no address for the regime. Refuses with
/// `invoice-incomplete:<field>`.
Json prepare(Call& call, const Json& input, const Profile& profile);
/// To the access point, which is asked for the receiver first.
Json send(Call& call, const Json& input, const Profile& profile);
/// Accepted when the access point has evidence of the delivery.
Json read(Call& call, const Json& input);

} // namespace svc::transmission
