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
    const auto number = filterOf(parameters.vatNumber);
    const PartnerPage page = PartnerStore(request).list(
        {.archived = parameters.archived,
         .kind = parameters.kind,
         .text = filterOf(parameters.q),
         .externalId = filterOf(parameters.externalId),
         .vatNumber = number ? std::optional(normalisedVatNumber(*number)) : number,
         .tag = filterOf(parameters.tag),
         .created = request.instantRange(),
         .sort = parameters.sort,
         .page = parameters.page});
    return Answer<200, std::vector<api::Partner>>(page.rows).total(page.count);
}

} // namespace svc::partners
