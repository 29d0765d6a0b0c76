#include "regime/store.hpp"

#include <memory>

#include <svc/columns.hpp>
#include <svc/lately_used.hpp>

#include "journal/store/records.hpp"

namespace svc::compliance {
namespace {

const Table Regimes("compliance.regime", columnWrittenOnce("regime", &RegimeSettings::regime),
                    column("state", &RegimeSettings::state), column("mode", &RegimeSettings::mode),
                    column("auto_submit", &RegimeSettings::autoSubmit),
                    column("settings", &RegimeSettings::settings),
                    column("secrets", &RegimeSettings::secrets), column("version", &RegimeSettings::version),
                    column("certificates", &RegimeSettings::certificates));
const Table Counts("counts", columnWrittenOnce("pending", &RegimeCounts::pending),
                   column("rejected", &RegimeCounts::rejected),
                   column("last_submission_at", &RegimeCounts::lastSubmissionAt));

const std::string SelectRegimes =
    "SELECT " + Regimes.select("r") + " FROM compliance.regime r WHERE r.company_id = $1";
const std::string ListSql = SelectRegimes + " ORDER BY r.regime";
const std::string EnabledSql = SelectRegimes + " AND r.state = 'enabled' ORDER BY r.regime";
const std::string FindSql = SelectRegimes + " AND r.regime = $2";
const std::string LockSql = FindSql + " FOR UPDATE";
const std::string DutiesSql =
    "SELECT " + Regimes.select("r") +
    ", coalesce(h.sealing, false), coalesce(h.training, false) FROM (SELECT $1::uuid AS company_id) c"
    " LEFT JOIN compliance.journal_head h ON h.company_id = c.company_id"
    " LEFT JOIN compliance.regime r ON r.company_id = c.company_id AND r.state = 'enabled' ORDER BY r.regime";
constexpr std::string_view SaveSql =
    "INSERT INTO compliance.regime (company_id, regime, state, mode, auto_submit, settings, secrets, version,"
    " certificates, created_at, updated_at)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) ON CONFLICT (company_id, regime) DO UPDATE SET"
    " state = excluded.state, mode = excluded.mode, auto_submit = excluded.auto_submit,"
    " settings = excluded.settings, secrets = excluded.secrets, version = excluded.version,"
    " certificates = excluded.certificates, updated_at = excluded.updated_at";
// Accepted submissions are by far the most, so they are not counted. The last submission is the latest over
// all statuses, each found by the index.
const std::string CountSql =
    "SELECT " + Counts.select("x") + R"(, r.regime FROM compliance.regime r CROSS JOIN LATERAL (
SELECT count(*) FILTER (WHERE s.status <> 'rejected') AS pending,
       count(*) FILTER (WHERE s.status = 'rejected') AS rejected,
       (SELECT max(l.submitted_at)
          FROM unnest(ARRAY['pending', 'submitted', 'accepted', 'rejected', 'failed', 'held']) AS stage (status)
         CROSS JOIN LATERAL (SELECT n.submitted_at FROM compliance.submission n
                              WHERE n.company_id = $1 AND n.regime = r.regime AND n.status = stage.status
                                AND n.submitted_at IS NOT NULL ORDER BY n.submitted_at DESC LIMIT 1) l
       ) AS last_submission_at
FROM compliance.submission s
WHERE s.company_id = $1 AND s.regime = r.regime AND s.status IN ('pending', 'submitted', 'held', 'rejected')) x
WHERE r.company_id = $1)";

/// The duties of a company, and the rows that they were read from.
struct ReadDuties {
    std::string rows;
    Duties duties;
};

/// Cache of the duties last read for each company: while the rows are unchanged, they are not parsed again.
using LatelyRead = LatelyUsed<Uuid, std::shared_ptr<const ReadDuties>, 4096>;

LatelyRead& latelyRead() {
    static LatelyRead companies;
    return companies;
}

/// The cells of rows as one text; cells hold no control characters.
std::string textOf(const Rows& rows) {
    std::string text;
    for (const Row row : rows) {
        for (std::uint32_t column = 0; column < row.columns(); ++column) {
            text += row.isNull(column) ? '\0' : '\1';
            text += row.isNull(column) ? std::string_view() : row.text(column);
        }
    }
    return text;
}

std::shared_ptr<const ReadDuties> readDuties(Call& call) {
    const Rows rows = call.db().query(DutiesSql, call.companyId());
    auto read = std::make_shared<ReadDuties>();
    read->rows = textOf(rows);
    if (auto known = latelyRead().find(call.companyId()); known && (*known)->rows == read->rows) {
        return *std::move(known);
    }
    for (const Row row : rows) {
        if (!row.isNull(0)) {
            read->duties.regimes.push_back(Regimes.read(row));
        }
        read->duties.sealing = row.boolean(Regimes.width());
        read->duties.training = row.boolean(Regimes.width() + 1);
    }
    latelyRead().keep(call.companyId(), read);
    return read;
}

} // namespace

std::map<std::string, RegimeSettings> listRegimes(Call& call) {
    std::map<std::string, RegimeSettings> regimes;
    for (const Row row : call.db().query(ListSql, call.companyId())) {
        RegimeSettings regime = Regimes.read(row);
        regimes.emplace(regime.regime, regime);
    }
    return regimes;
}

std::vector<RegimeSettings> enabledRegimes(Call& call) {
    std::vector<RegimeSettings> regimes;
    for (const Row row : call.db().query(EnabledSql, call.companyId())) {
        regimes.push_back(Regimes.read(row));
    }
    return regimes;
}

void askDuties(Call& call, const AskAhead& askAhead) {
    thread_local OncePerTransaction<bool> asked;
    asked.get(call, [&] {
        shareJournal(call);
        call.db().askAhead(DutiesSql, call.companyId());
        if (askAhead) {
            if (const auto known = latelyRead().find(call.companyId())) {
                askAhead((*known)->duties.regimes);
            }
        }
        return true;
    });
}

const Duties& dutiesOf(Call& call, const AskAhead& askAhead) {
    thread_local OncePerTransaction<std::shared_ptr<const ReadDuties>> read;
    const auto& known = read.get(call, [&] {
        askDuties(call, askAhead);
        return readDuties(call);
    });
    return known->duties;
}

std::optional<RegimeSettings> findRegime(Call& call, std::string_view regime) {
    const Rows rows = call.db().query(FindSql, call.companyId(), regime);
    return rows.empty() ? std::nullopt : std::optional(Regimes.read(rows[0]));
}

std::optional<RegimeSettings> lockRegime(Call& call, std::string_view regime) {
    const Rows rows = call.db().query(LockSql, call.companyId(), regime);
    return rows.empty() ? std::nullopt : std::optional(Regimes.read(rows[0]));
}

void saveRegime(Call& call, const RegimeSettings& regime) {
    call.db().send(SaveSql, call.companyId(), regime.regime, toText(regime.state), toText(regime.mode),
                   regime.autoSubmit, regime.settings, regime.secrets, regime.version, regime.certificates,
                   call.now());
}

void saveCertificates(Call& call, const RegimeSettings& regime) {
    call.db().send("UPDATE compliance.regime SET certificates = $3 WHERE company_id = $1 AND regime = $2"
                   " AND version = $4",
                   call.companyId(), regime.regime, regime.certificates, regime.version);
}

std::map<std::string, RegimeCounts> countSubmissions(Call& call) {
    std::map<std::string, RegimeCounts> counts;
    for (const Row row : call.db().query(CountSql, call.companyId())) {
        counts.emplace(row.text(Counts.width()), Counts.read(row));
    }
    return counts;
}

} // namespace svc::compliance
