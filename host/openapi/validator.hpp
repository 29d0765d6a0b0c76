#pragma once

#include "host/openapi/schema.hpp"

#include <svc/json.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace svc::host::openapi {

/// Checks a request body in two passes, as api "Order of checks" 7 says: everything required first, in the
/// order of the contract, then formats. Throws ApiError field-required:, field-invalid: or amount-required at
/// the first mistake.
class BodyValidator {
public:
    /// Strings that have a schema are trimmed in place.
    void check(const Schema& schema, Json& body);
    /// The same, but the body itself may lack required members, because it may be a creation or a change.
    void checkGiven(const Schema& schema, Json& body);

    /// Paths of members that the contract does not know, at most 10: `lines[0].unitprice`. Also after a
    /// refusal.
    const std::vector<std::string>& ignored() const noexcept { return ignored_; }
    /// Did trimming change the body?
    bool changed() const noexcept { return changed_; }

private:
    void checkRequired(const Schema& schema, const Json& value);
    /// Collects ignored(), of the members before the first one with a wrong format.
    void noteUnknown(const Schema& schema, Json& body);
    void requireMembers(const Schema& schema, const Json& object);
    void requireOne(const Schema::Property& property, const Json* value, bool required);
    void checkFormat(const Schema& schema, Json& value);
    void checkObject(const Schema& schema, Json& object);
    void checkString(const Schema& schema, Json& value);
    void checkNumber(const Schema& schema, const Json& value) const;
    void checkAlternatives(const Schema& schema, Json& value);
    void ignore(std::string_view name);
    [[noreturn]] void invalid() const;

    /// The path of the current value, as one text that grows and shrinks.
    class Step;
    std::string path_;
    std::vector<std::string> ignored_;
    bool changed_ = false;
    bool givenAlone_ = false;
};

/// Checks the text of a query parameter. Throws ApiError field-invalid:<name>.
void checkParameter(const Schema& schema, std::string_view name, std::string_view value);

/// For a valid date or instant in a query parameter whose year is outside of the range that lists and reports
/// support: the first or last supported day. Nothing for any other text.
std::optional<std::string> reckonedDate(const Schema& schema, std::string_view value);

/// Looks for the first difference between a value and its schema: for answers and event data, where every
/// member must be declared. Nothing when it fits.
std::optional<std::string> findMismatch(const Schema& schema, const Json& value);

/// Limit of columns of amounts, hence of numbers without a limit of their own: 10^15.
inline constexpr std::int64_t WidestAmount = 1'000'000'000'000'000;

/// Checks a text against format, length, pattern and enumeration; used for bodies, parameters and answers.
bool stringFits(const Schema& schema, std::string_view text);
/// Checks the text of a number against type, decimals and range; without a limit in the schema it must be
/// within ±`widest`.
bool numberFits(const Schema& schema, std::string_view text, std::int64_t widest = WidestAmount);

/// Maximum length of texts whose schema sets none.
inline constexpr std::size_t DefaultMaxLength = 255;
inline constexpr std::size_t MostIgnoredNames = 10;

} // namespace svc::host::openapi
