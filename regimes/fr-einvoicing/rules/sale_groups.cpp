#include "rules/sale_groups.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include <svc/rounding.hpp>

namespace svc::fr_einvoicing {
namespace {

/// The net amounts of the lines of one category and rate, goods first, as weights of a split.
struct Weights {
    std::int64_t goods = 0;
    std::int64_t services = 0;
    bool hasGoods = false;
    bool hasServices = false;
};

Weights weightsOf(const std::vector<LineAmount>& lines, const std::string& category, const Decimal& rate) {
    Weights weights;
    for (const LineAmount& line : lines) {
        if (line.taxCategory != category || line.rate != rate) {
            continue;
        }
        (line.service ? weights.services : weights.goods) += line.net;
        (line.service ? weights.hasServices : weights.hasGoods) = true;
    }
    return weights;
}

} // namespace

std::vector<std::int64_t> split(std::int64_t amount, const std::vector<std::int64_t>& weights) {
    const std::int64_t total = std::accumulate(weights.begin(), weights.end(), std::int64_t{0});
    if (total == 0) {
        std::vector<std::int64_t> parts(weights.size());
        if (!parts.empty()) {
            parts.front() = amount;
        }
        return parts;
    }
    // `split` needs a positive denominator.
    const bool negative = total < 0;
    return allocateByRatio(amount, weights, negative ? -Int128{amount} : Int128{amount},
                           negative ? -Int128{total} : Int128{total});
}

std::vector<SaleGroup> groupsOf(const std::vector<TaxAmounts>& taxes, const std::vector<LineAmount>& lines) {
    std::vector<SaleGroup> groups;
    for (const TaxAmounts& tax : taxes) {
        SaleGroup group{.taxCategory = tax.taxCategory, .rate = tax.rate, .net = tax.net, .tax = tax.tax};
        const Weights weights = weightsOf(lines, group.taxCategory, group.rate);
        if (!weights.hasServices || !weights.hasGoods) {
            group.service = weights.hasServices;
            groups.push_back(group);
            continue;
        }
        const std::vector<std::int64_t> both = {weights.goods, weights.services};
        const std::vector<std::int64_t> nets = split(group.net, both);
        const std::vector<std::int64_t> parts = split(group.tax, both);
        SaleGroup services = group;
        services.service = true;
        group.net = nets[0];
        group.tax = parts[0];
        services.net = nets[1];
        services.tax = parts[1];
        groups.push_back(group);
        groups.push_back(services);
    }
    return groups;
}

std::vector<RateAmount> paidByRate(std::int64_t amount, const std::vector<SaleGroup>& groups,
                                   bool servicesOnly) {
    std::vector<std::int64_t> weights;
    weights.reserve(groups.size());
    for (const SaleGroup& group : groups) {
        weights.push_back(group.net + group.tax);
    }
    const std::vector<std::int64_t> parts = split(amount, weights);
    std::vector<RateAmount> paid;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        if ((servicesOnly && !groups[i].service) || parts[i] == 0) {
            continue;
        }
        const auto same = std::find_if(paid.begin(), paid.end(),
                                       [&](const RateAmount& one) { return one.rate == groups[i].rate; });
        if (same != paid.end()) {
            same->amount += parts[i];
        } else {
            paid.push_back({groups[i].rate, parts[i]});
        }
    }
    std::sort(paid.begin(), paid.end(),
              [](const RateAmount& a, const RateAmount& b) { return a.rate > b.rate; });
    return paid;
}

std::string_view transactionCategoryOf(const SaleGroup& group) {
    constexpr std::array<std::string_view, 4> NotTaxedInFrance = {"O", "K", "G", "AE"};
    if (std::find(NotTaxedInFrance.begin(), NotTaxedInFrance.end(), group.taxCategory) !=
        NotTaxedInFrance.end()) {
        return "TNT1";
    }
    return group.service ? "TPS1" : "TLB1";
}

std::string processOf(const std::vector<SaleGroup>& groups, bool isPaid) {
    const auto has = [&](bool service) {
        return std::any_of(groups.begin(), groups.end(),
                           [&](const SaleGroup& group) { return group.service == service; });
    };
    const char kind = has(true) ? (has(false) ? 'M' : 'S') : 'B';
    return std::string(1, kind) + (isPaid ? '2' : '1');
}

} // namespace svc::fr_einvoicing
