#include "bindings.hpp"
#include "report/store.hpp"

namespace svc::fr_einvoicing {
namespace {

api::ListFrenchReportsAnswerItem shownReport(const StoredReport& report) {
    api::ListFrenchReportsAnswerItem shown{.id = report.id,
                                           .from = report.period.from,
                                           .to = report.period.to,
                                           .due = report.period.due,
                                           .version = report.version,
                                           .correction = report.isCorrection,
                                           .reference = report.flow,
                                           .error = report.error,
                                           .madeAt = report.madeAt.truncatedToMillis()};
    api::fromText(report.kind, shown.kind);
    api::fromText(toText(report.state), shown.state);
    return shown;
}

} // namespace

Answer<200, std::vector<api::ListFrenchReportsAnswerItem>>
listFrenchReports(Request& request, const api::ListFrenchReportsParameters&) {
    std::vector<api::ListFrenchReportsAnswerItem> shown;
    for (const StoredReport& report : listReports(request)) {
        shown.push_back(shownReport(report));
    }
    return shown;
}

} // namespace svc::fr_einvoicing
