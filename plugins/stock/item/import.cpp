#include <algorithm>
#include <map>
#include <vector>

#include "item/store/items.hpp"
#include "item/writing.hpp"

namespace svc::stock {
namespace {

struct ImportedItem {
    std::int64_t line = 0;
    api::ItemUpdate fields;
    const Json* written = nullptr; ///< of the input

    // The external id, SKU and barcode identify an item; each is unique in the company.
    const std::optional<std::string>& externalId() const { return fields.externalId.value(); }
    const std::optional<std::string>& sku() const { return fields.sku.value(); }
    const std::optional<std::string>& barcode() const { return fields.barcode.value(); }
};

/// The items named by the rows of one call: read with one statement, and found again by later rows.
class KnownItems {
public:
    KnownItems(Call& call, const std::vector<ImportedItem>& rows) {
        ItemNumbers numbers;
        std::vector<ItemId> parents;
        for (const ImportedItem& row : rows) {
            numbers.add(row.fields);
            if (row.fields.parentId.hasValue()) {
                parents.push_back(*row.fields.parentId);
            }
        }
        claimNumbers(call, numbers);
        for (Item& item : lockItemsByNumbers(call, numbers, parents)) {
            keep(std::move(item));
        }
    }

    /// By external id, else by SKU. Refuses numbers that belong to another item here, because the unique
    /// constraint would fail the whole file.
    const Item* of(const ImportedItem& row) const {
        const Item* byExternalId = find(externalIds_, row.externalId());
        const Item* bySku = find(skus_, row.sku());
        const Item* byBarcode = find(barcodes_, row.barcode());
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
        // Found by its SKU, but with a different external id: another item.
        if (item != nullptr && byExternalId == nullptr && row.externalId() && item->externalId) {
            throw ApiError(400, "already-exists", {"sku"});
        }
        return item;
    }

    void keep(Item item) {
        const ItemId id = item.id;
        const auto index = [&](std::map<std::string, ItemId>& map, const std::optional<std::string>& value) {
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
    const Item* find(const std::map<std::string, ItemId>& map,
                     const std::optional<std::string>& value) const {
        const auto found = value ? map.find(*value) : map.end();
        return found == map.end() ? nullptr : &items_.at(found->second);
    }

    std::map<ItemId, Item> items_;
    std::map<std::string, ItemId> externalIds_;
    std::map<std::string, ItemId> skus_;
    std::map<std::string, ItemId> barcodes_;
};

/// The changes that a row makes to an existing item. Attributes are replaced as a whole, but an empty cell
/// leaves that attribute as it is.
api::ItemUpdate changesOf(const ImportedItem& row, const Item& found) {
    api::ItemUpdate fields = row.fields;
    if (fields.attributes.hasValue()) {
        Json attributes = found.attributes;
        for (const Json::Member& given : fields.attributes->members()) {
            attributes.set(given.name, given.value);
        }
        fields.attributes = std::move(attributes);
    }
    return fields;
}

/// A row with invalid fields is reported among the errors.
std::vector<ImportedItem> importedItems(const commands::ImportItemsInput& input,
                                        commands::ImportItemsOutput& output) {
    std::vector<ImportedItem> rows;
    for (const commands::ImportItemsInputRowsItem& given : input.rows) {
        ImportedItem row{.line = given.line, .fields = {}, .written = &given.fields};
        try {
            read(given.fields, bind::Place(), row.fields);
            if (given.fields.contains("name") && !row.fields.name) {
                throw fieldRequired("name");
            }
        } catch (const ApiError& error) {
            output.errors.push_back({.line = given.line, .message = std::string(error.code())});
            continue;
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace

commands::ImportItemsOutput commands::importItems(Call& call, const commands::ImportItemsInput& input) {
    commands::ImportItemsOutput output;
    const std::vector<ImportedItem> rows = importedItems(input, output);
    KnownItems known(call, rows);
    std::int64_t archived = 0;
    std::vector<Item> fresh; // created by earlier rows, and not written yet
    const auto writeFresh = [&] {
        addItems(call, fresh);
        fresh.clear();
    };
    for (const ImportedItem& row : rows) {
        try {
            const Item* found = known.of(row);
            const bool changesFresh =
                found != nullptr &&
                std::any_of(fresh.begin(), fresh.end(), [&](const Item& one) { return one.id == found->id; });
            if (changesFresh || !row.fields.parentId.isAbsent()) {
                writeFresh(); // an earlier row may have created this item or its parent
            }
            if (found != nullptr) {
                Item changed = changeItem(call, *found, changesOf(row, *found), *row.written);
                const std::int64_t active = activeMore(*found, changed);
                output.counted += active;
                archived -= active;
                ++(changed.version == found->version ? output.skipped : output.updated);
                known.keep(std::move(changed));
                continue;
            }
            if (!row.fields.name) {
                throw fieldRequired("name");
            }
            Item item = itemFromBody(call, row.fields, *row.written);
            ++(item.archived ? archived : output.counted);
            ++output.created;
            fresh.push_back(item);
            known.keep(std::move(item));
        } catch (const ApiError& error) {
            // Refused before anything of the row was written; the host rolls back the rest.
            output.errors.push_back({.line = row.line, .message = std::string(error.code())});
        }
    }
    writeFresh();
    countImportedItems(call, output.counted, archived, input.before);
    return output;
}

} // namespace svc::stock
