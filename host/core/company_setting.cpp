#include "host/core/company_setting.hpp"

#include <svc/decimal.hpp>
#include <svc/error.hpp>

namespace svc::host {
namespace {

/// Decimals of a price beyond those of its currency.
constexpr int MoreDecimals = 4;

bool isOfType(const Json& value, const std::string& type) {
    if (type == "string") {
        return value.isString();
    }
    return type == "boolean" ? value.isBoolean() : value.isNumber();
}

} // namespace

bool CompanySetting::isMoney() const {
    return schema.optionalBool("x-money").value_or(false);
}

Json CompanySetting::shownSchema() const {
    return isMoney() ? Json::object({{"type", "number"}, {"description", "Minor units of the currency."}})
                     : schema;
}

Json CompanySetting::stored(const Json& written, Currency currency) const {
    if (!isOfType(written, schema.textOr("type"))) {
        throw fieldInvalid(key);
    }
    if (!isMoney()) {
        return written;
    }
    const Decimal amount = written.decimal();
    if (amount.sign() < 0 || amount.decimals() > currency.digits() + MoreDecimals) {
        throw fieldInvalid(key);
    }
    return Json(amount.shifted(currency.digits()));
}

void showSettings(Json& record, const Json& values, Currency currency, const CompanySettings& settings) {
    for (const auto& [key, setting] : settings) {
        const Json* value = values.find(key);
        record.set(key, value == nullptr ? setting.stored(setting.initial, currency) : *value);
    }
}

} // namespace svc::host
