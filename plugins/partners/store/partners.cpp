#include "store/partners.hpp"

#include <svc/search_text.hpp>

#include "columns.hpp"

namespace svc::partners {
namespace {

const std::string FindSql =
    "SELECT " + partnerColumns() + partnersFrom() + " WHERE r.company_id = $1 AND r.id = $2";
const std::string FindForUpdateSql = FindSql + " FOR NO KEY UPDATE OF r";
const std::string FindLockingBalanceSql = FindSql + " FOR NO KEY UPDATE OF b";

constexpr std::string_view ClaimSql = "INSERT INTO partners.claim (company_id, number) SELECT DISTINCT"
                                      " $1::uuid, n.number FROM unnest($2::text[]) AS n (number) ORDER BY 2";
constexpr std::string_view EndClaimSql =
    "DELETE FROM partners.claim WHERE company_id = $1 AND number = ANY ($2::text[])";

// One look-up per key: an import looks for keys that its own transaction has not committed, which the
// planner's statistics do not include. OFFSET keeps the planner from flattening the sub-select, so each
// look-up uses its index.
constexpr std::string_view IdsByKeysSql =
    "SELECT f.id FROM unnest($2::text[]) AS n (key) CROSS JOIN LATERAL (SELECT k.id FROM partners.partner k"
    " WHERE k.company_id = $1 AND k.external_id = n.key OFFSET 0) f"
    " UNION SELECT f.id FROM unnest($3::text[]) AS n (key) CROSS JOIN LATERAL (SELECT k.id"
    " FROM partners.partner k WHERE k.company_id = $1 AND k.vat_number = n.key OFFSET 0) f";
// Locked in the order of their ids.
const std::string FindAllForUpdateSql =
    "SELECT " + partnerColumns() + partnersFrom() +
    " WHERE r.company_id = $1 AND r.id = ANY($2::uuid[]) ORDER BY r.id FOR NO KEY UPDATE OF r";

// By the primary key.
const std::string BehindSql = "SELECT " + partnerColumns() + partnersFrom() +
                              " WHERE r.company_id = $1 AND r.id > $2 ORDER BY r.id LIMIT $3";

constexpr std::string_view NamesSql =
    "SELECT id, name FROM partners.partner WHERE company_id = $1 AND id = ANY($2::uuid[])";

constexpr std::string_view DeleteTagsSql =
    "DELETE FROM partners.tag WHERE company_id = $1 AND partner_id = $2";
constexpr std::string_view InsertTagsSql = "INSERT INTO partners.tag (company_id, tag, partner_id)"
                                           " SELECT DISTINCT $1::uuid, t.tag, t.partner_id FROM "
                                           "unnest($2::uuid[], $3::text[]) AS t (partner_id, tag)";

constexpr std::string_view AdjustBalanceSql =
    "UPDATE partners.balance SET receivable = receivable + $3, payable = payable + $4"
    " WHERE company_id = $1 AND partner_id = $2";

constexpr std::string_view CountMoreSql =
    "INSERT INTO partners.usage AS u (company_id, active) VALUES ($1, $2)"
    " ON CONFLICT (company_id) DO UPDATE SET active = u.active + excluded.active RETURNING active";
constexpr std::string_view ActiveSql = "SELECT active FROM partners.usage WHERE company_id = $1";

template <class Value>
ArrayParam arrayOf(const std::vector<Value>& values) {
    ArrayParam array;
    for (const Value& value : values) {
        array.add(value);
    }
    return array;
}

} // namespace

std::string sortName(const api::Partner& partner) {
    return folded(partner.name);
}

const std::string& partnersFrom() {
    static const std::string from = " FROM partners.partner r JOIN partners.balance b"
                                    " ON b.company_id = r.company_id AND b.partner_id = r.id";
    return from;
}

const std::string& partnerColumns() {
    static const std::string columns = Partners.select("r") + ", " + Balances.select("b");
    return columns;
}

api::Partner partnerFrom(const Row& row, std::uint32_t at) {
    api::Partner partner = Partners.read(row, at);
    Balances.readInto(row, at + Partners.width(), partner);
    return partner;
}

std::optional<api::Partner> PartnerStore::findBy(std::string_view sql, PartnerId id) {
    const Rows rows = call_.db().query(sql, company_, id);
    return rows.empty() ? std::nullopt : std::optional(partnerFrom(rows[0]));
}

std::optional<api::Partner> PartnerStore::find(PartnerId id) {
    return findBy(FindSql, id);
}

std::optional<api::Partner> PartnerStore::findForUpdate(PartnerId id) {
    return findBy(FindForUpdateSql, id);
}

std::optional<api::Partner> PartnerStore::findWithLockedBalance(PartnerId id) {
    return findBy(FindLockingBalanceSql, id);
}

void PartnerStore::claim(const std::vector<std::string>& externalIds,
                         const std::vector<std::string>& vatNumbers) {
    std::vector<std::string> numbers;
    for (const std::string& id : externalIds) {
        numbers.push_back("externalId " + id);
    }
    for (const std::string& number : vatNumbers) {
        numbers.push_back("vatNumber " + number);
    }
    if (!numbers.empty()) {
        call_.db().send(ClaimSql, company_, arrayOf(numbers));
        call_.db().send(EndClaimSql, company_, arrayOf(numbers));
    }
}

std::vector<api::Partner> PartnerStore::findForUpdate(const std::vector<std::string>& externalIds,
                                                      const std::vector<std::string>& vatNumbers) {
    std::vector<PartnerId> ids;
    for (const Row row :
         call_.db().query(IdsByKeysSql, company_, arrayOf(externalIds), arrayOf(vatNumbers))) {
        ids.push_back(row.id<PartnerId>(0));
    }
    std::vector<api::Partner> found;
    if (!ids.empty()) {
        for (const Row row : call_.db().query(FindAllForUpdateSql, company_, arrayOf(ids))) {
            found.push_back(partnerFrom(row));
        }
    }
    return found;
}

std::optional<PartnerId> PartnerStore::findSupplier(const commands::FindInput& numbers) {
    // Users write registration numbers with or without blanks, points and hyphens.
    for (const auto& [condition, number] :
         {std::pair("vat_number = $2", &numbers.vatNumber),
          std::pair("upper(translate(registration_number, ' .-/', '')) = upper(translate($2, ' .-/', ''))",
                    &numbers.registrationNumber),
          std::pair("peppol_id = $2", &numbers.peppolId)}) {
        if (!*number) {
            continue;
        }
        const Rows rows =
            call_.db().query("SELECT id FROM partners.partner WHERE company_id = $1 AND " +
                                 std::string(condition) + " AND kind <> 'customer' AND NOT archived LIMIT 2",
                             company_, **number);
        if (rows.size() == 1) {
            return rows[0].id<PartnerId>(0);
        }
    }
    return std::nullopt;
}

std::vector<std::pair<PartnerId, std::string>> PartnerStore::names(const std::vector<PartnerId>& ids) {
    std::vector<std::pair<PartnerId, std::string>> result;
    for (const Row row : call_.db().query(NamesSql, company_, arrayOf(ids))) {
        result.emplace_back(row.id<PartnerId>(0), row.text(1));
    }
    return result;
}

std::vector<api::Partner> PartnerStore::behind(PartnerId id, std::int64_t limit) {
    std::vector<api::Partner> found;
    for (const Row row : call_.db().query(BehindSql, company_, id, limit)) {
        found.push_back(partnerFrom(row));
    }
    return found;
}

void PartnerStore::insert(const std::vector<api::Partner>& partners) {
    Partners.insert(call_, partners);
    Balances.insert(call_, partners);
    writeTags(partners);
}

void PartnerStore::update(const api::Partner& partner) {
    Partners.update(call_, partner);
    call_.db().send(DeleteTagsSql, company_, partner.id);
    writeTags({partner});
}

void PartnerStore::writeTags(const std::vector<api::Partner>& partners) {
    ArrayParam ids;
    std::vector<std::string> tags;
    for (const api::Partner& partner : partners) {
        for (const std::string& tag : partner.tags) {
            ids.add(partner.id);
            tags.push_back(tag);
        }
    }
    if (!tags.empty()) {
        call_.db().send(InsertTagsSql, company_, ids, arrayOf(tags));
    }
}

void PartnerStore::adjustBalance(const commands::AdjustBalanceInput& change) {
    call_.db().sendLate("partner:" + change.id.uuid().toString(), AdjustBalanceSql, company_, change.id,
                        change.receivable, change.payable);
}

std::int64_t PartnerStore::countMore(std::int64_t count) {
    return call_.db().query(CountMoreSql, company_, count)[0].integer(0);
}

void PartnerStore::countMoreLate(std::int64_t count) {
    // Before all other late writes, in the order in which other transactions lock this row.
    call_.db().sendLate("0:partners.usage", Late::added(2), CountMoreSql, company_, count);
}

std::int64_t PartnerStore::active() {
    const Rows rows = call_.db().query(ActiveSql, company_);
    return rows.empty() ? 0 : rows[0].integer(0);
}

} // namespace svc::partners
