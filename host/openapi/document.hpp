#pragma once

#include "host/core/catalogue.hpp"
#include "host/openapi/contract.hpp"

#include <svc/json.hpp>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace svc::host::openapi {

/// The module that is missing for an operation of a plugin: all of its scopes belong to modules that are not
/// enabled, of which this is the first.
std::optional<std::string> absentModule(const Operation& operation, const Catalogue& catalogue);

struct DocumentOptions {
    std::string build = "0"; ///< info.version is 3.0.<build>
    std::string serverUrl = "/";
    std::map<std::string, std::string> pluginNames; ///< tag descriptions by plugin id; the id when missing
};

/// Merges all contracts into one OpenAPI 3.1.0 document. Parts common to all requests and answers are added
/// here, so that fragments need not repeat them. Operations with a missing module are omitted. Event types of
/// the catalogue become webhooks. Throws ContractError that names both plugins when two claim the same path
/// or operationId.
Json mergeContracts(const std::vector<const Contract*>& contracts, const Catalogue& catalogue,
                    const DocumentOptions& options);

/// The document as served: created once, the same bytes for every client.
struct ServedDocument {
    std::string text;
    std::string compressed; ///< gzip
    std::string etag;       ///< with quotation marks
};
ServedDocument serve(const Json& document);

} // namespace svc::host::openapi
