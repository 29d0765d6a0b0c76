#include "host/api/manifest.hpp"

#include "host/api/embedded.hpp"
#include "host/core/own_record.hpp"

#include <yaml-cpp/yaml.h>

namespace svc::host::api {

void declareHost(Catalogue& catalogue) {
    const YAML::Node manifest = YAML::Load(std::string(manifestText()));
    for (const YAML::Node& entry : manifest["scopes"]) {
        Scope scope;
        scope.plugin = "host";
        scope.scope = entry["scope"].as<std::string>();
        scope.module = entry["module"].as<std::string>();
        scope.description = entry["description"].as<std::map<std::string, std::string>>();
        scope.keyOnly = entry["keyOnly"].as<bool>(false);
        scope.neverKey = entry["neverKey"].as<bool>(false);
        scope.sessionScope = entry["sessionScope"].as<std::string>("");
        catalogue.add(std::move(scope));
    }
    for (const YAML::Node& entry : manifest["events"]) {
        EventType type;
        type.module = "host";
        type.type = entry["type"].as<std::string>();
        type.object = entry["object"].as<std::string>();
        type.since = entry["since"].as<std::string>();
        type.reserved = entry["reserved"].as<bool>(false);
        type.schema = entry["schema"].as<std::string>("");
        type.emitters = entry["emitters"].as<std::vector<std::string>>(std::vector<std::string>{});
        type.descriptions = entry["descriptions"].as<std::map<std::string, std::string>>();
        catalogue.add(std::move(type));
    }
    for (const YAML::Node& entry : manifest["records"]) {
        RecordKind kind{.kind = entry["kind"].as<std::string>(),
                        .plugin = "host",
                        .companyWide = entry["companyWide"].as<bool>(false),
                        .withoutUnit = entry["withoutUnit"].as<bool>(false)};
        kind.scope = entry["scope"].as<std::string>("");
        if (entry["record"]) {
            kind.sql = ownRecordSql(entry["record"].as<std::string>(), {});
        }
        catalogue.add(std::move(kind));
    }
    for (const auto& entry : manifest["constraints"]) {
        catalogue.addConstraint(entry.first.as<std::string>(), {entry.second.as<std::string>(), 400});
    }
}

} // namespace svc::host::api
