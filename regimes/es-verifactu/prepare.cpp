#include "prepare.hpp"

#include <svc/encoding.hpp>

#include "record.hpp"
#include "store.hpp"

namespace svc::verifactu {

Json askAhead(Call& call, const Json&) {
    askChain(call);
    return Json::object();
}

Json prepare(Call& call, const Json& input) {
    const Json& document = input["document"];
    const Subject subject = subjectOf(call, document["kind"], document["id"], input["operation"]);
    const ChainEnd end = lockChain(call);
    const auto record =
        makeRecord(call, end, subject, input["submissionId"].text(), input["settings"], false);
    if (!record) {
        return Json(nullptr);
    }
    const auto arranged = messageAt(call, end);
    const Instant at = arranged ? *arranged : pauseEnd(call, end).value_or(call.now());
    if (!arranged) {
        arrangeMessage(call, at);
    }
    Json told = Json::object(
        {{"payload", base64Encode(record->xml)}, {"nextAttemptAt", at}, {"batched", arranged.has_value()}});
    if (!record->annulment) {
        told.set("mark", markOf(*record, input.textOr("mode") == "production"));
    }
    return told;
}

} // namespace svc::verifactu
