/// @file Converts names of a contract to C++ names.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace svc::bindgen {

/// `time_entry.created` → `TimeEntryCreated`; `e-invoicing` → `EInvoicing`; a name that begins with a digit
/// is prefixed with `V`.
std::string upperCamel(std::string_view text);
/// `host.commands` → `hostCommands`, `delete` → `delete_`.
std::string lowerCamel(std::string_view text);
/// The name of a member: unchanged, but with `_` appended to C++ keywords, `operator` → `operator_`.
std::string memberName(std::string_view text);
/// `fr-accounting` → `fr_accounting`.
std::string namespaceName(std::string_view pluginId);
/// The enumerator of a value: `on_hold` → `OnHold`, `-name` (descending order) → `NameDescending`, `,` →
/// `Comma`.
std::string enumeratorName(std::string_view value);
/// Is a column of a list a plain name, such as `r.kind`, and not an expression?
bool isColumnName(std::string_view column);
/// A text as a C++ string literal.
std::string literal(std::string_view text);

/// Type names of the identifier prefixes that the API defines (API definitions 1.2): `sal` → `SaleId`.
const std::map<std::string, std::string, std::less<>>& knownIdentifiers();

} // namespace svc::bindgen
