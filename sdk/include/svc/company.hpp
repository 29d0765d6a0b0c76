/// @file The company of a call.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <svc/currency.hpp>
#include <svc/date.hpp>
#include <svc/decimal.hpp>
#include <svc/id.hpp>
#include <svc/json.hpp>
#include <svc/lately_used.hpp>

namespace svc {

/// The data of the company that documents of any module need (api "Company"). A setting that concerns one
/// module alone is declared by that module, under companySettings of its plugin.yaml, and read by
/// companySettings(call) of its bindings.
struct Company {
    Uuid id;
    std::string name;
    std::string country;
    std::string language;
    std::string timeZone;
    Currency currency;
    std::optional<std::string> vatNumber;
    bool pricesIncludeTax = true;
    std::string defaultTaxCategory;
    Decimal defaultTaxRate;
    int paymentTermsDays = 30;
    std::optional<Date> lockDate;
    std::string chart; ///< default chart of accounts
    Json accounting;   ///< siren, fiscalYearStart ("01-01"), inventory ("perpetual" or "periodic"), datev
};

/// A company as the host gives it to a call.
struct KnownCompany {
    std::string text; ///< the record as JSON text, as the host wrote it
    Json record;
    Company facts;
};

namespace detail {

inline Company readCompany(Uuid id, const Json& record) {
    const auto text = [&](std::string_view name) { return record.optionalText(name); };
    Company company;
    company.id = id;
    company.name = text("name").value_or("");
    company.country = text("country").value_or("");
    company.language = text("language").value_or("en");
    company.timeZone = text("timeZone").value_or("UTC");
    company.currency = Currency::parse(text("currency").value_or("EUR")).value();
    company.vatNumber = text("vatNumber");
    company.pricesIncludeTax = record.optionalBool("pricesIncludeTax").value_or(true);
    company.defaultTaxCategory = text("defaultTaxCategory").value_or("S");
    company.defaultTaxRate = record.optionalDecimal("defaultTaxRate").value_or(Decimal());
    company.paymentTermsDays = static_cast<int>(record.optionalInteger("paymentTermsDays").value_or(30));
    if (const auto lock = text("lockDate")) {
        company.lockDate = Date::parse(*lock);
    }
    company.chart = text("chart").value_or("SYSCOHADA");
    company.accounting = record["accounting"].isObject() ? record["accounting"] : Json::object();
    return company;
}

/// The company of a record. Cached, because calls ask for it often and it seldom changes: the cached value is
/// used while the text of the record is the same.
inline std::shared_ptr<const KnownCompany> knownCompany(Uuid id, std::string_view text) {
    static LatelyUsed<Uuid, std::shared_ptr<const KnownCompany>> used;
    if (auto known = used.find(id); known && (*known)->text == text) {
        return *std::move(known);
    }
    Json record = Json::parse(text);
    Company facts = readCompany(id, record);
    auto read = std::make_shared<const KnownCompany>(
        KnownCompany{std::string(text), std::move(record), std::move(facts)});
    used.keep(id, read);
    return read;
}

} // namespace detail
} // namespace svc
