#include <algorithm>
#include <array>

#include <svc/error.hpp>

#include "store/figures.hpp"

namespace svc::reports {
namespace {

/// What one partner owes in one currency, by age.
struct Aged {
    std::vector<OpenDocument> documents; ///< the oldest first
    std::int64_t total = 0;
    std::int64_t totalBase = 0;
    std::array<std::int64_t, 5> buckets{}; ///< not due, 1 to 30, 31 to 60, 61 to 90, over 90 days
};

std::size_t bucketOf(Date dueDate, Date at) {
    const std::int32_t late = at.daysSince(dueDate);
    return late <= 0 ? 0 : late <= 30 ? 1 : late <= 60 ? 2 : late <= 90 ? 3 : 4;
}

std::vector<Aged> agedByPartner(const std::vector<OpenDocument>& open, Date at) {
    std::vector<Aged> partners;
    for (const OpenDocument& document : open) {
        auto found = std::find_if(partners.begin(), partners.end(), [&](const Aged& aged) {
            const OpenDocument& first = aged.documents.front();
            return first.partner == document.partner && first.currency == document.currency;
        });
        if (found == partners.end()) {
            found = partners.insert(partners.end(), Aged());
        }
        found->documents.push_back(document);
        found->total += document.balance;
        found->totalBase += document.balanceBase;
        found->buckets[bucketOf(document.dueDate, at)] += document.balance;
    }
    return partners;
}

/// What receivables and payables have in common.
template <class Row>
Row rowOf(const Aged& aged) {
    const OpenDocument& oldest = aged.documents.front();
    Row row;
    row.partnerId = oldest.partner;
    if (oldest.partner) {
        row.partnerName = oldest.partnerName;
    }
    row.currency = oldest.currency;
    row.total = MinorAmount(aged.total);
    row.totalBase = MinorAmount(aged.totalBase);
    row.notDue = MinorAmount(aged.buckets[0]);
    row.days1to30 = MinorAmount(aged.buckets[1]);
    row.days31to60 = MinorAmount(aged.buckets[2]);
    row.days61to90 = MinorAmount(aged.buckets[3]);
    row.over90 = MinorAmount(aged.buckets[4]);
    row.oldestDueDate = oldest.dueDate;
    return row;
}

void addDocument(api::ReportReceivable& row, const OpenDocument& open) {
    row.invoices.push_back({.saleId = SaleId(open.document),
                            .number = open.number,
                            .dueDate = open.dueDate,
                            .balance = MinorAmount(open.balance)});
}

void addDocument(api::ReportPayable& row, const OpenDocument& open) {
    row.purchases.push_back({.purchaseId = PurchaseId(open.document),
                             .number = open.number,
                             .dueDate = open.dueDate,
                             .balance = MinorAmount(open.balance)});
}

/// The page of a report by partners.
template <class Row>
Answer<200, std::vector<Row>> pageOf(Request& request, const ArrayPage& page,
                                     const std::vector<OpenDocument>& open, Date at) {
    const std::vector<Aged> partners = agedByPartner(open, at);
    const auto count = static_cast<std::int64_t>(partners.size());
    std::vector<Row> rows;
    for (std::int64_t i = page.offset; i < std::min(count, page.offset + page.limit); ++i) {
        const Aged& aged = partners[static_cast<std::size_t>(i)];
        Row row = rowOf<Row>(aged);
        for (const OpenDocument& document : aged.documents) {
            addDocument(row, document);
        }
        rows.push_back(std::move(row));
    }
    // A list has no field of its own that could say it.
    return Answer<200, std::vector<Row>>(rows).total(count).header("Svc-Taken-At", request.now().toString());
}

void checkPartner(Call& call, const std::optional<PartnerId>& partner) {
    if (partner && !calls::partners::get(call, {.id = *partner})) {
        throw ApiError(404, "partner-not-found");
    }
}

} // namespace

Answer<200, std::vector<api::ReportReceivable>>
listReceivables(Request& request, const api::ListReceivablesParameters& parameters) {
    const Date at = dayOf(request, parameters.at).value_or(request.today());
    checkPartner(request, parameters.partnerId);
    return pageOf<api::ReportReceivable>(request, parameters.page,
                                         openSales(request, at, parameters.partnerId), at);
}

Answer<200, std::vector<api::ReportPayable>> listPayables(Request& request,
                                                          const api::ListPayablesParameters& parameters) {
    const Date at = dayOf(request, parameters.at).value_or(request.today());
    checkPartner(request, parameters.partnerId);
    return pageOf<api::ReportPayable>(request, parameters.page,
                                      openPurchases(request, at, parameters.partnerId), at);
}

} // namespace svc::reports
