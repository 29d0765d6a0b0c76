#include "purchase/rules/posting.hpp"

#include <algorithm>
#include <utility>

namespace svc::purchases {
namespace {

struct Group {
    bool service = false;
    std::string taxCategory;
    Decimal taxRate;
    LineShare sum;
};

/// Non-deductible tax is part of the cost, and has no category.
std::vector<Group> groupsOf(const std::vector<ReceivedPart>& parts, bool deductsTax) {
    std::vector<Group> groups;
    for (const ReceivedPart& part : parts) {
        const PurchaseLine& line = *part.line;
        Group own;
        own.service = line.service;
        if (deductsTax) {
            own.taxCategory = line.taxCategory;
            own.taxRate = line.taxRate;
        }
        const auto found = std::find_if(groups.begin(), groups.end(), [&](const Group& group) {
            return group.service == own.service && group.taxCategory == own.taxCategory &&
                   group.taxRate == own.taxRate;
        });
        Group& group = found == groups.end() ? groups.emplace_back(std::move(own)) : *found;
        group.sum.net += part.share.net;
        group.sum.tax += part.share.tax;
        group.sum.netBase += part.share.netBase;
        group.sum.taxBase += part.share.taxBase;
    }
    return groups;
}

/// A negative debit becomes a credit: goods returned to the supplier.
void addDebit(std::vector<PostingLine>& lines, std::string_view role, std::int64_t amount,
              std::int64_t foreign, const Group& group) {
    if (amount != 0) {
        lines.push_back({role, amount > 0 ? amount : 0, amount < 0 ? -amount : 0, foreign, group.taxCategory,
                         group.taxRate});
    }
}

} // namespace

std::vector<PostingLine> receiptPosting(const std::vector<ReceivedPart>& parts, bool deductsTax) {
    std::vector<PostingLine> lines;
    const std::vector<Group> groups = groupsOf(parts, deductsTax);
    std::int64_t owed = 0;
    std::int64_t owedForeign = 0;
    for (const Group& group : groups) {
        const LineShare& sum = group.sum;
        const std::string_view role = group.service ? "expense_other" : "purchases_goods";
        addDebit(lines, role, sum.netBase + (deductsTax ? 0 : sum.taxBase),
                 sum.net + (deductsTax ? 0 : sum.tax), group);
        owed += sum.netBase + sum.taxBase;
        owedForeign += sum.net + sum.tax;
    }
    for (const Group& group : groups) {
        if (deductsTax) {
            addDebit(lines, group.service ? "vat_deductible_services" : "vat_deductible_goods",
                     group.sum.taxBase, group.sum.tax, group);
        }
    }
    if (owed != 0) {
        lines.push_back({"supplier", owed < 0 ? -owed : 0, owed > 0 ? owed : 0, -owedForeign, {}, {}});
    }
    return lines;
}

} // namespace svc::purchases
