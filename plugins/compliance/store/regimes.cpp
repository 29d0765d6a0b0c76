#include "store/regimes.hpp"

#include <mutex>

#include "store/journal.hpp"

namespace svc::compliance {
namespace {

#define SVC_REGIME_COLUMNS "regime, state, mode, auto_submit, settings, secrets, version, certificates"

constexpr std::string_view ListSql =
    "SELECT " SVC_REGIME_COLUMNS " FROM compliance.regime WHERE company_id = $1 ORDER BY regime";
constexpr std::string_view EnabledSql =
    "SELECT " SVC_REGIME_COLUMNS
    " FROM compliance.regime WHERE company_id = $1 AND state = 'enabled' ORDER BY regime";
constexpr std::string_view DutiesSql =
    "SELECT " SVC_REGIME_COLUMNS ", coalesce(h.sealing, false), coalesce(h.training, false)"
    " FROM (SELECT $1::uuid AS company_id) c"
    " LEFT JOIN compliance.journal_head h ON h.company_id = c.company_id"
    " LEFT JOIN compliance.regime r ON r.company_id = c.company_id AND r.state = 'enabled' ORDER BY r.regime";
constexpr std::string_view FindSql =
    "SELECT " SVC_REGIME_COLUMNS " FROM compliance.regime WHERE company_id = $1 AND regime = $2";
constexpr std::string_view LockSql =
    "SELECT " SVC_REGIME_COLUMNS " FROM compliance.regime WHERE company_id = $1 AND regime = $2 FOR UPDATE";
constexpr std::string_view SaveSql =
    "INSERT INTO compliance.regime (company_id, " SVC_REGIME_COLUMNS ", created_at, updated_at)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) ON CONFLICT (company_id, regime) DO UPDATE SET"
    " state = excluded.state, mode = excluded.mode, auto_submit = excluded.auto_submit,"
    " settings = excluded.settings, secrets = excluded.secrets, version = excluded.version,"
    " certificates = excluded.certificates, updated_at = excluded.updated_at";
constexpr std::string_view CountSql =
    "SELECT regime, count(*) FILTER (WHERE status IN ('pending', 'submitted', 'held')),"
    " count(*) FILTER (WHERE status = 'rejected'), max(submitted_at)"
    " FROM compliance.submission WHERE company_id = $1 GROUP BY regime";

RegimeSettings regimeAt(const Row& row) {
    RegimeSettings regime;
    regime.regime = row.text(0);
    regime.state = enumAt<RegimeState>(row, 1);
    regime.mode = enumAt<api::FiscalMode>(row, 2);
    regime.autoSubmit = row.boolean(3);
    regime.settings = row.json(4);
    regime.secrets = row.json(5);
    regime.version = row.integer(6);
    regime.certificates = row.json(7);
    return regime;
}

/// The regimes that were enabled when the duties of a company were last read here.
class LatelyEnabled {
public:
    void note(const Uuid& company, const std::vector<RegimeSettings>& regimes) {
        const std::lock_guard lock(mutex_);
        if (regimes.empty()) {
            companies_.erase(company);
            return;
        }
        if (companies_.size() >= MostCompanies) {
            companies_.clear();
        }
        companies_[company] = regimes;
    }
    std::vector<RegimeSettings> find(const Uuid& company) const {
        const std::lock_guard lock(mutex_);
        const auto found = companies_.find(company);
        return found == companies_.end() ? std::vector<RegimeSettings>() : found->second;
    }

private:
    static constexpr std::size_t MostCompanies = 4096;

    mutable std::mutex mutex_;
    std::map<Uuid, std::vector<RegimeSettings>> companies_;
};

LatelyEnabled& latelyEnabled() {
    static LatelyEnabled companies;
    return companies;
}

Duties readDuties(Call& call) {
    Duties duties;
    for (const Row row : call.db().query(DutiesSql, call.companyId())) {
        if (!row.isNull(0)) {
            duties.regimes.push_back(regimeAt(row));
        }
        duties.sealing = row.boolean(8);
        duties.training = row.boolean(9);
    }
    latelyEnabled().note(call.companyId(), duties.regimes);
    return duties;
}

} // namespace

std::map<std::string, RegimeSettings> listRegimes(Call& call) {
    std::map<std::string, RegimeSettings> regimes;
    for (const Row row : call.db().query(ListSql, call.companyId())) {
        RegimeSettings regime = regimeAt(row);
        regimes.emplace(regime.regime, regime);
    }
    return regimes;
}

std::vector<RegimeSettings> enabledRegimes(Call& call) {
    std::vector<RegimeSettings> regimes;
    for (const Row row : call.db().query(EnabledSql, call.companyId())) {
        regimes.push_back(regimeAt(row));
    }
    return regimes;
}

const Duties& dutiesOf(Call& call, const AskAhead& askAhead) {
    thread_local OncePerTransaction<Duties> duties;
    return duties.get(call, [&] {
        shareJournal(call);
        if (askAhead) {
            askAhead(latelyEnabled().find(call.companyId()));
        }
        return readDuties(call);
    });
}

std::optional<RegimeSettings> findRegime(Call& call, std::string_view regime) {
    const Rows rows = call.db().query(FindSql, call.companyId(), regime);
    return rows.empty() ? std::nullopt : std::optional(regimeAt(rows[0]));
}

std::optional<RegimeSettings> lockRegime(Call& call, std::string_view regime) {
    const Rows rows = call.db().query(LockSql, call.companyId(), regime);
    return rows.empty() ? std::nullopt : std::optional(regimeAt(rows[0]));
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
        counts[std::string(row.text(0))] = {row.integer(1), row.integer(2), row.optionalInstant(3)};
    }
    return counts;
}

} // namespace svc::compliance
