#pragma once

#include <vector>

#include <svc/error.hpp>

#include "store/figures.hpp"

namespace svc::reports {

/// Refuses with `partner-not-found`.
void checkPartner(Call& call, const std::optional<PartnerId>& partner);

/// The members that rows of receivables and payables share.
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

/// Adds an open document to the row of its partner.
void addDocument(api::ReportReceivable& row, const OpenDocument& open);
void addDocument(api::ReportPayable& row, const OpenDocument& open);

/// The page of a report by partners.
template <class Row>
Answer<200, std::vector<Row>> pageOf(Request& request, const ArrayPage& page,
                                     const std::vector<OpenDocument>& open, Date at) {
    const std::vector<Aged> partners = agedByPartner(open, at);
    std::vector<Row> rows;
    for (const Aged& aged : rowsOn(page, partners)) {
        Row row = rowOf<Row>(aged);
        for (const OpenDocument& document : aged.documents) {
            addDocument(row, document);
        }
        rows.push_back(std::move(row));
    }
    // The response is a plain list, so this information is in a header.
    return Answer<200, std::vector<Row>>(rows)
        .total(static_cast<std::int64_t>(partners.size()))
        .header("Svc-Taken-At", request.now().toString());
}

} // namespace svc::reports
