#include "store.hpp"

#include <map>

#include <svc/columns.hpp>
#include <svc/list.hpp>

namespace svc::timesheets {
namespace {

constexpr std::string_view Lock =
    "SELECT row_to_json(e) FROM timesheets.entry e WHERE company_id = $1"
    " AND (external_id = ANY ($2::text[]) OR id = ANY ($3::uuid[])) ORDER BY id FOR UPDATE";

const Table WrittenEntries("timesheets.entry", columnWrittenOnce("id", &Written::id),
                           column("version", &Written::version), column("created_at", &Written::createdAt));
const Table Sums("sums", columnWrittenOnce("partner_id", &api::TimeSummary::partnerId),
                 column("partner_name", &api::TimeSummary::partnerName),
                 column("minutes", &api::TimeSummary::minutes),
                 column("billable", &api::TimeSummary::billableMinutes),
                 column("unbilled", &api::TimeSummary::unbilledMinutes),
                 column("amount", &api::TimeSummary::unbilledAmount),
                 column("currency", &api::TimeSummary::currency));

// New rows, in the order of their external ids, so that two batches wait for each other instead of both for
// ever. What another request has made meanwhile is changed.
const std::string Insert =
    "INSERT INTO timesheets.entry AS e SELECT r.* FROM jsonb_populate_recordset(NULL::timesheets.entry, "
    "$1::jsonb) r"
    " ORDER BY r.external_id"
    " ON CONFLICT (company_id, external_id) WHERE external_id IS NOT NULL DO UPDATE SET source = "
    "excluded.source,"
    " partner_id = excluded.partner_id, partner_name = excluded.partner_name, person = excluded.person,"
    " project = excluded.project, description = excluded.description, date = excluded.date,"
    " minutes = excluded.minutes, started_at = excluded.started_at, ended_at = excluded.ended_at,"
    " hourly_rate = excluded.hourly_rate, amount = excluded.amount, currency = excluded.currency,"
    " billable = excluded.billable, tags = excluded.tags, version = e.version + 1,"
    " updated_at = excluded.updated_at WHERE NOT e.billed"
    " RETURNING " +
    WrittenEntries.select("e") + ", e.external_id";

constexpr std::string_view Update =
    "UPDATE timesheets.entry e SET external_id = r.external_id, source = r.source, partner_id = r.partner_id,"
    " partner_name = r.partner_name, person = r.person, project = r.project, description = r.description,"
    " date = r.date, minutes = r.minutes, started_at = r.started_at, ended_at = r.ended_at,"
    " hourly_rate = r.hourly_rate, amount = r.amount, currency = r.currency, billable = r.billable, tags = "
    "r.tags,"
    " version = r.version, updated_at = r.updated_at"
    " FROM jsonb_populate_recordset(NULL::timesheets.entry, $2::jsonb) r WHERE e.company_id = $1 AND e.id = "
    "r.id";

constexpr std::string_view Select =
    "SELECT row_to_json(e) FROM timesheets.entry e WHERE company_id = $1 AND id = $2 FOR UPDATE";

constexpr std::string_view Delete = "DELETE FROM timesheets.entry WHERE company_id = $1 AND id = $2";

/// By list `entry` of plugin.yaml; the name of a partner is that of the newest entry.
std::string summaryOf(ListParams& params, const EntryFilter& filter) {
    ListCounted counted{.from = filter.from, .to = filter.to};
    if (filter.partners) {
        auto& partners = counted.filters.emplace_back(std::vector<std::string>());
        for (const PartnerId& partner : *filter.partners) {
            partners->push_back(partner.uuid().toString());
        }
    }
    return "WITH sums AS MATERIALIZED (SELECT t.filters[1]::uuid AS partner_id, t.filters[2] AS currency,"
           " sum(t.sign * t.sum1)::bigint AS minutes, sum(t.sign * t.sum2)::bigint AS billable,"
           " sum(t.sign * t.sum3)::bigint AS unbilled, sum(t.sign * t.sum4)::bigint AS amount FROM (" +
           listCounts(params, "timesheets.entry", counted) +
           ") t GROUP BY 1, 2 HAVING sum(t.sign * t.documents) > 0)"
           " SELECT " +
           Sums.select("x") +
           " FROM (SELECT s.*, n.partner_name FROM sums s LEFT JOIN LATERAL (SELECT e.partner_name FROM "
           "timesheets.entry e"
           " WHERE e.company_id = $1 AND e.partner_id = s.partner_id"
           " ORDER BY e.date DESC, e.id DESC LIMIT 1) n ON true) x"
           " ORDER BY x.partner_name NULLS LAST, x.partner_id, x.currency";
}

constexpr std::string_view Billable =
    "SELECT row_to_json(e) FROM timesheets.entry e WHERE company_id = $1 AND NOT billed AND billable"
    " AND partner_id IS NOT DISTINCT FROM $2::uuid AND ($3::date IS NULL OR date >= $3)"
    " AND ($4::date IS NULL OR date <= $4) ORDER BY id FOR UPDATE";

constexpr std::string_view Bill =
    "UPDATE timesheets.entry SET billed = true, sale_id = $3, version = version + 1, updated_at = $4"
    " WHERE company_id = $1 AND id = ANY ($2::uuid[])";

constexpr std::string_view Release =
    "UPDATE timesheets.entry SET billed = false, sale_id = NULL, version = version + 1, updated_at = $3"
    " WHERE company_id = $1 AND sale_id = $2 RETURNING id";

template <class Value>
std::optional<Value> valueOf(const Json& row, std::string_view name) {
    const auto text = row.optionalText(name);
    return text ? Value::parse(*text) : std::nullopt;
}
std::optional<std::string> textOf(const Json& row, std::string_view name) {
    const Json& value = row[name];
    return value.isNull() ? std::nullopt : std::optional(value.text());
}

template <class Kind>
std::optional<Kind> idOf(const Json& row, std::string_view name) {
    const auto uuid = valueOf<Uuid>(row, name);
    return uuid ? std::optional(Kind(*uuid)) : std::nullopt;
}

Entry entryFrom(const Json& row) {
    Entry entry{.id = idOf<TimeEntryId>(row, "id").value(),
                .externalId = textOf(row, "external_id"),
                .source = textOf(row, "source"),
                .partnerId = idOf<PartnerId>(row, "partner_id"),
                .person = textOf(row, "person"),
                .project = textOf(row, "project"),
                .description = textOf(row, "description"),
                .date = valueOf<Date>(row, "date").value(),
                .minutes = row["minutes"].integer(),
                .startedAt = valueOf<Instant>(row, "started_at"),
                .endedAt = valueOf<Instant>(row, "ended_at"),
                .hourlyRate = MinorPrice(row["hourly_rate"].decimal().normalized()),
                .amount = MinorAmount(row["amount"].integer()),
                .currency = valueOf<Currency>(row, "currency").value(),
                .billable = row["billable"].boolean(),
                .billed = row["billed"].boolean(),
                .saleId = idOf<SaleId>(row, "sale_id"),
                .createdAt = valueOf<Instant>(row, "created_at").value(),
                .updatedAt = valueOf<Instant>(row, "updated_at").value(),
                .version = row["version"].integer(),
                .createdBy = Actor::of(textOf(row, "created_by_kind"), valueOf<Uuid>(row, "created_by_id"))};
    if (entry.partnerId) {
        entry.partner =
            api::TimePartner{.id = *entry.partnerId, .name = textOf(row, "partner_name").value_or("")};
    }
    for (const Json& tag : row["tags"].items()) {
        entry.tags.push_back(tag.text());
    }
    return entry;
}

Json rowOf(const Uuid& company, const Entry& entry) {
    const auto uuid = [](const auto& id) { return id ? Json(id->uuid()) : Json(nullptr); };
    return Json::object({{"company_id", company},
                         {"id", entry.id.uuid()},
                         {"external_id", entry.externalId},
                         {"source", entry.source},
                         {"partner_id", uuid(entry.partnerId)},
                         {"partner_name", entry.partner ? Json(entry.partner->name) : Json(nullptr)},
                         {"person", entry.person},
                         {"project", entry.project},
                         {"description", entry.description},
                         {"date", entry.date},
                         {"minutes", entry.minutes},
                         {"started_at", entry.startedAt},
                         {"ended_at", entry.endedAt},
                         {"hourly_rate", entry.hourlyRate.minor()},
                         {"amount", entry.amount.minor()},
                         {"currency", entry.currency.code()},
                         {"billable", entry.billable},
                         {"tags", entry.tags},
                         {"billed", entry.billed},
                         {"sale_id", uuid(entry.saleId)},
                         {"version", entry.version},
                         {"created_at", entry.createdAt},
                         {"updated_at", entry.updatedAt},
                         {"created_by_kind", entry.createdBy.kindText()},
                         {"created_by_id", entry.createdBy.optionalId()}});
}

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
        entries.push_back(entryFrom(row.json(0)));
    }
    return entries;
}

} // namespace

