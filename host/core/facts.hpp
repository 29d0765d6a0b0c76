#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <svc/currency.hpp>
#include <svc/date.hpp>
#include <svc/id.hpp>

namespace svc::host {

class UnitMemory;

/// The actor of a unit of work (api "Actor").
struct Actor {
    enum class Kind { None, User, ApiKey };
    Kind kind = Kind::None;
    Uuid id;

    /// Value of created_by_kind: "user", "api_key" or nothing.
    std::optional<std::string_view> kindText() const {
        if (kind == Kind::None) {
            return std::nullopt;
        }
        return kind == Kind::User ? "user" : "api_key";
    }
    std::optional<std::string> idText() const {
        if (kind == Kind::None) {
            return std::nullopt;
        }
        return encodeId(kind == Kind::User ? "usr" : "key", id);
    }
};

/// Company data that requests and jobs need. Read in the same statement as the caller.
struct CompanyFacts {
    Uuid id;
    Currency currency;
    std::string timeZone; ///< IANA name
    std::string language; ///< en, fr, de
    std::string plan;
    std::int64_t version = 1;
    std::string json; ///< the company record as plugins and GET /companies/{id} see it
    /// Cache of the company's business units, when the caller is a key; else null. Only for the request whose
    /// look-up or proof of the key has read the version of the company's row.
    std::shared_ptr<UnitMemory> units = nullptr;
};

/// Facts that name no company: with them no stored data can be read, and no transaction begins.
inline CompanyFacts noCompany() {
    CompanyFacts facts;
    facts.timeZone = "UTC";
    facts.language = "en";
    facts.json = "{}";
    return facts;
}

} // namespace svc::host
