// What a company needs before it goes live with a regime (svc-host regimes check).
#include <algorithm>
#include <iterator>

#include "certificate/view.hpp"
#include "regime/known.hpp"
#include "submission/store.hpp"

namespace svc::compliance {
namespace {

/// A certificate must be valid for at least this long.
constexpr std::int64_t LeastValidity = 30 * Instant::Day;
/// A backlog older than this is no short outage of the authority.
constexpr std::int64_t LongestBacklog = 3 * Instant::Day;

/// Collects the points of the answer.
class Points {
public:
    void add(bool good, std::string subject, std::string found) {
        list_.push_back({.ok = good, .subject = std::move(subject), .found = std::move(found)});
    }
    void addAll(std::vector<commands::ReadyPoint> points) {
        std::move(points.begin(), points.end(), std::back_inserter(list_));
    }
    std::vector<commands::ReadyPoint> take() { return std::move(list_); }

private:
    std::vector<commands::ReadyPoint> list_;
};

void addSettings(const Regime& regime, const RegimeSettings& own, Points& points) {
    const std::vector<std::string> missing = regime.missingIn(own);
    for (const auto& required : regime.requiredSettings) {
        const bool given = std::find(missing.begin(), missing.end(), required.name) == missing.end();
        points.add(given, "setting " + required.name, given ? "given" : "not given");
    }
}

void addCertificates(Call& call, const RegimeSettings& own, Points& points) {
    for (const api::FiscalCertificate& one : certificatesOf(own)) {
        const std::string subject = "certificate " + one.setting;
        if (!one.notAfter) {
            points.add(true, subject, "the key has none");
            continue;
        }
        const bool begun = !one.notBefore || *one.notBefore <= call.now();
        points.add(begun && *one.notAfter - call.now() >= LeastValidity, subject,
                   one.subject.value_or("") + ", valid " +
                       (begun ? std::string() : "from " + call.dateOf(*one.notBefore).toString() + ' ') +
                       "until " + call.dateOf(*one.notAfter).toString());
    }
}

void addSending(Call& call, const Regime& regime, const RegimeSettings& own, Points& points) {
    if (!verbs::offersSend(call, regime.id)) {
        return;
    }
    // Electronic invoices may be sent one by one; reported or certified documents must not be forgotten.
    // Sealing regimes always send automatically.
    const bool byItself = own.autoSubmit || regime.kind == api::FiscalRegimeKind::Sealing;
    points.add(byItself || regime.kind == api::FiscalRegimeKind::EInvoicing, "autoSubmit",
               byItself ? "each document is sent" : "documents are sent only by hand");
    const Waiting waiting = waitingAt(call, regime.id);
    points.add(waiting.held == 0, "held submissions", std::to_string(waiting.held));
    const bool late = waiting.since && call.now() - *waiting.since > LongestBacklog;
    points.add(!late, "pending submissions",
               std::to_string(waiting.pending) +
                   (waiting.since ? ", the oldest of " + call.dateOf(*waiting.since).toString() : ""));
}

} // namespace

commands::FiscalReadinessOutput commands::fiscalReadiness(Call& call,
                                                          const commands::FiscalReadinessInput& input) {
    const Regime& regime = requireRegime(call, input.regime);
    const auto all = listRegimes(call);
    const auto found = all.find(regime.id);
    const RegimeSettings own = found != all.end() ? found->second : RegimeSettings{};
    const bool fits = fitsCompany(call, regime);
    Points points;
    points.add(fits, "country",
               call.company().country + (fits ? "" : ", the regime is of " + regime.country.value_or("")));
    points.add(own.state == RegimeState::Enabled, "state", std::string(toText(own.state)));
    points.add(true, "mode", std::string(toText(own.mode)));
    addSettings(regime, own, points);
    addCertificates(call, own, points);
    addSending(call, regime, own, points);
    if (fits && verbs::offersReady(call, regime.id)) {
        points.addAll(verbs::ready(call, regime.id,
                                   {.mode = own.mode, .settings = own.settings, .numbers = input.numbers})
                          .points);
    }
    return {.fits = fits, .state = own.state, .mode = own.mode, .points = points.take()};
}

} // namespace svc::compliance
