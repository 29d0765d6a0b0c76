#include "api/money.hpp"

#include <svc/error.hpp>

namespace svc::purchases {

std::int64_t amountOf(const Decimal& major, Currency currency, std::string_view path) {
    const auto minor = minorFromMajor(major, currency);
    if (!minor) {
        throw fieldInvalid(path);
    }
    return *minor;
}

Decimal unitPriceOf(const Decimal& major, Currency currency, std::string_view path) {
    const auto minor = minorFromUnitPrice(major, currency);
    if (!minor || minor->sign() < 0) {
        throw fieldInvalid(path);
    }
    return *minor;
}

Json amountJson(std::int64_t minor, Currency currency) {
    return Json::object({{"amount", minor}, {"currency", currency.code()}});
}

Json amountJson(const Decimal& minor, Currency currency) {
    return Json::object({{"amount", minor}, {"currency", currency.code()}});
}

std::string pathOf(std::string_view list, std::size_t index, std::string_view field) {
    return std::string(list) + '[' + std::to_string(index) + "]." + std::string(field);
}

} // namespace svc::purchases
