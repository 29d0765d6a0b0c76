#include "connection/named_records.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <svc/error.hpp>
#include <svc/id.hpp>

namespace svc::integrations {
namespace {

struct Kind {
    std::string_view prefix;
    std::string_view command; ///< of the module that knows the records; empty: the host does
    std::string_view refusal;
};
constexpr std::array<Kind, 6> Kinds = {{{"wal", "treasury.wallet", "wallet-not-found"},
                                        {"par", "partners.get", "partner-not-found"},
                                        {"itm", "stock.items", "item-not-found"},
                                        {"loc", "stock.location", "location-not-found"},
                                        {"prl", "stock.price_list", "price-list-not-found"},
                                        {"bus", "", "business-unit-not-found"}}};

/// The kind of records that a member refers to; nullptr: it refers to none.
const Kind* kindOf(const Json& schema) {
    const std::string prefix = schema.textOr("x-id");
    const std::string pattern = schema.textOr("pattern");
    const auto found = std::find_if(Kinds.begin(), Kinds.end(), [&](const Kind& kind) {
        return prefix == kind.prefix || pattern.starts_with('^' + std::string(kind.prefix) + '_');
    });
    return found == Kinds.end() ? nullptr : &*found;
}

using NamedRecords = std::vector<std::pair<std::string, const Kind*>>;

void collect(const Json& schema, const Json& value, const std::string& path, NamedRecords& named) {
    if (!schema.isObject()) {
        return;
    }
    if (value.isString()) {
        if (const Kind* kind = kindOf(schema)) {
            if (!decodeId(kind->prefix, value.text())) {
                throw fieldInvalid(path);
            }
            named.emplace_back(value.text(), kind);
        }
    } else if (value.isArray()) {
        for (std::size_t i = 0; i < value.size(); ++i) {
            collect(schema["items"], value.at(i), path + '[' + std::to_string(i) + ']', named);
        }
    } else if (value.isObject()) {
        for (const Json::Member& member : value.members()) {
            const Json* known = schema["properties"].find(member.name);
            collect(known != nullptr ? *known : schema["additionalProperties"], member.value,
                    (path.empty() ? "" : path + '.') + member.name, named);
        }
    }
}

/// Without the module the record cannot be checked and is accepted.
bool isKnown(Call& call, const Kind& kind, const std::string& id) {
    if (kind.command.empty()) {
        return call.businessUnit(id).has_value();
    }
    if (!call.offers(kind.command)) {
        return true;
    }
    if (kind.prefix == "itm") {
        const Json found = call.command(kind.command, Json::object({{"ids", Json::array({id})}}));
        return !found["items"].empty();
    }
    return call.command(kind.command, Json::object({{"id", id}})).isObject();
}

} // namespace

void checkNamedRecords(Call& call, const Json& schema, const Json& settings, const std::string& path) {
    NamedRecords named;
    collect(schema, settings, path, named);
    for (const auto& [id, kind] : named) {
        if (isKnown(call, *kind, id)) {
            continue;
        }
        throw kind->prefix == "itm" ? ApiError(404, kind->refusal, {id}) : ApiError(404, kind->refusal);
    }
}

} // namespace svc::integrations
