#include "sale/store/issuing_sale.hpp"

namespace svc::sales {
namespace {

thread_local IssuingSale* innermost = nullptr;

} // namespace

IssuingSale::IssuingSale(Sale& sale, const Parties& parties, api::SaleFiscalStatus written)
    : sale_(sale), parties_(parties), written_(written), outer_(innermost) {
    innermost = this;
}

IssuingSale::~IssuingSale() {
    innermost = outer_;
}

IssuingSale* IssuingSale::find(const Uuid& id) {
    IssuingSale* one = innermost;
    while (one != nullptr && !(one->isCurrent_ && one->sale_.id.uuid() == id)) {
        one = one->outer_;
    }
    return one;
}

} // namespace svc::sales
