#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <svc/decimal.hpp>

#include "status/rules/status_message.hpp"

namespace svc::fr_einvoicing {

/// The amounts of a document for one VAT category, rate and kind (goods or services). Minor units.
struct SaleGroup {
    std::string taxCategory = {}; ///< UNCL 5305
    Decimal rate = {};            ///< percent
    bool service = false;
    std::int64_t net = 0;
    std::int64_t tax = 0;
};

/// The amounts of a document for one VAT category and rate. Minor units.
struct TaxAmounts {
    std::string taxCategory = {};
    Decimal rate = {};
    std::int64_t net = 0;
    std::int64_t tax = 0;
};

/// A line of a sale, as a weight.
struct LineAmount {
    bool service = false;
    std::string taxCategory = {};
    Decimal rate = {};
    std::int64_t net = 0;
};

/// Splits the taxes of a document into goods and services, in proportion to the lines of its sale. The groups
/// of one category and rate sum to its amounts exactly.
/// @param taxes  of the sale or of its credit note
/// @param lines  of the sale
std::vector<SaleGroup> groupsOf(const std::vector<TaxAmounts>& taxes, const std::vector<LineAmount>& lines);

/// Splits the amount in proportion to the weights; the parts sum to it. When the weights sum to zero, the
/// first part is the whole amount.
std::vector<std::int64_t> split(std::int64_t amount, const std::vector<std::int64_t>& weights);

/// Splits a payment of a sale by VAT rate, highest first, in proportion to the share of each rate in the
/// total. `servicesOnly`: only the parts of services, still in proportion to the whole total.
std::vector<RateAmount> paidByRate(std::int64_t amount, const std::vector<SaleGroup>& groups,
                                   bool servicesOnly);

/// The category of a group in flow 10 (rule G1.68): TLB1 goods, TPS1 services, TNT1 not taxed in France.
std::string_view transactionCategoryOf(const SaleGroup& group);

/// The business process of an invoice (BT-23, rule G1.02): B goods, S services, M both; 1 to be paid, 2
/// already paid.
std::string processOf(const std::vector<SaleGroup>& groups, bool isPaid);

} // namespace svc::fr_einvoicing
