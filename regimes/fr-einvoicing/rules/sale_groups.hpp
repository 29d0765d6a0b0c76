#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <svc/decimal.hpp>
#include <svc/json.hpp>

#include "status/rules/status_message.hpp"

namespace svc::fr_einvoicing {

/// What a document says of one VAT category, rate and kind (goods or services). Minor units.
struct SaleGroup {
    std::string taxCategory = {}; ///< UNCL 5305
    Decimal rate = {};            ///< percent
    bool service = false;
    std::int64_t net = 0;
    std::int64_t tax = 0;
};

/// The taxes of a document, split into goods and services as the lines of its sale are. The groups of one
/// category and rate add up to its amounts exactly.
/// @param taxes  `[{ taxCategory, taxRate, net, tax }]` of the sale or of its credit note
/// @param lines  `[{ service, taxCategory, taxRate, net, tax }]` of the sale
std::vector<SaleGroup> groupsOf(const Json& taxes, const Json& lines);

/// The amount split in proportion to the weights; the parts add up to it. With weights that add up to
/// nothing it is all of the first.
std::vector<std::int64_t> split(std::int64_t amount, const std::vector<std::int64_t>& weights);

/// A payment of a sale by VAT rate, highest first: its parts in proportion to what each rate bears of the
/// total. `servicesOnly`: the parts of the services alone, in proportion to the whole total.
std::vector<RateAmount> paidByRate(std::int64_t amount, const std::vector<SaleGroup>& groups,
                                   bool servicesOnly);

/// The category of a group in flow 10 (rule G1.68): TLB1 goods, TPS1 services, TNT1 not taxed in France.
std::string_view transactionCategoryOf(const SaleGroup& group);

/// The framework of an invoice (BT-23, rule G1.02): B goods, S services, M both; 1 to be paid, 2 paid
/// already.
std::string processOf(const std::vector<SaleGroup>& groups, bool isPaid);

} // namespace svc::fr_einvoicing
