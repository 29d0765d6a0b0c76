#include "host/auth/company_record.hpp"

#include "host/auth/sql.hpp"

namespace svc::host::auth {

Json companyRecord(const db::Rows& rows, std::size_t row, std::size_t first,
                   const std::vector<std::string>& modules, const CompanySettings& settings) {
    std::size_t column = first;
    const auto next = [&] { return rows.cell(row, column++); };
    const auto text = [&](Json& record, const char* name) { record.add(name, textJson(next())); };
    Json record = Json::object();
    record.add("id", idJson("com", next()));
    for (const char* name : {"slug", "name", "legalName", "country", "currency", "timeZone", "language",
                             "vatNumber", "registrationNumber", "peppolId"}) {
        text(record, name);
    }
    record.add("address", parsedJson(next()));
    for (const char* name : {"email", "phone", "iban", "bic", "contactName"}) {
        text(record, name);
    }
    record.add("pricesIncludeTax", boolJson(next().value_or("t")));
    text(record, "defaultTaxCategory");
    record.add("defaultTaxRate", decimalJson(next()));
    record.add("paymentTermsDays", Json(integerOf(next().value_or("0"))));
    showSettings(record, parsedJson(next()), Currency::of(record["currency"].text()), settings);
    text(record, "chart");
    text(record, "lockDate");
    text(record, "plan");
    record.add("accounting", parsedJson(next()));
    record.add("modules", Json(modules));
    record.add("defaultBusinessUnitId", idJson("bus", next()));
    record.add("defaultWalletId", idJson("wal", next()));
    record.add("version", Json(integerOf(next().value_or("1"))));
    record.add("createdAt", instantJson(next()));
    record.add("updatedAt", instantJson(next()));
    const auto actorKind = next();
    record.add("createdBy", actorJson(actorKind, next()));
    return record;
}

CompanyFacts companyFacts(const db::Rows& rows, std::size_t row, std::size_t first,
                          const std::vector<std::string>& modules, const CompanySettings& settings) {
    const Json record = companyRecord(rows, row, first, modules, settings);
    CompanyFacts facts;
    facts.id = Uuid::parse(rows.text(row, first)).value_or(Uuid());
    facts.currency = Currency::of(record["currency"].text());
    facts.timeZone = record["timeZone"].text();
    facts.language = record["language"].text();
    facts.plan = record["plan"].text();
    facts.version = record["version"].integer();
    facts.json = record.dump();
    return facts;
}

std::string supportedLanguage(std::string_view code) {
    const std::string_view main = code.substr(0, 2);
    return std::string(main == "fr" || main == "de" ? main : "en");
}

} // namespace svc::host::auth
