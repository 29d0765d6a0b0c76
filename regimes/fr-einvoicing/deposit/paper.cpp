#include "deposit/paper.hpp"

#include "rules/parties.hpp"
#include "rules/sale_groups.hpp"
#include "rules/type_codes.hpp"
#include "sale_facts.hpp"

namespace svc::fr_einvoicing {
namespace {

using calls::compliance::FiscalDocumentKind;

/// Was everything received with the sale? The file of the invoice has the same payments (BT-113).
bool isPaidAtIssue(const calls::sales::Sale& sale) {
    std::int64_t paid = 0;
    for (const auto& payment : sale.payments) {
        if (payment.createdAt == sale.createdAt) {
            paid += payment.amount;
        }
    }
    return paid > 0 && paid >= sale.total;
}

int typeCodeOf(bool isNote, const calls::sales::SealedOutput& sealed) {
    if (isNote) {
        return type_code::CreditNote;
    }
    if (sealed.corrects) {
        return type_code::Corrected;
    }
    return sealed.prepayment ? type_code::Prepayment : type_code::Invoice;
}

/// `record`: the sale itself, or a credit note of it.
template <class Record>
Paper paperFrom(Call& call, const Record& record, const calls::sales::Sale& sale) {
    constexpr bool isNote = !std::is_same_v<Record, calls::sales::Sale>;
    const std::string id = record.id.toString();
    const auto sealed = calls::sales::sealed(call, {.id = id}).value();
    Paper paper;
    paper.kind = isNote ? FiscalDocumentKind::CreditNote : FiscalDocumentKind::Sale;
    paper.buyer = partyOf(sealed.buyer);
    paper.document = {.id = id,
                      .number = record.number,
                      .typeCode = typeCodeOf(isNote, sealed),
                      .date = record.date,
                      .buyerSiren = paper.buyer ? sirenOf(*paper.buyer) : std::string(),
                      .buyerName = paper.buyer ? paper.buyer->name : std::string()};
    paper.process =
        processOf(groupsOf(amountsOf(record.taxes), amountsOf(sale.lines)), !isNote && isPaidAtIssue(sale));
    return paper;
}

} // namespace

Paper paperOf(Call& call, FiscalDocumentKind kind, const std::string& id) {
    if (kind != FiscalDocumentKind::CreditNote) {
        const auto sale = getSale(call, id);
        return paperFrom(call, sale, sale);
    }
    const auto note = calls::sales::creditNote(call, {.id = CreditNoteId::parse(id).value()}).value();
    return paperFrom(call, note, getSale(call, note.saleId.toString()));
}

Made fileOf(Call& call, const Paper& paper, const Settings& settings) {
    namespace documents = calls::documents;
    const bool isPdf = settings.syntax == "Factur-X";
    const bool isNote = paper.kind == FiscalDocumentKind::CreditNote;
    const std::string sender = "0225:" + settings.siren;
    const std::string receiver = paper.buyer ? addressOf(*paper.buyer) : std::string();
    const auto file = documents::xml(
        call,
        {.kind = isNote ? documents::InvoiceKind::CreditNote : documents::InvoiceKind::Sale,
         .id = paper.document.id,
         .profile = isPdf ? documents::InvoiceProfile::Facturx : documents::InvoiceProfile::En16931,
         .syntax = settings.syntax == "UBL" ? documents::InvoiceSyntax::Ubl : documents::InvoiceSyntax::Cii,
         .process = paper.process,
         .sender = sender,
         .receiver = receiver});
    if (!file.findings.empty()) {
        const auto& first = file.findings.front();
        return {.field = first.field, .reason = first.rule + ": " + first.message};
    }
    if (!isPdf) {
        return {.content = file.content.value_or("")};
    }
    return {.content = documents::pdf(call, {.kind = isNote ? documents::PaperKind::CreditNote
                                                            : documents::PaperKind::Sale,
                                             .id = paper.document.id,
                                             .process = paper.process,
                                             .sender = sender,
                                             .receiver = receiver})
                           .content};
}

} // namespace svc::fr_einvoicing
