#include <algorithm>

#include "regime/known.hpp"
#include "submission/moves.hpp"

namespace svc::compliance {
namespace {

/// As it was submitted last; else by what the note does to its sale.
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
    // Where the regime seals nothing, a cancellation is submitted as one of the sale.
    if (!regime.takes("credit_note") ||
        (operation == Operation::Cancel && !request.offers(verbOf(regime.id, "prepare")))) {
        throw ApiError(400, "regime-not-enabled");
    }
    return submit(request, {.regime = regime.id,
                            .kind = DocumentKind::CreditNote,
                            .documentId = note->id.toString(),
                            .documentNumber = note->number,
                            .operation = operation});
}

} // namespace svc::compliance
