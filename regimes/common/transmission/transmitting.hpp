/// Regimes whose invoices go to their buyers as electronic invoices, through an access point.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <svc/call.hpp>

namespace svc::transmission {

/// The differences between these regimes.
struct Profile {
    std::string_view regime;                 ///< its identifier
    std::string_view name;                   ///< as people read it
    std::optional<std::string_view> country; ///< nothing: any country
    std::string_view rules;                  ///< profile of documents.xml
    /// Does the regime apply to this receiver (`<scheme>:<identifier>`)?
    bool (*concerns)(std::string_view receiver);
    /// A check beyond the rules: the field that is wrong; empty: none. `file`: the answer of documents.xml.
    std::string (*objection)(const Json& file);
};

Json describe(const Profile& profile);
/// In the transaction of the document: null when its buyer has no address for the regime. Refuses with
/// `invoice-incomplete:<field>`.
Json prepare(Call& call, const Json& input, const Profile& profile);
/// Sends to the access point, after asking it whether it can reach the receiver.
Json send(Call& call, const Json& input, const Profile& profile);
/// Accepted when the access point has evidence of the delivery.
Json read(Call& call, const Json& input);

} // namespace svc::transmission
