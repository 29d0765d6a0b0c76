#pragma once

#include "bindings.hpp"
#include "store.hpp"

namespace svc::es_verifactu {

/// The document of a submission or of a hook: the identifier of a sale or credit note, and the operation on
/// it.
struct Subject {
    std::string document;
    bool annulment = false;
    std::string cancelled = {}; ///< the cancelled sale
};
/// A cancellation annuls the sale. When a part of it was credited before, the credit note of the rest gets a
/// record instead: an annulment would leave the earlier credit notes in force.
Subject subjectOf(Call& call, calls::compliance::FiscalDocumentKind kind, const std::string& id,
                  calls::compliance::FiscalOperation operation);

/// Adds the record of the subject to the chain. `again`: the agency refused an earlier one. Nothing when the
/// cancelled sale has no record to annul. Refuses with currency-unsupported and field-invalid:number.
std::optional<Record> makeRecord(Call& call, const ChainEnd& end, const Subject& subject,
                                 const std::string& submission, const Json& settings, bool again);

/// The marks to print on the document.
calls::compliance::RegimeMark markOf(const Record& record, bool production);

} // namespace svc::es_verifactu
