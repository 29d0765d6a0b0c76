#pragma once

#include <string>
#include <vector>

#include <svc/document_terms.hpp>

#include "domain/sale.hpp"

namespace svc::sales {

/// Cancelled sales are in the sums with nothing, as in the totals of a page.
inline constexpr DocumentTerms
    SaleTerms("sales", "sale",
              {"sales.sale",
               "d.date",
               "d.business_unit_id::text, d.kind, d.channel, d.status, d.payment_status, d.delivery_status,"
               " d.fiscal_status",
               {"CASE WHEN d.status = 'cancelled' THEN 0 ELSE d.subtotal_base END",
                "CASE WHEN d.status = 'cancelled' THEN 0 ELSE d.tax_base END",
                "CASE WHEN d.status = 'cancelled' THEN 0 ELSE d.total_base END",
                "CASE WHEN d.status = 'cancelled' THEN 0 ELSE d.paid_base END",
                "CASE WHEN d.status = 'cancelled' THEN 0"
                " ELSE d.total_base - d.credited_base - d.paid_base + d.refunded_base END"}});
inline constexpr DocumentTerms QuoteTerms("sales", "quote",
                                          {"sales.quote", "d.date", "d.business_unit_id::text, d.status"});

/// What a sale or a quote is found by: number, name of the partner, external id, note and labels.
std::vector<std::string> wordsOf(const Sale& document);

} // namespace svc::sales
