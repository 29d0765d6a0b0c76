#include "file/make.hpp"

#include <svc/data_folder.hpp>
#include <svc/encoding.hpp>

#include "file/rules/file_name.hpp"
#include "invoice/fill.hpp"
#include "invoice/rules/check.hpp"
#include "keys/cms.hpp"
#include "keys/company_key.hpp"
#include "regime_id.hpp"
#include "xades/signing.hpp"

namespace svc::it_fatturapa {
namespace {

using namespace calls::compliance;

const xml::XmlSchema& schema() {
    static const xml::XmlSchema one = invoiceSchema(dataFolder());
    return one;
}

CheckFacts checkFactsOf(Call& call, const Json& settings) {
    CheckFacts facts{
        .today = call.today(), .withoutAddress = settings.textOr("withoutAddress") == "allow", .offices = {}};
    const Json& offices = settings["publicOffices"];
    for (std::size_t i = 0; offices.isArray() && i < offices.size(); ++i) {
        const Json& one = offices.at(i);
        facts.offices.push_back({.taxId = one.textOr("taxId"),
                                 .code = one.textOr("code"),
                                 .central = one.optionalBool("central").value_or(false),
                                 .active = one.optionalBool("active").value_or(true)});
    }
    return facts;
}

SignatureForm signatureOf(bool toPublic, const Json& settings) {
    if (!toPublic || settings.textOr("signedBy", "company") != "company") {
        return SignatureForm::None;
    }
    return settings.textOr("signatureForm", "xades") == "cades" ? SignatureForm::Cades : SignatureForm::Xades;
}

void sign(Call& call, StoredFile& file, SignatureForm form) {
    if (form == SignatureForm::None) {
        return;
    }
    const auto key = keys::companyKey([&call](std::string_view algorithm, const std::string& data) {
        FiscalSignInput ask{.regime = std::string(RegimeId), .key = "signatureKey", .data = data};
        fromText(algorithm, ask.algorithm);
        return fiscalSign(call, ask);
    });
    if (!key) {
        throw ApiError(400, "invoice-incomplete", {"settings.signatureKey"});
    }
    if (form == SignatureForm::Cades) {
        file.signedMessage = base64Encode(keys::signedMessage(file.xml, *key, call.now()));
        return;
    }
    file.xml = xades::signEnveloped(file.xml, *key, call.now(),
                                    {.canonical = xades::Canonical::Inclusive,
                                     .reference = xades::CertificateReference::V2,
                                     .mimeType = "text/xml"});
}

void refuseWhatSdiWouldRefuse(Call& call, const std::string& xml, const Json& settings) {
    const std::vector<Finding> findings = check(xml, schema(), checkFactsOf(call, settings));
    if (findings.empty()) {
        return;
    }
    for (const Finding& finding : findings) {
        call.log(Call::Level::Information,
                 "SdI would refuse the invoice: " + finding.code + ' ' + finding.where + ' ' + finding.text);
    }
    throw SdiRefusal(findings.front());
}

} // namespace

StoredFile makeFile(Call& call, const std::string& documentId, const Json& settings, bool asIssued) {
    const Source source = sourceOf(call, documentId, asIssued);
    einvoice::Invoice invoice = invoiceOf(source, settings);
    Facts facts = factsOf(source, invoice, settings);
    std::string order = invoice.purchaseOrderRef.value_or("");
    takePublicCodes(order, facts.cig, facts.cup);
    invoice.purchaseOrderRef = order;
    StoredFile file{.document = documentId, .toPublic = facts.destination.toPublic};
    file.sequence = takeSequence(call);
    const auto progress = progressOf(settings.textOr("filePrefix"), file.sequence);
    if (!progress) {
        throw ApiError(400, "invoice-incomplete", {"settings.filePrefix"});
    }
    facts.progress = *progress;
    const SignatureForm form = signatureOf(file.toPublic, settings);
    file.name = fileNameOf(facts.transmitter, *progress, form);
    file.xml = writeInvoice(invoice, facts);
    sign(call, file, form);
    refuseWhatSdiWouldRefuse(call, file.xml, settings);
    insertFile(call, file);
    return file;
}

std::optional<std::string> documentOf(Call& call, FiscalDocumentKind kind, const std::string& id,
                                      FiscalOperation operation) {
    const SaleId saleId =
        kind == FiscalDocumentKind::CreditNote
            ? calls::sales::creditNote(call, {.id = CreditNoteId::parse(id).value()}).value().saleId
            : SaleId::parse(id).value();
    if (calls::sales::get(call, {.id = saleId}).value().kind != calls::sales::SaleKind::Invoice) {
        return std::nullopt;
    }
    if (operation == FiscalOperation::Cancel) {
        const auto issued = latestFile(call, saleId.toString());
        if (!issued || issued->state == FileState::Rejected) {
            return std::nullopt;
        }
    }
    return id;
}

} // namespace svc::it_fatturapa
