#pragma once

#include <svc/columns.hpp>

#include "item/rules/item.hpp"

namespace svc::stock {

/// `low` and `was_low` are maintained by shelf/store/low_spans.hpp after the insert.
inline const Table
    Items("stock.item", columnWrittenOnce("id", &Item::id), column("name", &Item::name),
          column("sku", &Item::sku), column("barcode", &Item::barcode),
          column("external_id", &Item::externalId), column("service", &Item::service),
          column("unit", &Item::unit), column("price", &Item::price), column("cost", &Item::cost),
          column("tax_rate", &Item::taxRate), column("tax_category", &Item::taxCategory),
          column("tax_exemption_reason", &Item::taxExemptionReason),
          column("alert_threshold", &Item::alertThreshold), column("track_stock", &Item::trackStock),
          column("track_lots", &Item::trackLots), column("category", &Item::category),
          column("parent_id", &Item::parentId), column("attributes", &Item::attributes),
          column("description", &Item::description), column("archived", &Item::archived),
          column("version", &Item::version), column("updated_at", &Item::updatedAt),
          columnWrittenOnce("created_at", &Item::createdAt), actorColumns("created_by", &Item::createdBy),
          derivedColumnWrittenOnce("low", &isLow), derivedColumnWrittenOnce("was_low", &isLow));

/// A separate table, because every movement changes these columns; the alert threshold is stored beside the
/// quantity that it is compared with.
inline const Table ItemCosts("stock.item_cost", columnWrittenOnce("item_id", &Item::id),
                             column("alert_threshold", &Item::alertThreshold),
                             column("quantity", &Item::quantity), column("average", &Item::averageCost));

} // namespace svc::stock
