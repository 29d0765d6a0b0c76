#pragma once

#include <string>
#include <string_view>

#include <svc/json.hpp>

namespace svc::host::openapi {

/// Is it a keyword of schemas: one that is checked, chooses the type in code, or is for readers?
bool isSchemaKeyword(std::string_view name) noexcept;

/// Refuses keywords in a contract that would be ignored, because the name is wrong or not allowed at that
/// place, and extensions with a value of the wrong kind. Throws ContractError: `WHERE: PLACE: …`.
void checkContract(const Json& document, const std::string& where);

} // namespace svc::host::openapi
