#pragma once

#include <utility>

#include <svc/call.hpp>

namespace svc::records {

/// The document that a regime is to prepare, `document` of its input, with date, currency, total, taxes and
/// partner: as it was told, when that has them, else as the sales know it. Its lines may be missing.
inline Json withSums(Call& call, const Json& told) {
    if (told["taxes"].isArray()) {
        return told;
    }
    Json wanted = Json::object({{"id", told.textOr("id")}});
    if (told.textOr("kind") != "sale") {
        return call.command("sales.credit_note", std::move(wanted));
    }
    wanted.set("lines", false);
    return call.command("sales.get", std::move(wanted));
}

} // namespace svc::records
