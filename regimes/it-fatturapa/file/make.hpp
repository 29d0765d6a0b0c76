// Creates the files for SdI from the documents of a company.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include <svc/error.hpp>

#include "bindings.hpp"
#include "file/store.hpp"
#include "invoice/rules/check.hpp"

namespace svc::it_fatturapa {

/// A rule violation for which SdI would refuse the file: 400 `sdi-refusal:<code>`.
class SdiRefusal : public ApiError {
public:
    explicit SdiRefusal(Finding finding)
        : ApiError(400, "sdi-refusal", {finding.code}), finding_(std::move(finding)) {}
    const Finding& finding() const noexcept { return finding_; }

private:
    Finding finding_;
};

/// Creates and stores the file of the document under the next number, unsent. The company's key signs it when
/// the buyer is public. `asIssued`: with the parties that were sealed with the document. Refuses with
/// `invoice-incomplete:<field>`, `currency-unsupported:<currency>`, `field-invalid:number`, and throws
/// SdiRefusal.
StoredFile makeFile(Call& call, const std::string& documentId, const Json& settings, bool asIssued);

/// The document of a submission; for a cancellation, the credit note that reverses the sale. Nothing when it
/// does not concern SdI: tickets and their credit notes, and the cancellation of an invoice that SdI does not
/// have.
std::optional<std::string> documentOf(Call& call, calls::compliance::FiscalDocumentKind kind,
                                      const std::string& id, calls::compliance::FiscalOperation operation);

} // namespace svc::it_fatturapa
