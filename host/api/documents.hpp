#pragma once

#include "host/core/unit_of_work.hpp"
#include "host/http/pipeline/exchange.hpp"

#include <svc/json.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace svc::host::api {

/// The command `document.<kind>`, by which the plugin that owns a kind of document describes one of them.
inline std::string documentCommand(std::string_view kind) {
    return "document." + std::string(kind);
}

/// Does an enabled plugin own this kind?
bool isDocumentKind(const Catalogue& catalogue, std::string_view kind);

/// `{id, number, date, partnerId, label}`, or null when the company has no such document. Throws ApiError 400
/// document-kind-unknown when no plugin owns the kind.
Json findDocument(UnitOfWork& work, std::string_view kind, std::string_view id);

/// For a member limited to business units. Throws 404 `unknown` when the record belongs to another unit or no
/// plugin declares which unit it belongs to, 403 forbidden when it concerns the whole company.
void requireDocumentInReach(const http::Exchange& exchange, std::string_view kind, std::string_view id,
                            std::string_view unknown = "document-not-found");

} // namespace svc::host::api
