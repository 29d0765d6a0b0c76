#include <algorithm>

#include "local_time.hpp"
#include "platform/settings.hpp"
#include "report/content.hpp"
#include "report/store.hpp"
#include "sealing/sha256.hpp"

namespace svc::fr_einvoicing {
namespace {

/// For how long after its end a period is checked for corrections.
constexpr int CorrectedDays = 120;

/// T20260901-20260910-1
std::string idOf(ReportKind kind, const ReportingPeriod& period, std::int64_t version) {
    std::string id =
        (kind == ReportKind::Transactions ? "T" : "P") + period.from.toString() + '_' + period.to.toString();
    std::erase(id, '-');
    std::replace(id.begin(), id.end(), '_', '-');
    return id + '-' + std::to_string(version);
}

void fileSending(Call& call, const std::string& id) {
    jobs::fileSendReport(call, "reports", call.now(), {.report = id}, id);
}

/// Writes the report of the period, unless the last one had the same content.
void reportPeriod(Call& call, const Settings& settings, ReportKind kind, const ReportingPeriod& period) {
    Report report = contentOf(call, settings, kind, period);
    const std::string digest = sealing::sha256({writeReport(report)});
    const auto last = latestReport(call, kind, period.from);
    if (last && last->contentSha256 == digest) {
        return;
    }
    StoredReport stored{.kind = std::string(nameOf(kind)),
                        .period = period,
                        .version = last ? last->version + 1 : 1,
                        .isCorrection = last && last->state != SendingState::Empty,
                        .contentSha256 = digest,
                        .madeAt = call.now()};
    stored.id = idOf(kind, period, stored.version);
    if (report.empty() && !stored.isCorrection) {
        stored.state = SendingState::Empty;
        insertReport(call, stored);
        return;
    }
    report.id = stored.id;
    report.madeAt = localTime(call);
    report.isCorrection = stored.isCorrection;
    stored.xml = writeReport(report);
    stored.state = SendingState::Waiting;
    insertReport(call, stored);
    fileSending(call, stored.id);
}

} // namespace

/// A schedule: writes the reports of past periods (flow 10), and corrections of reports whose data has
/// changed since.
void jobs::makeReports(Call& call, const Json&) {
    const auto settings = enabledSettings(call);
    if (!settings || !settings->vatRegime || call.company().currency != Currency::of("EUR")) {
        return;
    }
    const Date today = call.today();
    const Date since = reportsFrom(call, settings->reportFrom.value_or(today));
    if (!beginCheck(call, today)) {
        return;
    }
    const Date first = std::max(settings->reportFrom.value_or(since), today.addDays(-CorrectedDays));
    for (const ReportKind kind : {ReportKind::Transactions, ReportKind::Payments}) {
        if (kind == ReportKind::Payments && settings->vatOnDebits) {
            continue;
        }
        ReportingPeriod period = periodAt(*settings->vatRegime, kind, first);
        while (period.to.addDays(settings->reportDelayDays) <= today) {
            if (!isReportedOtherwise(call, kind, period)) {
                reportPeriod(call, *settings, kind, period);
            }
            period = periodAt(*settings->vatRegime, kind, period.to.addDays(1));
        }
    }
}

} // namespace svc::fr_einvoicing
