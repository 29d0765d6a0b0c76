#include "host/app/openapi_document.hpp"

#include "host/http/pipeline/service_routes.hpp"
#include "host/openapi/document.hpp"

namespace svc::host::app {

std::string openapiDocument(Application& application) {
    const openapi::Contract service = http::serviceContract();
    std::vector<const openapi::Contract*> contracts{&service};
    openapi::DocumentOptions options;
    for (const openapi::Contract& contract : application.contracts()) {
        contracts.push_back(&contract);
    }
    for (const auto& plugin : application.plugins().loaded()) {
        options.pluginNames[plugin->declaration.id] = plugin->declaration.name.at("en");
    }
    return openapi::mergeContracts(contracts, application.catalogue(), options).dump();
}

} // namespace svc::host::app
