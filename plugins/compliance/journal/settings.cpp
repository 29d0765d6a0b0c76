#include "journal/settings.hpp"

#include "journal/store/documents.hpp"
#include "journal/store/records.hpp"
#include "regime/known.hpp"
#include "sealing/canonical_json.hpp"

namespace svc::compliance {
namespace {

/// The state over all sealing regimes of the company: one may replace another.
struct Sealing {
    bool on = false;
    bool training = true;
};

Sealing sealingOf(Call& call) {
    const auto own = listRegimes(call);
    Sealing sealing;
    for (const Regime& regime : allRegimes(call)) {
        const auto found = own.find(regime.id);
        if (regime.kind == api::FiscalRegimeKind::Sealing && found != own.end() &&
            found->second.state == RegimeState::Enabled) {
            sealing.on = true;
            sealing.training = sealing.training && found->second.mode == api::FiscalMode::Test;
        }
    }
    return sealing;
}

} // namespace

void recordSettings(Call& call, const RegimeSettings& regime) {
    const JournalHead head = journalHead(call);
    const Sealing sealing = sealingOf(call);
    if (head.sequence == 0 && !sealing.on) {
        return;
    }
    const Instant now = call.now().truncatedToMillis();
    Json data = Json::object({{"regime", regime.regime},
                              {"state", toText(regime.state)},
                              {"mode", toText(regime.mode)},
                              {"autoSubmit", regime.autoSubmit},
                              {"settings", sealing::exactly(regime.settings)},
                              {"sealing", sealing.on},
                              {"training", sealing.on && sealing.training}});
    if (sealing.on && !head.sealing) {
        // Documents up to here are committed, because the lock waited for them. Every later document has a
        // record.
        const auto last = lastDocument(call);
        data.set("since", Json(last ? last->truncatedToMillis() + Instant::Millisecond : now));
    }
    setSealing(call, sealing.on, sealing.on && sealing.training);
    appendLate(
        call, {now, std::string(kinds::Settings), regime.regime, std::nullopt, sealing::canonicalJson(data)});
}

} // namespace svc::compliance
