#pragma once

#include <string>
#include <string_view>

#include <svc/currency.hpp>
#include <svc/date.hpp>
#include <svc/decimal.hpp>

namespace svc::storefront {

/// An amount in minor units as people of the language write it: `€18.00`, `18,00 €`.
std::string moneyText(const Decimal& minor, Currency currency, std::string_view language);
/// A number without zeros at its end: `1.5`, `1,5`.
std::string numberText(const Decimal& number, std::string_view language);
/// A business date: `20 Nov 2026`, `20.11.2026`, `20/11/2026`.
std::string dateText(Date date, std::string_view language);

} // namespace svc::storefront
