#pragma once

#include <string>
#include <string_view>

namespace svc::host::db {

/// A value quoted as a string literal of SQL, for the few statements that take no parameters.
std::string quoteLiteral(std::string_view value);
/// Quotes an identifier.
std::string quoteIdentifier(std::string_view name);

} // namespace svc::host::db
