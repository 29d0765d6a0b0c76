#include "store/taxes.hpp"

namespace svc::sales {

Json taxesJson(const std::vector<SaleTax>& taxes) {
    Json all = Json::array();
    for (const SaleTax& tax : taxes) {
        all.push(Json::object({{"taxCategory", tax.taxCategory},
                               {"taxRate", tax.taxRate},
                               {"net", tax.net},
                               {"tax", tax.tax}}));
    }
    return all;
}

} // namespace svc::sales