std::vector<Entry> lockEntries(Call& call, const std::vector<std::string>& externalIds,
                               const std::vector<TimeEntryId>& ids) {
    return entriesFrom(call.db().query(Lock, call.companyId(), arrayOf(externalIds), arrayOf(ids)));
}

std::vector<std::optional<Written>> writeEntries(Call& call, const std::vector<Entry>& entries) {
    Json fresh = Json::array();
    Json known = Json::array();
    for (const Entry& entry : entries) {
        (entry.version == 1 ? fresh : known).push(rowOf(call.companyId(), entry));
    }
    if (!known.empty()) {
        call.db().send(Update, call.companyId(), known);
    }
    std::map<TimeEntryId, Written> byId;
    std::map<std::string, Written, std::less<>> byExternalId;
    if (!fresh.empty()) {
        for (const Row row : call.db().query(Insert, fresh)) {
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
    const std::vector<Entry> found = entriesFrom(call.db().query(Select, call.companyId(), id));
    return found.empty() ? std::nullopt : std::optional(found.front());
}

void deleteEntry(Call& call, TimeEntryId id) {
    call.db().send(Delete, call.companyId(), id);
}

std::vector<Entry> listEntries(Call& call, const EntryFilter& filter, const std::optional<Position>& after,
                               std::int64_t limit) {
    // Every combination has the same parameters, and one that is not there is mentioned with its type.
    const auto condition = [](bool active, std::string_view sql, std::string_view absent) {
        return std::string(" AND ") + std::string(active ? sql : absent);
    };
    const std::string sql =
        "SELECT row_to_json(e) FROM timesheets.entry e WHERE company_id = $1" +
        condition(filter.from.has_value(), "date >= $2", "$2::date IS NULL") +
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
