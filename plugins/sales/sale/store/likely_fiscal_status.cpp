#include "sale/store/likely_fiscal_status.hpp"

#include <utility>

#include <svc/lately_used.hpp>

namespace svc::sales {
namespace {

/// By company and kind; sales without a status, the large majority, are not cached.
using LastStatuses = LatelyUsed<std::pair<Uuid, api::SaleKind>, api::SaleFiscalStatus, 8192>;

LastStatuses& lastStatuses() {
    static LastStatuses statuses;
    return statuses;
}

} // namespace

api::SaleFiscalStatus likelyFiscalStatus(const Call& call, api::SaleKind kind) {
    return lastStatuses().find({call.companyId(), kind}).value_or(api::SaleFiscalStatus::None);
}

void noteFiscalStatus(const Call& call, api::SaleKind kind, api::SaleFiscalStatus status) {
    if (status == api::SaleFiscalStatus::None) {
        lastStatuses().forget({call.companyId(), kind});
    } else {
        lastStatuses().keep({call.companyId(), kind}, status);
    }
}

} // namespace svc::sales
