#include "host/api/demonstration.hpp"

#include "host/api/key_records.hpp"
#include "host/auth/digest.hpp"
#include "host/auth/password.hpp"
#include "host/auth/roles.hpp"

#include <svc/error.hpp>
#include <svc/text.hpp>

namespace svc::host::api {
namespace {

constexpr std::size_t PasswordLength = 20;

void demonstrate(UnitOfWork& work, const Catalogue& catalogue, const CompanyMaker::Made& made) {
    const Json company = Json::parse(work.company().json);
    const Json input = Json::object({{"businessUnitId", encodeId("bus", made.businessUnit)},
                                     {"locationId", Json(made.locationId)},
                                     {"walletId", Json(made.walletId)},
                                     {"cashWalletId", Json(made.cashWalletId)},
                                     {"bankWalletId", Json(made.bankWalletId)},
                                     {"language", company["language"]},
                                     {"country", company["country"]},
                                     {"currency", company["currency"]}});
    for (const Lifecycle& lifecycle : catalogue.lifecycles()) {
        if (!lifecycle.demonstrate.empty()) {
            work.command(lifecycle.demonstrate, input.dump());
        }
    }
}

} // namespace

Demonstration::Order Demonstration::firstStart(std::string baseUrl) {
    Order order;
    order.baseUrl = std::move(baseUrl);
    order.more = Json::object(
        {{"legalName", "Lumière SARL"},
         {"vatNumber", "FR40303265045"},
         {"registrationNumber", "30326504500017"},
         {"email", "bonjour@lumiere.example"},
         {"phone", "+33320000000"},
         {"contactName", "Léa Simon"},
         {"peppolId", "0002:303265045"},
         {"iban", "FR7630006000011234567890189"},
         {"bic", "AGRIFRPP"},
         {"address",
          Json::object(
              {{"line1", "3 rue du Port"}, {"postalCode", "59800"}, {"city", "Lille"}, {"country", "FR"}})}});
    return order;
}

Json Demonstration::make(const Order& order) {
    const std::string password = auth::randomAlphanumeric(PasswordLength);
    CompanyMaker::Order company;
    company.body = order.more;
    company.body.set("name", Json(order.name));
    company.body.set("country", Json(order.country));
    for (const auto& [key, setting] : services_.catalogue.companySettings()) {
        if (order.withData && !setting.demonstration.isNull()) {
            company.body.set(key, setting.demonstration);
        }
    }
    company.plan = "unlimited";
    company.ownerEmail = std::string(trim(order.ownerEmail));
    company.ownerName = company.ownerEmail.substr(0, company.ownerEmail.find('@'));
    company.ownerPasswordHash = auth::hashPassword(password);
    if (company.ownerName.empty() || company.ownerEmail.find('@') == std::string::npos) {
        throw fieldInvalid("ownerEmail");
    }
    Json answer;
    maker_.make(company, [&](UnitOfWork& work, const CompanyMaker::Made& made) {
        NewKey key;
        key.scopes = auth::keyScopes(services_.catalogue);
        key.name = "Demonstration, live";
        const Json live = insertKey(work, key);
        key.name = "Demonstration, test";
        key.mode = auth::KeyMode::Test;
        const Json test = insertKey(work, key);
        if (order.withData) {
            demonstrate(work, services_.catalogue, made);
        }
        work.db().flush();
        answer = Json::object({{"baseUrl", order.baseUrl},
                               {"companyId", encodeId("com", made.company)},
                               {"businessUnitId", encodeId("bus", made.businessUnit)},
                               {"locationId", Json(made.locationId)},
                               {"cashWalletId", Json(made.cashWalletId)},
                               {"bankWalletId", Json(made.bankWalletId)},
                               {"ownerEmail", company.ownerEmail},
                               {"ownerPassword", made.ownerIsNew ? Json(password) : Json(nullptr)},
                               {"liveKey", live["key"]},
                               {"testKey", test["key"]}});
        if (order.beforeCommit) {
            order.beforeCommit(answer);
        }
    });
    return answer;
}

} // namespace svc::host::api
