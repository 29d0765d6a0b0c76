#include <svc/list_search.hpp>

#include "store/partners.hpp"

namespace svc::partners {
namespace {

/// A partner of kind `both` is a customer and a supplier. Phrased like the predicates of the indexes of each
/// kind.
std::string_view ofKind(api::PartnerKind kind) {
    switch (kind) {
    case api::PartnerKind::Customer:
        return " AND r.kind <> 'supplier'";
    case api::PartnerKind::Supplier:
        return " AND r.kind <> 'customer'";
    case api::PartnerKind::Both:
        break;
    }
    return " AND r.kind = 'both'";
}

/// The kinds that ofKind() finds.
std::vector<std::string> countedKinds(api::PartnerKind kind) {
    std::vector<std::string> kinds{std::string(toText(api::PartnerKind::Both))};
    if (kind != api::PartnerKind::Both) {
        kinds.emplace_back(toText(kind));
    }
    return kinds;
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

PartnerPage PartnerStore::list(const api::ListPartnersParameters& parameters) {
    api::ListPartnersParameters declared = parameters;
    declared.kind.reset();
    ListRequest list = lists::partner(call_, declared);
    if (parameters.kind) {
        list.where += ofKind(*parameters.kind);
        if (list.counted) {
            list.counted->by(lists::counted::partner::Kind, countedKinds(*parameters.kind));
        }
    }
    list.joins = " LEFT JOIN partners.balance b ON b.company_id = r.company_id AND b.partner_id = r.id";
    if (parameters.tag) {
        const std::string tagged =
            " FROM partners.tag t WHERE t.company_id = $1 AND t.tag = " + list.params.place(*parameters.tag);
        const std::string gathered = " AND r.id IN (SELECT t.partner_id" + tagged + ')';
        if (isCommonTag(call_, *parameters.tag)) {
            list.whereCounted = list.where + gathered;
            // A scalar sub-select: the planner might turn OR or EXISTS into a join.
            list.where += " AND (SELECT true" + tagged + " AND t.partner_id = r.id LIMIT 1)";
        } else {
            list.where += gathered;
        }
    }
    PartnerPage page;
    page.count = readList(call_, list, partnerColumns(), [&](const Row& row, std::uint32_t column) {
                     page.rows.push_back(partnerFrom(row, column));
                 }).count;
    return page;
}

} // namespace svc::partners
