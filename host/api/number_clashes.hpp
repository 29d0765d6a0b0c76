#pragma once

#include "host/api/context.hpp"

namespace svc::host::api {

/// How the numbers of a kind are written.
struct NumberRule {
    std::string kind;
    std::string pattern;
    bool perBusinessUnit = false;
};

/// The rule of every kind that an enabled plugin declares: the one of the company, else the default.
std::vector<NumberRule> numberRules(http::Exchange& exchange);

/// Could a number by this rule equal one of another kind of the same plugin, or another number of the same
/// kind? Also considers former rules and former codes of business units.
bool clashes(http::Exchange& exchange, const NumberRule& rule);

/// Could a number with this code be one of another business unit, or of another kind?
bool clashes(http::Exchange& exchange, const Uuid& unit, const std::string& code);

} // namespace svc::host::api
