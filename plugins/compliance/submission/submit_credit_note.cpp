#include <algorithm>

#include "regime/known.hpp"
#include "submission/moves.hpp"

namespace svc::compliance {
namespace {

/// The operation of its last submission; else by the effect of the credit note on its sale.
Operation operationOf(Call& call, const Regime& regime, const calls::sales::CreditNoteOutput& note) {
    const auto earlier = submissionsOf(call, DocumentKind::CreditNote, note.id.toString());
    const auto last = std::find_if(earlier.begin(), earlier.end(),
                                   [&](const Submission& one) { return one.regime == regime.id; });
    if (last != earlier.end()) {
        return last->operation;
    }
    return note.kind == calls::sales::CreditNoteKind::Cancellation ? Operation::Cancel : Operation::Credit;
}

} // namespace

Answer<202, Submission> submitCreditNote(Request& request, const api::SubmitCreditNoteParameters& parameters,
                                         const api::SubmitCreditNoteBody& body) {
    const auto note = calls::sales::creditNote(request, {.id = parameters.creditNoteId});
    if (!note) {
        throw ApiError(404, "credit-note-not-found");
    }
    const Regime regime = regimeToSubmitTo(request, body.regime);
    const Operation operation = operationOf(request, regime, *note);
    // If the regime does not seal, a cancellation is submitted for the sale instead.
    if (!regime.takes("credit_note") ||
        (operation == Operation::Cancel && !verbs::offersPrepare(request, regime.id))) {
        throw ApiError(400, "regime-not-enabled");
    }
    return submit(request, {.regime = regime.id,
                            .kind = DocumentKind::CreditNote,
                            .documentId = note->id.toString(),
                            .documentNumber = note->number,
                            .operation = operation});
}

} // namespace svc::compliance
