#include "connection/named_records.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <svc/error.hpp>
#include <svc/id.hpp>

namespace svc::integrations {
namespace {

constexpr std::string_view WalletSetting = "walletId";

// Without the module that has the records they cannot be checked and are accepted.

bool isWallet(Call& call, const Uuid& id) {
    return !calls::treasury::offersWallet(call) || calls::treasury::wallet(call, {.id = WalletId(id)});
}
bool isPartner(Call& call, const Uuid& id) {
    return !calls::partners::offersGet(call) || calls::partners::get(call, {.id = PartnerId(id)});
}
bool isItem(Call& call, const Uuid& id) {
    return !calls::stock::offersItems(call) ||
           !calls::stock::items(call, {.ids = {ItemId(id)}}).value().items.empty();
}
bool isLocation(Call& call, const Uuid& id) {
    return !calls::stock::offersLocation(call) || calls::stock::location(call, {.id = LocationId(id)});
}
bool isPriceList(Call& call, const Uuid& id) {
    return !calls::stock::offersPriceList(call) || calls::stock::priceList(call, {.id = PriceListId(id)});
}
bool isBusinessUnit(Call& call, const Uuid& id) {
    return call.businessUnit(BusinessUnitId(id).toString()).has_value();
}

/// A kind of records that settings may name.
struct Kind {
    std::string_view prefix;
    bool (*isKnown)(Call& call, const Uuid& id);
    std::string_view refusal;
    bool tellsId = false; ///< the refusal names the record
};
constexpr std::array<Kind, 6> Kinds = {
    {{.prefix = WalletId::prefix(), .isKnown = isWallet, .refusal = "wallet-not-found"},
     {.prefix = PartnerId::prefix(), .isKnown = isPartner, .refusal = "partner-not-found"},
     {.prefix = ItemId::prefix(), .isKnown = isItem, .refusal = "item-not-found", .tellsId = true},
     {.prefix = LocationId::prefix(), .isKnown = isLocation, .refusal = "location-not-found"},
     {.prefix = PriceListId::prefix(), .isKnown = isPriceList, .refusal = "price-list-not-found"},
     {.prefix = BusinessUnitId::prefix(), .isKnown = isBusinessUnit, .refusal = "business-unit-not-found"}}};

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

} // namespace

void checkNamedRecords(Call& call, const Json& schema, const Json& settings, const std::string& path,
                       const Json& before) {
    NamedRecords named;
    collect(schema, settings, path, named);
    for (const auto& [id, kind] : named) {
        if (!kind->isKnown(call, decodeId(kind->prefix, id).value())) {
            throw kind->tellsId ? ApiError(404, kind->refusal, {id}) : ApiError(404, kind->refusal);
        }
    }
    if (settings[WalletSetting] != before[WalletSetting] && archivedWallet(call, settings)) {
        throw fieldInvalid((path.empty() ? "" : path + '.') + std::string(WalletSetting));
    }
}

std::optional<WalletId> archivedWallet(Call& call, const Json& settings) {
    const auto id = WalletId::parse(settings.textOr(WalletSetting));
    const auto wallet =
        id && calls::treasury::offersWallet(call) ? calls::treasury::wallet(call, {.id = *id}) : std::nullopt;
    return wallet && wallet->archived ? id : std::nullopt;
}

} // namespace svc::integrations
