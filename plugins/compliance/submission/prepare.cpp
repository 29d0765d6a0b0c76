#include "submission/prepare.hpp"

#include <algorithm>

#include "journal/store/documents.hpp"
#include "mark/store.hpp"
#include "regime/known.hpp"
#include "submission/moves.hpp"

namespace svc::compliance {
namespace {

/// A document as it is passed to the regimes.
struct Prepared {
    DocumentKind kind = DocumentKind::Sale;
    std::string id;
    std::optional<std::string> number;
    Operation operation = Operation::Issue;
    std::optional<std::string> businessUnit{}; ///< of a sale
    std::string form;                          ///< invoice, ticket or credit_note: a regime may take some
    Json partner{};                            ///< of a sale: the addressee, or null
};

verbs::RegimeDocument told(const Prepared& document) {
    return {.kind = document.kind,
            .id = document.id,
            .number = document.number,
            .businessUnitId = document.businessUnit,
            .form = document.form};
}

/// The same with the sums of a sale if the sealed journal has read them: regimes that need no more for their
/// seal save a read.
verbs::RegimeDocument toldWithSums(Call& call, const Prepared& document) {
    verbs::RegimeDocument all = told(document);
    if (document.kind != DocumentKind::Sale || !dutiesOf(call).sealing) {
        return all;
    }
    if (const auto* made = saleInTheMaking(call, SaleId::parse(document.id).value())) {
        all.date = made->sale.date;
        all.currency = Currency::parse(made->sale.currency);
        all.total = made->sale.total;
        bind::read(made->sale.taxes, bind::Place("taxes of a sale"), all.taxes);
        all.partner = document.partner;
    }
    return all;
}

/// The regime's answer for the document; nothing when it does not concern it. `submission`: the identifier of
/// the submission that is created if the answer has something to send.
std::optional<verbs::PrepareOutput> ask(Call& call, const RegimeSettings& own, const Prepared& document,
                                        FiscalSubmissionId submission) {
    return verbs::prepare(call, own.regime,
                          {.document = toldWithSums(call, document),
                           .operation = document.operation,
                           .submissionId = submission,
                           .mode = own.mode,
                           .settings = own.settings});
}

void keepMark(Call& call, const RegimeSettings& own, const Prepared& document,
              const std::optional<commands::RegimeMark>& told) {
    if (told) {
        saveMark(call, toText(document.kind), document.id, markOf(own.regime, *told),
                 told->more.value_or(std::vector<Json>()));
    }
}

/// Sealing regimes always send, whatever `autoSubmit` is: without the submission the seal is incomplete.
bool concerns(Call& call, const RegimeSettings& own, const Prepared& document) {
    if (!own.autoSubmit && !verbs::offersPrepare(call, own.regime)) {
        return false;
    }
    const Regime& regime = requireRegime(call, own.regime);
    const bool wanted = own.autoSubmit || regime.kind == api::FiscalRegimeKind::Sealing;
    return wanted && regime.takes(document.form) && fitsCompany(call, regime);
}

/// Sealed data is submitted if the regime sends; a regime that only seals is done.
void prepareFor(Call& call, const RegimeSettings& own, const Prepared& document) {
    if (!concerns(call, own, document)) {
        return;
    }
    const bool seals = verbs::offersPrepare(call, own.regime);
    NewSubmission submission{.id = call.newId<FiscalSubmissionId>()};
    if (seals) {
        auto prepared = ask(call, own, document, submission.id);
        if (!prepared) {
            return;
        }
        keepMark(call, own, document, prepared->mark);
        submission.payload = std::move(prepared->payload);
        submission.notBefore = prepared->nextAttemptAt;
        submission.batched = prepared->batched.value_or(false);
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

/// Prefetches the first reads of the regimes together with the duties. It is not known yet whether they are
/// still enabled; unneeded results are dropped.
template <class Document>
AskAhead firstReads(Call& call, Document document) {
    return [&call, document](const std::vector<RegimeSettings>& lately) {
        for (const RegimeSettings& own : lately) {
            const Prepared one = document();
            if (verbs::offersAskAhead(call, own.regime) && concerns(call, own, one)) {
                verbs::askAhead(call, own.regime, {.document = told(one), .operation = one.operation});
            }
        }
    };
}

/// `document` is called only when there is a regime: most companies have none, and their events are not
/// parsed.
template <class Document>
const Duties& prepare(Call& call, Document document) {
    const Duties& duties = dutiesOf(call, firstReads(call, document));
    for (const RegimeSettings& own : duties.regimes) {
        prepareFor(call, own, document());
    }
    return duties;
}

} // namespace

void commands::fiscalAnnounce(Call& call, const commands::FiscalAnnounceInput& input) {
    askDuties(call, firstReads(call, [&] {
                  return Prepared{.kind = DocumentKind::Sale,
                                  .id = input.id.toString(),
                                  .number = {},
                                  .businessUnit = input.businessUnitId.toString(),
                                  .form = input.form};
              }));
}

const Duties& prepareSale(Call& call, const Event& event) {
    return prepare(call, [&] {
        return Prepared{.kind = DocumentKind::Sale,
                        .id = std::string(event.objectId()),
                        .number = event.data().optionalText("number"),
                        .operation = Operation::Issue,
                        .businessUnit = event.data().optionalText("businessUnitId"),
                        .form = event.data().textOr("kind"),
                        .partner = event.data()["partner"]};
    });
}

const Duties& prepareRefund(Call& call, const Event& event) {
    return prepare(call, [&] {
        return Prepared{.kind = DocumentKind::CreditNote,
                        .id = event.data()["creditNoteId"].text(),
                        .number = event.data().optionalText("creditNoteNumber"),
                        .operation = Operation::Credit,
                        .form = "credit_note"};
    });
}

/// Accepted documents are cancelled at the authority by `cancelled`; this serves the regimes that seal.
const Duties& prepareCancellation(Call& call, const Event& event) {
    const Duties& duties = dutiesOf(call);
    const auto seals = [&](const RegimeSettings& own) { return verbs::offersPrepare(call, own.regime); };
    if (std::none_of(duties.regimes.begin(), duties.regimes.end(), seals)) {
        return duties;
    }
    ArrayParam sale;
    sale.add(SaleId::parse(event.objectId()).value());
    for (const SealedDocument& one : sealedCancellations(call, sale)) {
        for (const RegimeSettings& own : duties.regimes) {
            if (seals(own)) {
                prepareFor(call, own,
                           {.kind = DocumentKind::CreditNote,
                            .id = one.data["creditNoteId"].text(),
                            .number = event.data().optionalText("creditNoteNumber"),
                            .operation = Operation::Cancel,
                            .form = "credit_note"});
            }
        }
    }
    return duties;
}

} // namespace svc::compliance
