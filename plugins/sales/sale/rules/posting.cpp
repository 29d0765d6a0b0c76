#include "sale/rules/posting.hpp"

#include <algorithm>
#include <utility>

namespace svc::sales {
namespace {

struct Share {
    bool service = false;
    std::string taxCategory;
    Decimal taxRate;
    std::int64_t net = 0;
    std::int64_t tax = 0;
    std::int64_t netForeign = 0;
    std::int64_t taxForeign = 0;
};

/// Adds an amount of a line to the share of its kind, category and rate.
void add(std::vector<Share>& shares, const SaleLine& line, const Share& amounts) {
    const auto same = std::find_if(shares.begin(), shares.end(), [&](const Share& one) {
        return one.service == line.service && one.taxCategory == line.taxCategory &&
               one.taxRate == line.taxRate;
    });
    Share& share = same == shares.end() ? shares.emplace_back() : *same;
    share.service = line.service;
    share.taxCategory = line.taxCategory;
    share.taxRate = line.taxRate;
    share.net += amounts.net;
    share.tax += amounts.tax;
    share.netForeign += amounts.netForeign;
    share.taxForeign += amounts.taxForeign;
}

/// A negative credit becomes a debit, such as returned goods on a line of the sale.
void addCredit(std::vector<PostingLine>& lines, std::string_view role, std::int64_t amount,
               std::int64_t foreign, const Share& share) {
    if (amount != 0) {
        lines.push_back({role, amount < 0 ? -amount : 0, amount > 0 ? amount : 0, -foreign, share.taxCategory,
                         share.taxRate});
    }
}

std::vector<PostingLine> linesOf(std::int64_t totalBase, std::int64_t total,
                                 const std::vector<Share>& shares) {
    std::vector<PostingLine> lines;
    if (totalBase != 0) {
        lines.push_back({"customer", totalBase, 0, total, {}, {}});
    }
    for (const Share& share : shares) {
        addCredit(lines, share.service ? "sales_services" : "sales_goods", share.net, share.netForeign,
                  share);
    }
    for (const Share& share : shares) {
        addCredit(lines, share.service ? "vat_collected_services" : "vat_collected_goods", share.tax,
                  share.taxForeign, share);
    }
    return lines;
}

} // namespace

std::vector<PostingLine> salePosting(const Sale& sale) {
    std::vector<Share> shares;
    for (const SaleLine& line : sale.lines) {
        add(shares, line, {false, {}, {}, line.netBase, line.taxBase, line.net, line.tax});
    }
    return linesOf(sale.totalBase, sale.total, shares);
}

std::vector<PostingLine> creditPosting(const Sale& sale, const Credit& credit) {
    std::vector<Share> shares;
    for (const LineCredit& one : credit.lines) {
        add(shares, sale.lines[one.line], {false, {}, {}, one.netBase, one.taxBase, one.net, one.tax});
    }
    std::vector<PostingLine> lines = linesOf(credit.totalBase, credit.total, shares);
    for (PostingLine& line : lines) {
        std::swap(line.debit, line.credit);
        line.foreign = -line.foreign;
    }
    return lines;
}

} // namespace svc::sales
