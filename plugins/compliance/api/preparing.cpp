#include "api/preparing.hpp"

#include "api/regime.hpp"
#include "api/submitting.hpp"
#include "store/journal_documents.hpp"
#include "store/marks.hpp"

namespace svc::compliance {
namespace {

/// A document as the regimes are told of it.
struct Prepared {
    DocumentKind kind = DocumentKind::Sale;
    std::string id;
    std::optional<std::string> number;
    Operation operation = Operation::Issue;
    std::string form; ///< invoice, ticket or credit_note: what a regime takes or not
};

/// What the regime makes of the document; null when it does not concern it. `submission`: the one that there
/// will be if it gives something to send.
Json ask(Call& call, const RegimeSettings& own, const Prepared& document, FiscalSubmissionId submission) {
    return call.command(verbOf(own.regime, "prepare"),
                        Json::object({{"document", Json::object({{"kind", toText(document.kind)},
                                                                 {"id", document.id},
                                                                 {"number", document.number},
                                                                 {"form", document.form}})},
                                      {"operation", toText(document.operation)},
                                      {"submissionId", submission},
                                      {"mode", toText(own.mode)},
                                      {"settings", own.settings}}));
}

void keepMark(Call& call, const RegimeSettings& own, const Prepared& document, const Json& told) {
    if (!told.isObject()) {
        return;
    }
    saveMark(call, toText(document.kind), document.id, markIn(own.regime, told),
             told["more"].isArray() ? told["more"].items() : std::vector<Json>{});
}

/// A regime that sends has what it sealed sent; one that only seals is done. What a sealing regime gives to
/// send is sent whatever `autoSubmit` says: without it the seal is not complete.
void prepareFor(Call& call, const RegimeSettings& own, const Prepared& document) {
    const bool seals = call.offers(verbOf(own.regime, "prepare"));
    if (!seals && !own.autoSubmit) {
        return;
    }
    const Regime& regime = requireRegime(call, own.regime);
    const bool wanted = own.autoSubmit || regime.kind == api::FiscalRegimeKind::Sealing;
    if (!wanted || !regime.takes(document.form) || !fitsCompany(call, regime)) {
        return;
    }
    NewSubmission submission{.id = call.newId<FiscalSubmissionId>()};
    if (seals) {
        const Json prepared = ask(call, own, document, submission.id);
        if (prepared.isNull()) {
            return;
        }
        keepMark(call, own, document, prepared["mark"]);
        submission.payload = prepared.optionalText("payload");
        submission.notBefore = instantIn(prepared, "nextAttemptAt");
    }
    if (submission.payload || (own.autoSubmit && !seals)) {
        submitNew(call,
                  {.regime = own.regime,
                   .kind = document.kind,
                   .documentId = document.id,
                   .documentNumber = document.number,
                   .operation = document.operation},
                  submission);
    }
}

void prepare(Call& call, const std::vector<RegimeSettings>& enabled, const Prepared& document) {
    for (const RegimeSettings& own : enabled) {
        prepareFor(call, own, document);
    }
}

} // namespace

void prepareSale(Call& call, const std::vector<RegimeSettings>& enabled, const Event& event) {
    prepare(call, enabled,
            {.kind = DocumentKind::Sale,
             .id = std::string(event.objectId()),
             .number = event.data().optionalText("number"),
             .operation = Operation::Issue,
             .form = event.data().textOr("kind")});
}

void prepareRefund(Call& call, const std::vector<RegimeSettings>& enabled, const Event& event) {
    prepare(call, enabled,
            {.kind = DocumentKind::CreditNote,
             .id = event.data()["creditNoteId"].text(),
             .number = event.data().optionalText("creditNoteNumber"),
             .operation = Operation::Credit,
             .form = "credit_note"});
}

/// What an authority has accepted is taken back by `cancelled`; here it is what regimes seal.
void prepareCancellation(Call& call, const std::vector<RegimeSettings>& enabled, const Event& event) {
    std::vector<RegimeSettings> sealing = enabled;
    std::erase_if(sealing,
                  [&](const RegimeSettings& own) { return !call.offers(verbOf(own.regime, "prepare")); });
    if (sealing.empty()) {
        return;
    }
    ArrayParam sale;
    sale.add(SaleId::parse(event.objectId()).value());
    for (const SealedDocument& one : sealedCancellations(call, sale)) {
        prepare(call, sealing,
                {.kind = DocumentKind::CreditNote,
                 .id = one.data["creditNoteId"].text(),
                 .number = event.data().optionalText("creditNoteNumber"),
                 .operation = Operation::Cancel,
                 .form = "credit_note"});
    }
}

} // namespace svc::compliance
