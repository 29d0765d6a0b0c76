#pragma once

#include <utility>

#include <svc/call.hpp>

namespace svc::records {

/// The document that a regime prepares (`document` of its input) with date, currency, total, taxes and
/// partner: the input itself when it has them, else read from the module sales. Its lines may be missing.
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
