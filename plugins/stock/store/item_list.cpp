#include "store/item_list.hpp"

#include <array>

#include <svc/list_query.hpp>
#include <svc/search_text.hpp>

#include "store/tallies.hpp"

namespace svc::stock {
namespace {

std::string_view orderOf(std::string_view sort) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 8> Orders{{
        {"name", " ORDER BY i.name_order, i.id"},
        {"-name", " ORDER BY i.name_order DESC, i.id DESC"},
        {"sku", " ORDER BY i.sku, i.id"},
        {"-sku", " ORDER BY i.sku DESC, i.id DESC"},
        {"price", " ORDER BY i.price, i.id"},
        {"-price", " ORDER BY i.price DESC, i.id DESC"},
        {"date", " ORDER BY i.created_at, i.id"},
        {"-date", NewestItems},
    }};
    for (const auto& [name, order] : Orders) {
        if (name == sort) {
            return order;
        }
    }
    return Orders[0].second;
}

/// The costs of the rows of the page are looked up, and of no others.
void readRows(Database& db, FoundDocuments found, std::string_view order, const ArrayPage& bounds,
              ItemPage& page) {
    const std::string limit = found.params.place(bounds.limit);
    const std::string offset = found.params.place(bounds.offset);
    page.rows.clear();
    for (const Row row : db.query("SELECT " + std::string(itemColumns()) + " FROM (SELECT i.*" + found.from +
                                      std::string(order) + " LIMIT " + limit + " OFFSET " + offset +
                                      ") i JOIN stock.item_cost c ON c.company_id = $1 AND c.item_id = i.id" +
                                      std::string(order),
                                  found.params.values())) {
        page.rows.push_back(itemFrom(row));
    }
}

bool isTallied(const ItemFilter& filter) {
    return !filter.text && !filter.barcode && !filter.sku && !filter.externalId && !filter.parentId;
}

/// Of what isTallied.
std::int64_t keptCountOf(Call& call, const ItemFilter& filter) {
    const TallyFilter counted{std::nullopt,
                              std::nullopt,
                              {oneWord(std::optional(filter.archived)), oneWord(filter.service),
                               oneWord(filter.category), oneWord(filter.low)}};
    return ItemTally.read(call.db(), call.companyId(), counted).documents;
}

/// The number of all items of which the page has some.
void count(Call& call, const FoundDocuments& found, const ItemFilter& filter, const ArrayPage& bounds,
           ItemPage& page) {
    const auto read = static_cast<std::int64_t>(page.rows.size());
    if (found.kept) {
        page.count = found.kept->documents;
    } else if (read < bounds.limit && (read > 0 || bounds.offset == 0)) {
        // The page itself tells it: it is the last one.
        page.count = bounds.offset + read;
    } else if (isTallied(filter)) {
        page.count = keptCountOf(call, filter);
    } else {
        page.count = call.db().query("SELECT count(*)" + found.from, found.params.values())[0].integer(0);
    }
}

} // namespace

ItemPage listItems(Call& call, const ItemFilter& filter, const ArrayPage& bounds) {
    ListParams params(call.companyId());
    FoundDocuments all{params, " FROM stock.item i WHERE i.company_id = $1"};
    all.from += filter.archived ? " AND i.archived" : " AND NOT i.archived";
    all.from += all.params.bound("i.category =", filter.category);
    all.from += all.params.bound("i.service =", filter.service);
    all.from += all.params.bound("i.barcode =", filter.barcode);
    all.from += all.params.bound("i.sku =", filter.sku);
    all.from += all.params.bound("i.external_id =", filter.externalId);
    all.from += all.params.bound("i.parent_id =", filter.parentId);
    all.from += all.params.bound("i.low =", filter.low);
    const std::string_view order = orderOf(filter.sort);
    const auto read = [&](ItemPage& page, const FoundDocuments& found) {
        if (found.rows) {
            readRows(call.db(), found, order, bounds, page);
        }
        if (found.summary) {
            count(call, found, filter, bounds, page);
        }
    };
    if (filter.text) {
        SearchedList list{all.params, all.from, "i", order, NewestItems, bounds.limit};
        if (!filter.barcode && !filter.sku && !filter.externalId && !filter.parentId) {
            list.counted = {std::nullopt,
                            std::nullopt,
                            {oneWord(std::optional(filter.archived)), oneWord(filter.service),
                             oneWord(filter.category), oneWord(filter.low)}};
        }
        return itemTerms().find<ItemPage>(call, *filter.text, list, read);
    }
    ItemPage page;
    if (isTallied(filter) && areSeveral({filter.archived, filter.category.has_value(),
                                         filter.service.has_value(), filter.low.has_value()})) {
        page.count = keptCountOf(call, filter);
        const ArrayPage left{rowsLeft(page.count, bounds.offset, bounds.limit), bounds.offset};
        readRows(call.db(), all, order, left, page);
        return page;
    }
    read(page, all);
    return page;
}

std::string itemText(std::string_view search) {
    std::string text;
    for (const std::string& word : searchWords(search)) {
        text += text.empty() ? word : ' ' + word;
    }
    return text;
}

} // namespace svc::stock
