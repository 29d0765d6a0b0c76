#include <algorithm>

#include <svc/list_query.hpp>

#include "store/partner_store.hpp"
#include "store/tallies.hpp"

namespace svc::partners {
namespace {

std::string_view orderOf(std::string_view sort) {
    if (sort == "-name") {
        return " ORDER BY p.sort_name DESC, p.id DESC";
    }
    if (sort == "date") {
        return " ORDER BY p.created_at, p.id";
    }
    if (sort == "-date") {
        return " ORDER BY p.created_at DESC, p.id DESC";
    }
    return " ORDER BY p.sort_name, p.id";
}

constexpr std::string_view Newest = " ORDER BY p.created_at DESC, p.id DESC";

/// How many partners have a tag.
struct Tagged {
    std::int64_t shown = 0; ///< of the kinds that are filtered by, archived or not
    /// So many have it that the list is walked and each partner is asked; else those that have it are
    /// gathered.
    bool asked = false;
};

constexpr std::string_view TaggedSql =
    "SELECT b = $3, c, documents, (SELECT sum(documents) FROM partners.list_tally WHERE company_id = $1"
    " AND list = 'partner' AND grain = 'm' AND a = $3)::bigint FROM partners.list_tally"
    " WHERE company_id = $1 AND list = 'tag' AND grain = 'm' AND date = '0001-01-01' AND a = $2";

Tagged taggedOf(Database& db, const Uuid& company, const PartnerFilter& filter) {
    Tagged tagged;
    double having = 0;
    double ofList = 0;
    double listed = 0;
    for (const Row row :
         db.query(TaggedSql, company, filter.tag, std::string_view(filter.archived ? "true" : "false"))) {
        const bool inList = row.boolean(0);
        const std::int64_t partners = row.integer(2);
        const bool ofKinds =
            !filter.kinds || std::count(filter.kinds->begin(), filter.kinds->end(), row.text(1)) > 0;
        tagged.shown += inList && ofKinds ? partners : 0;
        having += static_cast<double>(partners);
        ofList += inList ? static_cast<double>(partners) : 0;
        listed = static_cast<double>(row.optionalInteger(3).value_or(0));
    }
    // As many are asked as lie between those of the page, against all that have it.
    tagged.asked = static_cast<double>(filter.offset + filter.limit) * listed < ofList * having;
    return tagged;
}

/// One list, for one call.
class PartnerList {
public:
    PartnerList(Call& call, const PartnerFilter& filter)
        : call_(call), filter_(filter), order_(orderOf(filter.sort)), company_(call.companyId()) {
        if (filter.tag) {
            tagged_ = taggedOf(call.db(), company_, filter);
        }
    }

    PartnerPage page() {
        if (!filter_.text) {
            PartnerPage page;
            const bool merged = filter_.kinds && filter_.kinds->size() > 1;
            readRows(merged ? mergedKinds() : found(), page);
            page.count = countOf(found(), page);
            return page;
        }
        const FoundDocuments all = found();
        SearchedList list{all.params, all.from, "p", order_, Newest, filter_.limit};
        if (!filter_.externalId && !filter_.vatNumber && !filter_.from && !filter_.before && !filter_.tag) {
            list.counted = {
                std::nullopt, std::nullopt, {oneWord(std::optional(filter_.archived)), filter_.kinds}};
        }
        return partnerTerms().find<PartnerPage>(call_, *filter_.text, list,
                                                [&](PartnerPage& page, const FoundDocuments& documents) {
                                                    if (documents.rows) {
                                                        readRows(documents, page);
                                                    }
                                                    if (documents.summary) {
                                                        page.count = countOf(documents, page);
                                                    }
                                                });
    }

private:
    FoundDocuments found(bool ofKinds = true) {
        FoundDocuments all{ListParams(company_), " FROM partners.partner p WHERE p.company_id = $1"};
        all.from += filter_.archived ? " AND p.archived" : " AND NOT p.archived";
        all.from += all.params.bound("p.external_id =", filter_.externalId);
        all.from += all.params.bound("p.vat_number =", filter_.vatNumber);
        all.from += all.params.bound("p.created_at >=", filter_.from);
        all.from += all.params.bound("p.created_at <", filter_.before);
        if (filter_.tag) {
            all.from += ofTag(all.params);
        }
        if (ofKinds) {
            all.from += all.params.among("p.kind", filter_.kinds);
        }
        return all;
    }

