#include <svc/encoding.hpp>

#include "record.hpp"
#include "store.hpp"

namespace svc::es_verifactu {

/// Prefetches the end of the chain, in the round trip that reads the company's duties.
void commands::askAhead(Call& call, const commands::AskAheadInput&) {
    askChain(call);
}

/// Creates the record of an invoice, ticket or credit note, or the annulment of a sale, in the transaction of
/// the document.
std::optional<commands::PrepareOutput> commands::prepare(Call& call, const commands::PrepareInput& input) {
    const Subject subject = subjectOf(call, input.document.kind, input.document.id, input.operation);
    const ChainEnd end = lockChain(call);
    const auto record = makeRecord(call, end, subject, input.submissionId.toString(), input.settings, false);
    if (!record) {
        return std::nullopt;
    }
    const auto arranged = messageAt(call, end);
    const Instant at = arranged ? *arranged : pauseEnd(call, end).value_or(call.now());
    if (!arranged) {
        arrangeMessage(call, at);
    }
    commands::PrepareOutput told{
        .payload = base64Encode(record->xml), .nextAttemptAt = at, .batched = arranged.has_value()};
    if (!record->annulment) {
        told.mark = markOf(*record, input.mode == calls::compliance::FiscalMode::Production);
    }
    return told;
}

} // namespace svc::es_verifactu
