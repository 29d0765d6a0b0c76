#include "sale/store/likely_fiscal_status.hpp"

#include <map>
#include <mutex>
#include <utility>

namespace svc::sales {
namespace {

/// By company and kind; those without a status, which are the most, are not kept.
class LastStatuses {
public:
    api::SaleFiscalStatus find(const Uuid& company, api::SaleKind kind) const {
        const std::lock_guard lock(mutex_);
        const auto found = statuses_.find({company, kind});
        return found == statuses_.end() ? api::SaleFiscalStatus::None : found->second;
    }
    void note(const Uuid& company, api::SaleKind kind, api::SaleFiscalStatus status) {
        const std::lock_guard lock(mutex_);
        if (status == api::SaleFiscalStatus::None) {
            statuses_.erase({company, kind});
            return;
        }
        if (statuses_.size() >= Most) {
            statuses_.clear();
        }
        statuses_[{company, kind}] = status;
    }

private:
    static constexpr std::size_t Most = 8192;

    mutable std::mutex mutex_;
    std::map<std::pair<Uuid, api::SaleKind>, api::SaleFiscalStatus> statuses_;
};

LastStatuses& lastStatuses() {
    static LastStatuses statuses;
    return statuses;
}

} // namespace

api::SaleFiscalStatus likelyFiscalStatus(const Call& call, api::SaleKind kind) {
    return lastStatuses().find(call.companyId(), kind);
}

void noteFiscalStatus(const Call& call, api::SaleKind kind, api::SaleFiscalStatus status) {
    lastStatuses().note(call.companyId(), kind, status);
}

} // namespace svc::sales
