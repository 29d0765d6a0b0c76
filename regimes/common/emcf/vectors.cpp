#include "emcf/vectors.hpp"

#include "emcf/invoice.hpp"

namespace svc::emcf {

Json checkVector(const Profile& profile, const Json& given) {
    const auto original = given.optionalText("original");
    const Document document{.record = given["document"],
                            .buyer = given["buyer"],
                            .isCreditNote = original.has_value(),
                            .original = original};
    const Totals totals = totalsOf(document);
    return Json::object({{"request", requestOf(profile, document, given["settings"])},
                         {"total", amountOf(totals.total, profile.currency)},
                         {"tax", amountOf(totals.tax, profile.currency)}});
}

} // namespace svc::emcf
