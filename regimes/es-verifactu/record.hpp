#pragma once

#include <svc/call.hpp>

#include "store.hpp"

namespace svc::verifactu {

/// The document of a submission or of a hook: the identifier of a sale or credit note, and what is done to
/// it.
struct Subject {
    std::string document;
    bool annulment = false;
    std::string cancelled = {}; ///< the sale that a cancellation takes back
};
/// A cancellation annuls the sale. When something of it was credited before, its credit note is a record
/// instead, of the rest: an annulment would leave what was credited.
Subject subjectOf(Call& call, const Json& kind, const Json& id, const Json& operation);

/// Adds the record of the subject to the chain. `again`: an earlier one was refused. Nothing when a
/// cancellation has nothing to take back. Refuses with currency-unsupported and field-invalid:number.
std::optional<Record> makeRecord(Call& call, const ChainEnd& end, const Subject& subject,
                                 const std::string& submission, const Json& settings, bool again);

/// What is printed on the document.
Json markOf(const Record& record, bool production);

} // namespace svc::verifactu
