#include "domain/posting.hpp"

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

std::vector<Share> sharesOf(const Sale& sale) {
    std::vector<Share> shares;
    for (const SaleLine& line : sale.lines) {
        std::size_t at = 0;
        while (at < shares.size() &&
               (shares[at].service != line.service || shares[at].taxCategory != line.taxCategory ||
                shares[at].taxRate != line.taxRate)) {
            ++at;
        }
        if (at == shares.size()) {
            shares.push_back({line.service, line.taxCategory, line.taxRate, 0, 0, 0, 0});
        }
        Share& share = shares[at];
        share.net += line.netBase;
        share.tax += line.taxBase;
        share.netForeign += line.net;
        share.taxForeign += line.tax;
    }
    return shares;
}

/// A negative credit is a debit: what is taken back on a line of the sale.
void addCredit(std::vector<PostingLine>& lines, std::string_view role, std::int64_t amount,
               std::int64_t foreign, const Share& share) {
    if (amount != 0) {
        lines.push_back({role, amount < 0 ? -amount : 0, amount > 0 ? amount : 0, -foreign, share.taxCategory,
                         share.taxRate});
    }
}

} // namespace

std::vector<PostingLine> salePosting(const Sale& sale) {
    std::vector<PostingLine> lines;
    if (sale.totalBase != 0) {
        lines.push_back({"customer", sale.totalBase, 0, sale.total, {}, {}});
    }
    const std::vector<Share> shares = sharesOf(sale);
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

std::vector<PostingLine> reversed(std::vector<PostingLine> lines) {
    for (PostingLine& line : lines) {
        std::swap(line.debit, line.credit);
        line.foreign = -line.foreign;
    }
    return lines;
}

} // namespace svc::sales