    std::string ofTag(ListParams& params) {
        const std::string tagged =
            " FROM partners.term t WHERE t.company_id = $1 AND t.kind = 'tag' AND t.term = " +
            params.place(*filter_.tag);
        // Not behind an OR, where it would be judged partner by partner.
        return !tagged_.asked ? " AND p.id IN (SELECT t.partner_id" + tagged + ')'
                              : " AND (SELECT true" + tagged + " AND t.partner_id = p.id LIMIT 1)";
    }

    /// Of several kinds each gives its first ones in order: a rare kind is not looked for among all partners.
    FoundDocuments mergedKinds() {
        FoundDocuments ofOne = found(false);
        ArrayParam kinds;
        for (const std::string& kind : *filter_.kinds) {
            kinds.add(kind);
        }
        const std::string list = ofOne.params.place(kinds);
        const std::string rows = ofOne.params.place(filter_.offset + filter_.limit);
        ofOne.from = " FROM unnest(" + list + "::text[]) AS k (kind), LATERAL (SELECT p.*" + ofOne.from +
                     " AND p.kind = k.kind" + order_ + " LIMIT " + rows + ") p";
        return ofOne;
    }

    void readRows(FoundDocuments documents, PartnerPage& page) {
        const std::string limit = documents.params.place(filter_.limit);
        const std::string offset = documents.params.place(filter_.offset);
        page.rows.clear();
        for (const Row row :
             call_.db().query("SELECT " + partnerColumns() + " FROM (SELECT p.*" + documents.from + order_ +
                                  " LIMIT " + limit + " OFFSET " + offset +
                                  ") p JOIN partners.balance b ON b.company_id = p.company_id"
                                  " AND b.partner_id = p.id" +
                                  order_,
                              documents.params.values())) {
            page.rows.push_back(partnerFrom(row));
        }
    }

    /// The number of all partners of which the page has some.
    std::int64_t countOf(const FoundDocuments& documents, const PartnerPage& page) {
        if (documents.kept) {
            return documents.kept->documents;
        }
        const auto read = static_cast<std::int64_t>(page.rows.size());
        // The page itself tells it when it is the last one.
        if (read < filter_.limit && (read > 0 || filter_.offset == 0)) {
            return filter_.offset + read;
        }
        if (!filter_.text && !filter_.externalId && !filter_.vatNumber) {
            if (!filter_.tag) {
                return countOfDays();
            }
            if (!filter_.from && !filter_.before) {
                return tagged_.shown;
            }
        }
        return call_.db().query("SELECT count(*)" + documents.from, documents.params.values())[0].integer(0);
    }

    /// Whole days of UTC, and partner by partner what the period has beyond them.
    std::int64_t countOfDays() {
        const DaysOfInstants days = daysOfInstants(filter_.from, filter_.before);
        std::int64_t count = 0;
        for (const DaysOfInstants::Edge& edge : days.edges) {
            ListParams params(company_);
            std::string where = " AND created_at >= " + params.place(edge.first);
            where += " AND created_at < " + params.place(edge.end);
            where += " AND archived = " + params.place(filter_.archived);
            where += params.among("kind", filter_.kinds);
            count += call_.db()
                         .query("SELECT count(*) FROM partners.partner WHERE company_id = $1" + where,
                                params.values())[0]
                         .integer(0);
        }
        if (days.anyDay) {
            TallyFilter counted{days.from, days.to, {}};
            counted.by[0] = {filter_.archived ? "true" : "false"};
            counted.by[1] = filter_.kinds;
            count += PartnerTally.read(call_.db(), company_, counted).documents;
        }
        return count;
    }

    Call& call_;
    const PartnerFilter& filter_;
    std::string order_;
    Uuid company_;
    Tagged tagged_;
};

} // namespace

PartnerPage PartnerStore::list(const PartnerFilter& filter) {
    return PartnerList(call_, filter).page();
}

} // namespace svc::partners
