#include "api/amounts.hpp"

#include <svc/money.hpp>

namespace svc::treasury {

Json amountJson(std::int64_t minor, Currency currency) {
    return Json::object({{"amount", minor}, {"currency", currency}});
}

std::int64_t minorAt(const Json& number, std::string_view path, Currency currency) {
    const auto major = Decimal::parse(number.numberText());
    const auto minor = major ? minorFromMajor(*major, currency) : std::nullopt;
    if (!minor) {
        throw fieldInvalid(path);
    }
    return *minor;
}

std::int64_t minorOf(const Json& body, std::string_view field, Currency currency) {
    return minorAt(body[field], field, currency);
}

Date businessDate(Call& call, const Json& body) {
    const auto text = body.optionalText("date");
    const auto date = text ? Date::parse(*text) : std::optional(call.today());
    if (!date) {
        throw fieldInvalid("date");
    }
    call.checkDate(*date);
    return *date;
}

} // namespace svc::treasury
