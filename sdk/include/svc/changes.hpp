/// @file The changes of a record, for Call::history().
#pragma once

#include <string_view>

#include <svc/json.hpp>

namespace svc {

/// `[{ field, from, to }]`: the change of one field.
///
///     call.history("sale", id, "payment.recorded", svc::changeOf("balance", before, sale.balance()));
template <class From, class To>
Json changeOf(std::string_view field, const From& from, const To& to) {
    return Json::array({Json::object({{"field", field}, {"from", from}, {"to", to}})});
}

/// `[{ field, from, to }]` for each member that differs between the two records, except `version` and
/// `updatedAt`; a missing member counts as null.
inline Json changesBetween(const Json& before, const Json& after) {
    Json changes = Json::array();
    const auto note = [&](std::string_view field, const Json& from, const Json& to) {
        if (field != "version" && field != "updatedAt" && !(from == to)) {
            changes.push(Json::object({{"field", field}, {"from", from}, {"to", to}}));
        }
    };
    for (const Json::Member& now : after.members()) {
        note(now.name, before[now.name], now.value);
    }
    for (const Json::Member& was : before.members()) {
        if (!after.contains(was.name)) {
            note(was.name, was.value, Json(nullptr));
        }
    }
    return changes;
}

} // namespace svc
