#include <svc/text.hpp>

#include "rules/vat_number.hpp"
#include "store/partners.hpp"

namespace svc::partners {
namespace {

/// A blank filter does not filter.
std::optional<std::string> filterOf(const std::optional<std::string>& parameter) {
    const std::string_view text = parameter ? trim(*parameter) : std::string_view{};
    return text.empty() ? std::nullopt : std::optional<std::string>(text);
}

} // namespace

Answer<200, std::vector<api::Partner>> listPartners(Request& request,
                                                    const api::ListPartnersParameters& parameters) {
    api::ListPartnersParameters filters = parameters;
    filters.q = filterOf(parameters.q);
    filters.externalId = filterOf(parameters.externalId);
    filters.tag = filterOf(parameters.tag);
    filters.vatNumber = filterOf(parameters.vatNumber);
    if (filters.vatNumber) {
        filters.vatNumber = normalisedVatNumber(*filters.vatNumber);
    }
    const PartnerPage page = PartnerStore(request).list(filters);
    return Answer<200, std::vector<api::Partner>>(page.rows).total(page.count);
}

} // namespace svc::partners
