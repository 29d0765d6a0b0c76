#include <algorithm>
#include <map>
#include <vector>

#include <svc/error.hpp>

#include "api/handlers.hpp"
#include "api/item_writing.hpp"
#include "store/items.hpp"

namespace svc::stock {
namespace {

/// The numbers by which an item is found again, each unique in the company.
struct Numbers {
    std::optional<std::string> externalId;
    std::optional<std::string> sku;
    std::optional<std::string> barcode;
};

Numbers numbersOf(const Json& fields) {
    return {fields.optionalText("externalId"), fields.optionalText("sku"), fields.optionalText("barcode")};
}

/// The items that the rows of one call speak of: found with one statement, and found again by later rows.
class KnownItems {
public:
    KnownItems(Call& call, const Json& rows) {
        std::vector<std::string> externalIds;
        std::vector<std::string> skus;
        std::vector<std::string> barcodes;
        const auto add = [](std::vector<std::string>& list, const std::optional<std::string>& value) {
            if (value) {
                list.push_back(*value);
            }
        };
        for (const Json& row : rows.items()) {
            const Numbers numbers = numbersOf(row["fields"]);
            add(externalIds, numbers.externalId);
            add(skus, numbers.sku);
            add(barcodes, numbers.barcode);
        }
        for (Item& item : lockItemsByNumbers(call, externalIds, skus, barcodes)) {
            keep(std::move(item));
        }
    }

    /// By external number, else by article number. Refuses numbers that belong to another item, before the
    /// database does for the whole file.
    const Item* of(const Json& fields) const {
        const Numbers numbers = numbersOf(fields);
        const Item* byExternalId = find(externalIds_, numbers.externalId);
        const Item* bySku = find(skus_, numbers.sku);
        const Item* byBarcode = find(barcodes_, numbers.barcode);
        const Item* item = byExternalId != nullptr ? byExternalId : bySku;
        const auto taken = [&](const Item* other) {
            return other != nullptr && (item == nullptr || other->id != item->id);
        };
        if (taken(bySku)) {
            throw ApiError(400, "already-exists", {"sku"});
        }
        if (taken(byBarcode)) {
            throw ApiError(400, "already-exists", {"barcode"});
        }
        // Found by its article number, but known under another external number: another item.
        if (item != nullptr && byExternalId == nullptr && numbers.externalId && item->externalId) {
            throw ApiError(400, "already-exists", {"sku"});
        }
        return item;
    }

    void keep(Item item) {
        const Uuid id = item.id;
        const auto index = [&](std::map<std::string, Uuid>& map, const std::optional<std::string>& value) {
            if (value) {
                map[*value] = id;
            }
        };
        index(externalIds_, item.externalId);
        index(skus_, item.sku);
        index(barcodes_, item.barcode);
        items_.insert_or_assign(id, std::move(item));
    }

private:
    const Item* find(const std::map<std::string, Uuid>& map, const std::optional<std::string>& value) const {
        const auto found = value ? map.find(*value) : map.end();
        return found == map.end() ? nullptr : &items_.at(found->second);
    }

    std::map<Uuid, Item> items_;
    std::map<std::string, Uuid> externalIds_;
    std::map<std::string, Uuid> skus_;
    std::map<std::string, Uuid> barcodes_;
};

} // namespace

Json importItemsCommand(Call& call, const Json& input) {
    KnownItems known(call, input["rows"]);
    std::int64_t created = 0;
    std::int64_t updated = 0;
    std::int64_t skipped = 0;
    std::int64_t active = 0;
    Json errors = Json::array();
    std::vector<Item> fresh; // made by rows until now, and not written
    const auto writeFresh = [&] {
        addItems(call, fresh);
        fresh.clear();
    };
    for (const Json& row : input["rows"].items()) {
        const Json& fields = row["fields"];
        try {
            const Item* found = known.of(fields);
            const bool changesFresh =
                found != nullptr &&
                std::any_of(fresh.begin(), fresh.end(), [&](const Item& one) { return one.id == found->id; });
            if (changesFresh || fields.contains("parentId")) {
                writeFresh(); // a row before may have made what this one changes, or its parent
            }
            if (found != nullptr) {
                Item changed = changeItem(call, *found, fields);
                ++(changed.version == found->version ? skipped : updated);
                known.keep(std::move(changed));
                continue;
            }
            Item item = itemFromBody(call, fields);
            active += item.archived ? 0 : 1;
            ++created;
            fresh.push_back(item);
            known.keep(std::move(item));
        } catch (const ApiError& error) {
            // Refused before anything of the row was written; the host undoes the rest.
            errors.push(Json::object({{"line", row["line"]}, {"message", error.code()}}));
        }
    }
    writeFresh();
    if (created > 0) {
        countImportedItems(call, active, created - active, input.optionalInteger("before").value_or(0));
    }
    return Json::object({{"created", created},
                         {"updated", updated},
                         {"skipped", skipped},
                         {"counted", active},
                         {"errors", std::move(errors)}});
}

Json itemDocumentCommand(Call& call, const Json& input) {
    const auto id = decodeId("itm", input.textOr("id"));
    const auto item = id ? readItem(call, *id) : std::nullopt;
    if (!item) {
        return Json(nullptr);
    }
    return Json::object({{"id", encodeId("itm", item->id)},
                         {"number", item->sku},
                         {"date", nullptr},
                         {"partnerId", nullptr},
                         {"label", item->name}});
}

} // namespace svc::stock
