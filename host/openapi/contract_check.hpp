#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <svc/json.hpp>

namespace svc::host::openapi {

/// Is it a keyword of schemas: one that is checked, chooses the type in code, or is for readers?
bool isSchemaKeyword(std::string_view name) noexcept;

/// A mistake in the document of a contract.
struct ContractMistake {
    std::vector<std::string> keys; ///< that lead to the value, as far as they are there; the entry of a list
                                   ///< by its number from 0
    std::string place;             ///< for readers: `GET /notes`
    std::string reason;
};

/// All keywords in a contract that would be ignored, because the name is wrong or not allowed at that place,
/// and those with a value of the wrong kind.
std::vector<ContractMistake> mistakesOf(const Json& document);

} // namespace svc::host::openapi
