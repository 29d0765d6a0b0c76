#pragma once

#include "document/columns.hpp"
#include "quote/rules/quote.hpp"

namespace svc::sales {

inline const Table
    Quotes("sales.quote", columnWrittenOnce("id", &Quote::id), columnWrittenOnce("number", &Quote::number),
           column("status", &Quote::status), column("channel", &Quote::channel),
           column("external_id", &Quote::externalId), column("business_unit_id", &Quote::businessUnitId),
           column("partner_id", &Quote::partnerId), column("partner_name", &Quote::partner),
           column("date", &Quote::date), column("valid_until", &Quote::validUntil),
           column("currency", &Quote::currency), column("exchange_rate", &Quote::exchangeRate),
           column("prices_include_tax", &Quote::pricesIncludeTax),
           column("discount_percent", &Quote::discountPercent),
           column("discount_amount", &Quote::discountAmount), column("subtotal", &Quote::subtotal),
           column("discount_total", &Quote::discountTotal), column("tax_total", &Quote::taxTotal),
           column("total", &Quote::total), column("total_base", &Quote::totalBase),
           column("taxes", &Quote::taxes), column("location_id", &Quote::locationId),
           column("purchase_order_ref", &Quote::purchaseOrderRef), column("note", &Quote::note),
           column("sent_at", &Quote::sentAt), column("accepted_at", &Quote::acceptedAt),
           column("accepted_by", &Quote::acceptedBy), column("accepted_name", &Quote::acceptedName),
           column("acceptance_note", &Quote::acceptanceNote), column("declined_at", &Quote::declinedAt),
           column("declined_by", &Quote::declinedBy), column("declined_name", &Quote::declinedName),
           column("declined_reason", &Quote::declinedReason), column("cancelled_at", &Quote::cancelledAt),
           column("cancel_reason", &Quote::cancelReason), column("signature", &Quote::signature),
           column("sale_id", &Quote::saleId), column("version", &Quote::version),
           columnWrittenOnce("created_at", &Quote::createdAt), column("updated_at", &Quote::updatedAt),
           actorColumns("created_by", &Quote::createdBy));

/// A line with its position in the table.
struct PlacedLine : QuoteLine {
    QuoteId quoteId{};
    std::int64_t position = 0;
};
inline const Table QuoteLines("sales.quote_line", columnWrittenOnce<PlacedLine>("id", &PlacedLine::id),
                              derivedColumn(
                                  "quote_id", +[](const PlacedLine& line) { return line.quoteId; }),
                              derivedColumn(
                                  "position", +[](const PlacedLine& line) { return line.position; }),
                              column("item_id", &PlacedLine::itemId), column("label", &PlacedLine::label),
                              column("description", &PlacedLine::description),
                              column("quantity", &PlacedLine::quantity), column("unit", &PlacedLine::unit),
                              column("unit_price", &PlacedLine::unitPrice),
                              column("discount_percent", &PlacedLine::discountPercent),
                              column("discount_amount", &PlacedLine::discountAmount),
                              column("service", &PlacedLine::service),
                              column("tax_category", &PlacedLine::taxCategory),
                              column("tax_rate", &PlacedLine::taxRate),
                              column("tax_exemption_reason", &PlacedLine::taxExemptionReason),
                              column("lot_number", &PlacedLine::lotNumber), column("net", &PlacedLine::net),
                              column("tax", &PlacedLine::tax), column("total", &PlacedLine::total),
                              column("quantity_converted", &PlacedLine::quantityConverted));

} // namespace svc::sales
