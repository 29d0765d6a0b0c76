#include "api/routes.hpp"

#include "api/partner_input.hpp"
#include "api/partner_json.hpp"
#include "api/writing.hpp"
#include "domain/vat_number.hpp"
#include "store/partner_store.hpp"

namespace svc::partners {

namespace {

constexpr std::string_view NotFound = "partner-not-found";

std::optional<std::string> textOf(const Request& request, std::string_view name) {
    const auto value = request.query(name);
    const std::string_view text = value ? trim(*value) : std::string_view{};
    return text.empty() ? std::nullopt : std::optional<std::string>(text);
}

PartnerFilter filterOf(Request& request) {
    PartnerFilter filter;
    filter.archived = request.query("archived") == "true";
    filter.kind = textOf(request, "kind");
    filter.text = textOf(request, "q");
    filter.externalId = textOf(request, "externalId");
    if (const auto number = textOf(request, "vatNumber")) {
        filter.vatNumber = normalisedVatNumber(*number);
    }
    filter.tag = textOf(request, "tag");
    const InstantRange range = request.instantRange();
    filter.from = range.from;
    filter.before = range.before;
    filter.sort = textOf(request, "sort").value_or("name");
    const ArrayPage page = request.arrayPage();
    filter.limit = page.limit;
    filter.offset = page.offset;
    return filter;
}

} // namespace

Response listPartners(Request& request) {
    const PartnerPage page = PartnerStore(request).list(filterOf(request));
    Json records = Json::array();
    for (const Partner& partner : page.rows) {
        records.push(toJson(partner));
    }
    return Response::json(200, records).total(page.count);
}

Response createPartner(Request& request) {
    const Partner partner = create(request, request.body());
    return Response::json(201, toJson(partner)).etag(partner.version);
}

Response getPartner(Request& request) {
    const auto partner = PartnerStore(request).find(request.pathId("partnerId", "par", NotFound));
    if (!partner) {
        throw ApiError(404, NotFound);
    }
    return Response::json(200, toJson(*partner)).etag(partner->version);
}

Response updatePartner(Request& request) {
    // Formats come before the record (order of checks): a first pass on an empty partner, without what
    // depends on the record or names another.
    Json formats = request.body();
    formats.remove("vatNumber");
    formats.remove("priceListId");
    Partner probe;
    applyBody(request, formats, probe);
    auto partner = PartnerStore(request).findForUpdate(request.pathId("partnerId", "par", NotFound));
    if (!partner) {
        throw ApiError(404, NotFound);
    }
    request.checkVersion(partner->version);
    const Partner changed = change(request, *std::move(partner), request.body());
    return Response::json(200, toJson(changed)).etag(changed.version);
}

} // namespace svc::partners
