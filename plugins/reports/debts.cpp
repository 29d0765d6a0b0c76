#include "debts.hpp"

namespace svc::reports {

void checkPartner(Call& call, const std::optional<PartnerId>& partner) {
    if (partner && !calls::partners::get(call, {.id = *partner})) {
        throw ApiError(404, "partner-not-found");
    }
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

} // namespace svc::reports
