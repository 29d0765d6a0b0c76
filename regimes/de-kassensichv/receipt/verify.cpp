#include <svc/encoding.hpp>
#include <svc/error.hpp>

#include "bindings.hpp"
#include "receipt/rules/process_data.hpp"
#include "receipt/rules/receipt_code.hpp"

namespace svc::de_kassensichv {
namespace {

using Told = api::VerifyTillReceiptAnswer;

std::optional<std::string> orNull(const std::string& text) {
    return text.empty() ? std::nullopt : std::optional(text);
}

/// The amounts in the signed data; nothing for data of another grammar.
std::optional<api::VerifyTillReceiptAnswerReceipt> amountsIn(const std::string& processData) {
    const auto data = readProcessData(processData);
    if (!data) {
        return std::nullopt;
    }
    using Kind = api::VerifyTillReceiptAnswerReceiptPaymentsItemKind;
    api::VerifyTillReceiptAnswerReceipt receipt{.type = data->type};
    receipt.gross.assign(data->gross.begin(), data->gross.end());
    for (const PaidAmount& paid : data->payments) {
        receipt.payments.push_back({.amount = paid.amount,
                                    .kind = paid.cash ? Kind::Cash : Kind::NonCash,
                                    .currency = paid.currency});
    }
    return receipt;
}

} // namespace

/// Checks whether the device that a printed code names has signed it.
Answer<200, Told> verifyTillReceipt(Request&, const api::VerifyTillReceiptBody& body) {
    const auto code = readCode(body.qr);
    if (!code) {
        throw fieldInvalid("qr");
    }
    const Verification result = verify(*code);
    Told told{.reason = orNull(result.reason),
              .till = code->till,
              .processType = code->processType,
              .processData = code->processData,
              .receipt = amountsIn(code->processData),
              .transaction = code->transaction,
              .signatureCounter = code->counter,
              .startedAt = code->startedAt,
              .loggedAt = code->loggedAt,
              .algorithm = code->algorithm,
              .curve = orNull(result.curve),
              .tseSerial = orNull(result.tseSerial)};
    api::fromText(toText(result.verdict), told.result);
    if (!result.signatureForm.empty()) {
        api::fromText(result.signatureForm, told.signatureForm.emplace());
    }
    return told;
}

} // namespace svc::de_kassensichv
