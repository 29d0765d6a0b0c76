#pragma once

#include <string>
#include <string_view>

#include <svc/json.hpp>

namespace svc::host::openapi {

/// Is it a keyword of schemas: one that is checked, chooses the type in code, or is for readers?
bool isSchemaKeyword(std::string_view name) noexcept;

/// Refuses in a contract what nobody would read, because its name is wrong or it stands where it means
/// nothing, and extensions whose value is of another kind. Throws ContractError: `WHERE: PLACE: …`.
void checkContract(const Json& document, const std::string& where);

} // namespace svc::host::openapi
