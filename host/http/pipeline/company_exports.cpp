#include "host/http/pipeline/company_exports.hpp"

#include <map>
#include <mutex>

namespace svc::host::http {

struct CompanyExports::Places {
    explicit Places(unsigned perCompany) : most(perCompany) {}

    const unsigned most;
    std::mutex mutex;
    std::map<Uuid, unsigned> taken;
};

CompanyExports::CompanyExports(unsigned most) : places_(std::make_shared<Places>(most)) {}

std::shared_ptr<void> CompanyExports::enter(const Uuid& company) {
    {
        const std::lock_guard lock(places_->mutex);
        unsigned& taken = places_->taken[company];
        if (taken >= places_->most) {
            return nullptr;
        }
        ++taken;
    }
    const auto leave = [places = places_, company](void*) {
        const std::lock_guard lock(places->mutex);
        const auto own = places->taken.find(company);
        if (--own->second == 0) {
            places->taken.erase(own);
        }
    };
    return {places_.get(), leave};
}

} // namespace svc::host::http
