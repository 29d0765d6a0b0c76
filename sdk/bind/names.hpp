/// @file Names of the contract as names of C++.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace svc::bindgen {

/// `time_entry.created` → `TimeEntryCreated`; `e-invoicing` → `EInvoicing`; one that begins with a digit gets
/// a `V`.
std::string upperCamel(std::string_view text);
/// `host.commands` → `hostCommands`, `delete` → `delete_`.
std::string lowerCamel(std::string_view text);
/// The name of a member: as it is in the contract, `operator` → `operator_`.
std::string memberName(std::string_view text);
/// `fr-accounting` → `fr_accounting`.
std::string namespaceName(std::string_view pluginId);
/// A value of an enumeration: `on_hold` → `OnHold`, `-name` (an order turned around) → `NameDescending`, `,`
/// → `Comma`.
std::string enumeratorName(std::string_view value);
/// A text as a literal of C++.
std::string literal(std::string_view text);

/// Type names of the prefixes that the API defines (API definitions 1.2): `sal` → `SaleId`.
const std::map<std::string, std::string, std::less<>>& knownIdentifiers();

} // namespace svc::bindgen
