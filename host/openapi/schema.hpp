#pragma once

#include <svc/decimal.hpp>
#include <svc/json.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace svc::host::openapi {

/// What a `$ref` to a schema of the same document begins with.
inline constexpr std::string_view SchemaPrefix = "#/components/schemas/";

/// A contract is invalid: the message names plugin, place and reason. It is refused when the host starts.
class ContractError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
    /// `where`: the file, `place`: in it.
    ContractError(const std::string& where, std::string place, std::string reason)
        : std::runtime_error(where + ": " + place + ": " + reason), place_(std::move(place)),
          reason_(std::move(reason)) {}

    const std::string& place() const noexcept { return place_; }
    const std::string& reason() const noexcept { return reason_; }

private:
    std::string place_;
    std::string reason_;
};

enum class Format {
    None = 1,
    Date,
    DateTime,
    InstantOrDate,
    Email,
    Currency,
    Country,
    Password, ///< validated without trimming
};

/// A regular expression of a schema.
class Pattern {
public:
    explicit Pattern(const std::string& expression);
    Pattern(Pattern&&) noexcept;
    Pattern& operator=(Pattern&&) noexcept;
    ~Pattern();
    /// Does the pattern match anywhere in the text? Thread-safe.
    bool found(std::string_view text) const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// A compiled schema: requests are validated with these structs, never with the document.
struct Schema {
    /// Bits of `types`.
    enum Type : std::uint8_t {
        Null = 1,
        Boolean = 2,
        Integer = 4,
        Number = 8,
        String = 16,
        Array = 32,
        Object = 64,
    };
    struct Property {
        std::string name;
        const Schema* schema = nullptr;
        bool required = false;
    };

    std::uint8_t types = 0; ///< 0: any
    bool amount = false;    ///< x-amount: missing, zero or negative is amount-required
    int decimals = -1;      ///< x-decimals: maximum number of decimals; -1: no limit
    Format format = Format::None;
    std::optional<std::size_t> minLength;
    std::optional<std::size_t> maxLength;
    std::optional<std::size_t> minItems;
    std::optional<std::size_t> maxItems;
    std::optional<Decimal> minimum;
    std::optional<Decimal> maximum;
    std::optional<Decimal> exclusiveMinimum;
    std::optional<Decimal> exclusiveMaximum;
    std::optional<Pattern> pattern;
    std::vector<Json> enumeration; ///< of `enum`, or the one value of `const`

    std::vector<Property> properties;  ///< in the order of the contract
    std::vector<std::size_t> required; ///< indexes into `properties`, in the order of `required`
    /// x-required-unless: positions of members that are required when the member named beside them is
    /// missing.
    std::vector<std::pair<std::size_t, std::string>> requiredUnless;
    const Schema* items = nullptr;
    const Schema* additional = nullptr; ///< schema of undeclared members
    bool open = false;                  ///< undeclared members are allowed
    bool anyRequiredBelow = false;      ///< it, or a schema below it, has required members or amounts
    std::vector<const Schema*> anyOf;   ///< of anyOf and oneOf alike: one must fit
    std::vector<const Schema*> allOf;   ///< only schemas that could not be merged into this one

    bool allows(Type type) const noexcept { return types == 0 || (types & type) != 0; }
    const Property* property(std::string_view name) const noexcept;
};

/// All schemas of one contract; `$ref` to `#/components/schemas/X` may be recursive.
class SchemaSet {
public:
    /// `document`: the contract, looked at while compiling only. `where`: its name, for messages.
    SchemaSet(const Json& document, std::string where);
    ~SchemaSet();
    SchemaSet(SchemaSet&&) noexcept;
    SchemaSet& operator=(SchemaSet&&) noexcept;

    /// Compiles any schema object of the document; the pointer stays valid as long as this object.
    const Schema* compile(const Json& schema, const std::string& place);
    /// A schema of components.schemas by name, compiled when it was not yet; nullptr when there is none.
    const Schema* named(std::string_view name);
    /// To be called when everything is compiled; the document is not read afterwards.
    void finish();

private:
    class Compiler;
    std::unique_ptr<Compiler> compiler_;
};

} // namespace svc::host::openapi
