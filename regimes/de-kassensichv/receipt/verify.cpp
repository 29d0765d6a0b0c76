#include "receipt/verify.hpp"

#include <svc/encoding.hpp>
#include <svc/error.hpp>

#include "receipt/rules/process_data.hpp"
#include "receipt/rules/receipt_code.hpp"

namespace svc::kassensichv {
namespace {

Json orNull(const std::string& text) {
    return text.empty() ? Json(nullptr) : Json(text);
}

/// The amounts in the signed data; null for data of another grammar.
Json receiptJson(const std::string& processData) {
    const auto data = readProcessData(processData);
    if (!data) {
        return nullptr;
    }
    Json gross = Json::array();
    for (const Decimal& amount : data->gross) {
        gross.push(Json(amount));
    }
    Json payments = Json::array();
    for (const PaidAmount& paid : data->payments) {
        payments.push(Json::object({{"amount", paid.amount},
                                    {"kind", paid.cash ? "cash" : "non_cash"},
                                    {"currency", paid.currency}}));
    }
    return Json::object(
        {{"type", data->type}, {"gross", std::move(gross)}, {"payments", std::move(payments)}});
}

} // namespace

Response verifyReceipt(Request& request) {
    const auto code = readCode(request.body().textOr("qr"));
    if (!code) {
        throw fieldInvalid("qr");
    }
    const Verification result = verify(*code);
    return Response::json(200, Json::object({{"result", toText(result.verdict)},
                                             {"reason", orNull(result.reason)},
                                             {"till", code->till},
                                             {"processType", code->processType},
                                             {"processData", code->processData},
                                             {"receipt", receiptJson(code->processData)},
                                             {"transaction", code->transaction},
                                             {"signatureCounter", code->counter},
                                             {"startedAt", code->startedAt},
                                             {"loggedAt", code->loggedAt},
                                             {"algorithm", code->algorithm},
                                             {"curve", orNull(result.curve)},
                                             {"signatureForm", orNull(result.signatureForm)},
                                             {"tseSerial", orNull(result.tseSerial)}}));
}

} // namespace svc::kassensichv
