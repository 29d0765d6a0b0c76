#include "store.hpp"

#include <map>

#include <svc/list.hpp>

#include "columns.hpp"

namespace svc::timesheets {
namespace {

const std::string Select = "SELECT " + Entries.select("e") + " FROM timesheets.entry e WHERE company_id = $1";
const std::string LockOne = Select + " AND id = $2 FOR UPDATE";
/// Locks in the order in which Insert writes, so that two imports of the same hours cannot deadlock.
const std::string Lock = Select + " AND (external_id = ANY ($2::text[]) OR id = ANY ($3::uuid[]))"
                                  " ORDER BY external_id COLLATE \"C\", id FOR UPDATE";

const Table WrittenEntries("timesheets.entry", columnWrittenOnce("id", &Written::id),
                           column("version", &Written::version), column("created_at", &Written::createdAt));
const Table Sums("sums", columnWrittenOnce("partner_id", &api::TimeSummary::partnerId),
                 column("partner_name", &api::TimeSummary::partnerName),
                 column("minutes", &api::TimeSummary::minutes),
                 column("billable", &api::TimeSummary::billableMinutes),
                 column("unbilled", &api::TimeSummary::unbilledMinutes),
                 column("amount", &api::TimeSummary::unbilledAmount),
                 column("currency", &api::TimeSummary::currency));

/// `source = <row>.source, …, `: the columns that every write of an entry takes from the row.
std::string takenFrom(const std::string& row) {
    std::string text;
    for (const char* name :
         {"source", "partner_id", "partner_name", "person", "project", "description", "date", "minutes",
          "started_at", "ended_at", "hourly_rate", "amount", "currency", "billable", "tags", "updated_at"}) {
        text.append(name).append(" = ").append(row).append(".").append(name).append(", ");
    }
    return text;
}

// Inserts rows in the order of their external ids, so that two batches cannot deadlock. Entries that another
// request has created meanwhile are updated.
const std::string Insert =
    "INSERT INTO timesheets.entry AS e (company_id, " + Entries.names() + ") SELECT $1, r.* FROM " +
    Entries.rows("r") +
    " ORDER BY r.external_id COLLATE \"C\""
    " ON CONFLICT (company_id, external_id) WHERE external_id IS NOT NULL DO UPDATE SET " +
    takenFrom("excluded") + "version = e.version + 1 WHERE NOT e.billed RETURNING " +
    WrittenEntries.select("e") + ", e.external_id";

const std::string Update = "UPDATE timesheets.entry e SET " + takenFrom("r") +
                           "external_id = r.external_id, version = r.version FROM " + Entries.rows("r") +
                           " WHERE e.company_id = $1 AND e.id = r.id";

constexpr std::string_view Delete = "DELETE FROM timesheets.entry WHERE company_id = $1 AND id = $2";

/// By the counters of list `entry` in plugin.yaml; the name of a partner is that of the newest entry.
std::string summaryOf(ListParams& params, const EntryFilter& filter) {
    namespace counted = lists::counted::entry;
    ListCounted entries{.from = filter.from, .to = filter.to};
    entries.by(counted::PartnerId, countedTexts(filter.partners));
    return "WITH sums AS MATERIALIZED (SELECT t.filters[1]::uuid AS partner_id, t.filters[2] AS currency,"
           " sum(t.sign * t.sum1)::bigint AS minutes, sum(t.sign * t.sum2)::bigint AS billable,"
           " sum(t.sign * t.sum3)::bigint AS unbilled, sum(t.sign * t.sum4)::bigint AS amount FROM (" +
           listCounts(params, counted::List, entries) +
           ") t GROUP BY 1, 2 HAVING sum(t.sign * t.documents) > 0)"
           " SELECT " +
           Sums.select("x") +
           " FROM (SELECT s.*, n.partner_name FROM sums s LEFT JOIN LATERAL (SELECT e.partner_name FROM "
           "timesheets.entry e"
           " WHERE e.company_id = $1 AND e.partner_id = s.partner_id"
           " ORDER BY e.date DESC, e.id DESC LIMIT 1) n ON true) x"
           " ORDER BY x.partner_name NULLS LAST, x.partner_id, x.currency";
}

const std::string Billable =
    Select + " AND NOT billed AND billable"
             " AND partner_id IS NOT DISTINCT FROM $2::uuid AND ($3::date IS NULL OR date >= $3)"
             " AND ($4::date IS NULL OR date <= $4) ORDER BY id FOR UPDATE";

constexpr std::string_view Bill =
    "UPDATE timesheets.entry SET billed = true, sale_id = $3, version = version + 1, updated_at = $4"
    " WHERE company_id = $1 AND id = ANY ($2::uuid[])";

constexpr std::string_view Release =
    "UPDATE timesheets.entry SET billed = false, sale_id = NULL, version = version + 1, updated_at = $3"
    " WHERE company_id = $1 AND sale_id = $2 RETURNING id";

template <class Value>
ArrayParam arrayOf(const std::vector<Value>& values) {
    ArrayParam array;
    for (const Value& value : values) {
        array.add(value);
    }
    return array;
}
template <class Value>
Param arrayOf(const std::optional<std::vector<Value>>& values) {
    if (!values) {
        return nullptr;
    }
    return arrayOf(*values);
}

std::vector<Entry> entriesFrom(const Rows& rows) {
    std::vector<Entry> entries;
    entries.reserve(rows.size());
    for (const Row row : rows) {
        Entry& entry = entries.emplace_back(Entries.read(row));
        if (entry.partner) {
            entry.partnerId = entry.partner->id;
        }
    }
    return entries;
}

} // namespace

std::vector<Entry> lockEntries(Call& call, const std::vector<std::string>& externalIds,
                               const std::vector<TimeEntryId>& ids) {
    return entriesFrom(call.db().query(Lock, call.companyId(), arrayOf(externalIds), arrayOf(ids)));
}

std::vector<std::optional<Written>> writeEntries(Call& call, const std::vector<Entry>& entries) {
    std::vector<Entry> fresh;
    std::vector<Entry> known;
    for (const Entry& entry : entries) {
        (entry.version == 1 ? fresh : known).push_back(entry);
    }
    Entries.send(call, Update, known);
    std::map<TimeEntryId, Written> byId;
    std::map<std::string, Written, std::less<>> byExternalId;
    if (!fresh.empty()) {
        for (const Row row : Entries.query(call, Insert, fresh)) {
            const Written written = WrittenEntries.read(row);
            byId.emplace(written.id, written);
            if (const auto externalId = row.optionalText(WrittenEntries.width())) {
                byExternalId.emplace(*externalId, written);
            }
        }
    }
    std::vector<std::optional<Written>> result;
    for (const Entry& entry : entries) {
        if (entry.version > 1) {
            result.push_back(Written{entry.id, false, entry.version, entry.createdAt});
        } else if (const auto own = byId.find(entry.id); own != byId.end()) {
            result.push_back(own->second);
            result.back()->created = true;
        } else {
            const auto other = entry.externalId ? byExternalId.find(*entry.externalId) : byExternalId.end();
            result.push_back(other == byExternalId.end() ? std::nullopt : std::optional(other->second));
        }
    }
    return result;
}

std::optional<Entry> findEntry(Call& call, TimeEntryId id) {
    const std::vector<Entry> found = entriesFrom(call.db().query(LockOne, call.companyId(), id));
    return found.empty() ? std::nullopt : std::optional(found.front());
}

void deleteEntry(Call& call, TimeEntryId id) {
    call.db().send(Delete, call.companyId(), id);
}

std::vector<Entry> listEntries(Call& call, const EntryFilter& filter, const std::optional<Position>& after,
                               std::int64_t limit) {
    // Every combination of filters has the same parameters; an unused one is mentioned with its type.
    const auto condition = [](bool active, std::string_view sql, std::string_view absent) {
        return std::string(" AND ") + std::string(active ? sql : absent);
    };
    const std::string sql =
        Select + condition(filter.from.has_value(), "date >= $2", "$2::date IS NULL") +
        condition(filter.to.has_value(), "date <= $3", "$3::date IS NULL") +
        condition(filter.partners.has_value(), "partner_id = ANY ($4)", "$4::uuid[] IS NULL") +
        condition(filter.billed.has_value(), filter.billed.value_or(false) ? "billed" : "NOT billed",
                  "true") +
        condition(filter.externalId.has_value(), "external_id = $5", "$5::text IS NULL") +
        condition(filter.person.has_value(), "person = $6", "$6::text IS NULL") +
        condition(filter.project.has_value(), "project = $7", "$7::text IS NULL") +
        condition(after.has_value(), "(date, id) < ($8, $9)", "$8::date IS NULL AND $9::uuid IS NULL") +
        " ORDER BY date DESC, id DESC LIMIT $10";
    return entriesFrom(call.db().query(sql, call.companyId(), filter.from, filter.to,
                                       arrayOf(filter.partners), filter.externalId, filter.person,
                                       filter.project, after ? std::optional(after->date) : std::nullopt,
                                       after ? std::optional(after->id) : std::nullopt, limit));
}

std::vector<api::TimeSummary> summarize(Call& call, const EntryFilter& filter) {
    constexpr int HourDecimals = 2;
    std::vector<api::TimeSummary> summary;
    ListParams params(call.companyId());
    const std::string sql = summaryOf(params, filter);
    for (const Row row : call.db().query(sql, params.values())) {
        api::TimeSummary& sum = summary.emplace_back(Sums.read(row));
        sum.hours = Decimal::divide(Decimal(sum.minutes), Decimal(60), HourDecimals).normalized();
    }
    return summary;
}

std::vector<Entry> lockBillable(Call& call, const std::optional<PartnerId>& partner, std::optional<Date> from,
                                std::optional<Date> to) {
    return entriesFrom(call.db().query(Billable, call.companyId(), partner, from, to));
}

void markBilled(Call& call, const std::vector<TimeEntryId>& ids, SaleId sale) {
    call.db().send(Bill, call.companyId(), arrayOf(ids), sale, call.now());
}

std::vector<TimeEntryId> releaseEntries(Call& call, SaleId sale) {
    std::vector<TimeEntryId> ids;
    for (const Row row : call.db().query(Release, call.companyId(), sale, call.now())) {
        ids.push_back(row.id<TimeEntryId>(0));
    }
    return ids;
}

} // namespace svc::timesheets
