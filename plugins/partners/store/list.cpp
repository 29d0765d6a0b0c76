#include <svc/list_search.hpp>

#include "store/partners.hpp"

namespace svc::partners {
namespace {

std::string_view orderOf(api::ListPartnersSort sort) {
    switch (sort) {
    case api::ListPartnersSort::NameDescending:
        return " ORDER BY p.sort_name DESC, p.id DESC";
    case api::ListPartnersSort::Date:
        return " ORDER BY p.created_at, p.id";
    case api::ListPartnersSort::DateDescending:
        return " ORDER BY p.created_at DESC, p.id DESC";
    case api::ListPartnersSort::Name:
        break;
    }
    return " ORDER BY p.sort_name, p.id";
}

/// A partner of kind `both` is a customer and a supplier. Phrased like the predicates of the indexes of each
/// kind.
std::string_view ofKind(api::PartnerKind kind) {
    switch (kind) {
    case api::PartnerKind::Customer:
        return " AND p.kind <> 'supplier'";
    case api::PartnerKind::Supplier:
        return " AND p.kind <> 'customer'";
    case api::PartnerKind::Both:
        break;
    }
    return " AND p.kind = 'both'";
}

/// Up to ListMost partners with a tag are selected by the tag's index. For a tag with more partners, the list
/// is scanned and the tag is checked for each partner.
bool isCommonTag(Call& call, const std::string& tag) {
    const Rows rows = call.db().query("SELECT count(*) FROM (SELECT FROM partners.tag WHERE company_id = $1"
                                      " AND tag = $2 LIMIT $3) t",
                                      call.companyId(), tag, ListMost + 1);
    return rows[0].integer(0) > ListMost;
}

} // namespace

PartnerPage PartnerStore::list(const PartnerFilter& filter) {
    ListRequest request{"partners.partner", "partners.partner", "p", ListParams(company_)};
    ListParams& params = request.params;
    request.joins = " LEFT JOIN partners.balance b ON b.company_id = p.company_id AND b.partner_id = p.id";
    request.where = filter.archived ? " AND p.archived" : " AND NOT p.archived";
    request.where += filter.kind ? ofKind(*filter.kind) : "";
    request.where += params.key("p.external_id", filter.externalId);
    request.where += params.key("p.vat_number", filter.vatNumber);
    request.where += params.bound("p.created_at >=", filter.created.from);
    request.where += params.bound("p.created_at <", filter.created.before);
    if (filter.tag) {
        const std::string tagged =
            " FROM partners.tag t WHERE t.company_id = $1 AND t.tag = " + params.place(*filter.tag);
        const std::string gathered = " AND p.id IN (SELECT t.partner_id" + tagged + ')';
        if (isCommonTag(call_, *filter.tag)) {
            request.whereCounted = request.where + gathered;
            // A scalar sub-select: the planner might turn OR or EXISTS into a join.
            request.where += " AND (SELECT true" + tagged + " AND t.partner_id = p.id LIMIT 1)";
        } else {
            request.where += gathered;
        }
    }
    request.order = orderOf(filter.sort);
    request.newest = " ORDER BY p.created_at DESC, p.id DESC";
    request.text = filter.text;
    request.limit = filter.page.limit;
    request.offset = filter.page.offset;
    PartnerPage page;
    page.count = readList(call_, request, partnerColumns(), [&](const Row& row, std::uint32_t column) {
                     page.rows.push_back(partnerFrom(row, column));
                 }).count;
    return page;
}

} // namespace svc::partners
