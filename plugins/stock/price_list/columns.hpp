#pragma once

#include <svc/columns.hpp>

#include "price_list/store.hpp"

namespace svc::stock {

inline const Table PriceLists("stock.price_list", columnWrittenOnce("id", &PriceList::id),
                              column("name", &PriceList::name), column("currency", &PriceList::currency),
                              column("discount_percent", &PriceList::discountPercent),
                              column("valid_from", &PriceList::from), column("valid_to", &PriceList::to),
                              column("version", &PriceList::version),
                              column("updated_at", &PriceList::updatedAt),
                              columnWrittenOnce("created_at", &PriceList::createdAt),
                              actorColumns("created_by", &PriceList::createdBy));
inline const Table PriceEntries("stock.price_entry", columnWrittenOnce("item_id", &PriceEntry::itemId),
                                column("from_quantity", &PriceEntry::fromQuantity),
                                column("price", &PriceEntry::price));

} // namespace svc::stock
