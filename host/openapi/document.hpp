#pragma once

#include "host/core/catalogue.hpp"
#include "host/openapi/contract.hpp"

#include <svc/json.hpp>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace svc::host::openapi {

/// The module without which nobody can call an operation of a plugin: its scopes are of modules that are not
/// enabled, of which this is the first.
std::optional<std::string> absentModule(const Operation& operation, const Catalogue& catalogue);

struct DocumentOptions {
    std::string build = "0"; ///< info.version is 3.0.<build>
    std::string serverUrl = "/";
    std::map<std::string, std::string> pluginNames; ///< tag descriptions by plugin id; the id when missing
};

/// One OpenAPI 3.1.0 document of all contracts: what every answer and request has in common is added here, so
/// that fragments need not repeat it. Operations of which a module is absent are left out. Event types of the
/// catalogue become webhooks. Throws ContractError, naming both plugins, when two claim the same path or
/// operationId.
Json mergeContracts(const std::vector<const Contract*>& contracts, const Catalogue& catalogue,
                    const DocumentOptions& options);

/// The document as it is served: the same bytes to everybody, made once.
struct ServedDocument {
    std::string text;
    std::string compressed; ///< gzip
    std::string etag;       ///< with quotation marks
};
ServedDocument serve(const Json& document);

} // namespace svc::host::openapi
