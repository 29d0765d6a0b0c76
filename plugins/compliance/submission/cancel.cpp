#include <set>

#include "regime/known.hpp"
#include "submission/moves.hpp"

namespace svc::compliance {

/// Cancels an accepted document at the authority too: a submission with the operation `cancel`.
void hooks::cancelled(Call& call, const Event& event) {
    const auto own = listRegimes(call);
    std::set<std::string> seen;
    for (const Submission& one : submissionsOf(call, DocumentKind::Sale, event.objectId())) {
        const auto regime = own.find(one.regime);
        const bool enabled = regime != own.end() && regime->second.state == RegimeState::Enabled;
        // Regimes that seal handle the cancellation in prepareCancellation.
        if (one.operation == Operation::Issue && seen.insert(one.regime).second &&
            one.status == Status::Accepted && enabled && !verbs::offersPrepare(call, one.regime)) {
            submit(call, {.regime = one.regime,
                          .kind = one.kind,
                          .documentId = one.documentId,
                          .documentNumber = one.documentNumber,
                          .operation = Operation::Cancel});
        }
    }
}

} // namespace svc::compliance
