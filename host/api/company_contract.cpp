#include "host/api/company_contract.hpp"

namespace svc::host::api {
namespace {

constexpr const char* Bodies[] = {"NewCompany", "CompanyChange"};
constexpr const char* Answer = "Company";

Json* schemaOf(Json& contract, const char* name) {
    return contract.find("components")->find("schemas")->find(name);
}

} // namespace

void addCompanyFieldNames(Catalogue& catalogue, const Json& contract) {
    for (const char* schema : {Bodies[0], Bodies[1], Answer}) {
        for (const Json::Member& field : contract["components"]["schemas"][schema]["properties"].members()) {
            catalogue.addCompanyField(field.name);
        }
    }
}

Json withCompanySettings(Json contract, const CompanySettings& settings) {
    for (const auto& [key, setting] : settings) {
        for (const char* body : Bodies) {
            schemaOf(contract, body)->find("properties")->set(key, setting.schema);
        }
        Json& answer = *schemaOf(contract, Answer);
        answer.find("properties")->set(key, setting.shownSchema());
        answer.find("required")->push(Json(key));
    }
    return contract;
}

} // namespace svc::host::api
