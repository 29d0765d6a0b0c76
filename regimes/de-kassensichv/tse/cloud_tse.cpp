#include "tse/cloud_tse.hpp"

#include <algorithm>
#include <array>
#include <chrono>

#include <svc/encoding.hpp>
#include <svc/error.hpp>
#include <svc/text.hpp>

#include "authority/replies.hpp"
#include "common/access_token.hpp"

namespace svc::de_kassensichv {
namespace {

/// Short, since a customer waits for the receipt.
constexpr std::chrono::seconds AnswerLimit{10};
constexpr int NotFound = 404;
constexpr int Conflict = 409;

constexpr std::array<std::string_view, 5> VatRates = {"NORMAL", "REDUCED_1", "SPECIAL_RATE_1",
                                                      "SPECIAL_RATE_2", "NULL"};
constexpr std::array<std::pair<std::string_view, std::string_view>, 9> ReceiptTypes = {
    {{"Beleg", "RECEIPT"},
     {"AVTraining", "TRAINING"},
     {"AVTransfer", "TRANSFER"},
     {"AVBestellung", "ORDER"},
     {"AVBelegstorno", "CANCELLATION"},
     {"AVBelegabbruch", "ABORT"},
     {"AVSachbezug", "BENEFIT_IN_KIND"},
     {"AVRechnung", "INVOICE"},
     {"AVSonstige", "OTHER"}}};

std::string_view receiptTypeOf(std::string_view type) {
    const auto found = std::find_if(ReceiptTypes.begin(), ReceiptTypes.end(),
                                    [&](const auto& one) { return one.first == type; });
    return found == ReceiptTypes.end() ? "OTHER" : found->second;
}

Json receiptOf(const ProcessData& data) {
    Json rates = Json::array();
    for (std::size_t i = 0; i < data.gross.size(); ++i) {
        rates.push(Json::object({{"vat_rate", VatRates[i]}, {"amount", data.gross[i].toFixed(2)}}));
    }
    Json payments = Json::array();
    for (const PaidAmount& paid : data.payments) {
        payments.push(Json::object({{"payment_type", paid.cash ? "CASH" : "NON_CASH"},
                                    {"amount", paid.amount.toFixed(2)},
                                    {"currency_code", paid.currency}}));
    }
    return Json::object({{"receipt_type", receiptTypeOf(data.type)},
                         {"amounts_per_vat_rate", std::move(rates)},
                         {"amounts_per_payment_type", std::move(payments)}});
}

/// Reads the fields of an answer; every field is required.
class Fields {
public:
    explicit Fields(const Json& object) : object_(object) {}

    std::string text(std::string_view name) const {
        const auto value = object_.isObject() ? object_.optionalText(name) : std::nullopt;
        if (!value || value->empty()) {
            throw TseFailure("the answer has no " + std::string(name));
        }
        return *value;
    }
    /// A number, which the service may write as a text.
    std::int64_t integer(std::string_view name) const {
        const Json& value = object_.isObject() ? object_[name] : Nothing;
        const auto number = value.isNumber()   ? parseInt64(value.numberText())
                            : value.isString() ? parseInt64(value.text())
                                               : std::nullopt;
        if (!number || *number < 0) {
            throw TseFailure("the answer has no " + std::string(name));
        }
        return *number;
    }
    /// A time, given in seconds since 1970.
    std::string time(std::string_view name) const {
        try {
            return (Instant(0) + integer(name) * Instant::Second).toString();
        } catch (const std::out_of_range&) {
            throw TseFailure("the answer has no " + std::string(name));
        }
    }

private:
    inline static const Json Nothing = nullptr;
    const Json& object_;
};

/// The data that the device signed.
std::string processDataIn(const Json& answer) {
    const Json& raw = answer["schema"].isObject() ? answer["schema"]["raw"] : answer["schema"];
    const auto decoded = base64Decode(Fields(raw).text("process_data"));
    if (!decoded) {
        throw TseFailure("the answer has no process_data");
    }
    return *decoded;
}

/// Throws TseFailure for the signature of another till or of other data.
void expectOrdered(std::string_view field, const std::string& found, const std::string& expected) {
    if (found != expected) {
        throw TseFailure(std::string(field) + ": found " + found + ", expected " + expected);
    }
}

TseSignature signatureIn(const Json& answer, const TseOrder& order, const std::string& till) {
    const Fields whole(answer);
    const Fields signature(answer["signature"]);
    const Fields log(answer["log"]);
    TseSignature one;
    one.tseSerial = whole.text("tss_serial_number");
    one.till = whole.text("client_serial_number");
    one.transaction = whole.integer("number");
    one.counter = signature.integer("counter");
    one.startedAt = whole.time("time_start");
    one.loggedAt = log.time("timestamp");
    one.algorithm = signature.text("algorithm");
    one.timeFormat = log.text("timestamp_format");
    one.signature = signature.text("value");
    one.publicKey = signature.text("public_key");
    one.processData = processDataIn(answer);
    one.qr = whole.text("qr_code_data");
    expectOrdered("client_serial_number", one.till, till);
    expectOrdered("process_data", one.processData, order.processData);
    return one;
}

/// Is it unknown whether the request was done? 409: the transaction has another revision already.
bool isLost(const HttpReply& reply) {
    return !reply.answered() || reply.status >= 500 || reply.status == 408 || reply.status == 429 ||
           reply.status == Conflict;
}

} // namespace

Json changeOf(const TseOrder& order, std::string_view state, const std::string& clientId, bool withReceipt) {
    Json body = Json::object({{"state", state}, {"client_id", clientId}});
    if (withReceipt) {
        body.set("schema",
                 Json::object({{"standard_v1", Json::object({{"receipt", receiptOf(order.data)}})}}));
    }
    return body;
}

TseTransaction transactionIn(const Json& answer, const TseOrder& order, const std::string& till) {
    if (!answer.isObject()) {
        throw TseFailure("the answer is not readable", true);
    }
    const std::string state = answer.textOr("state");
    TseTransaction at;
    at.revision = Fields(answer).integer("latest_revision");
    if (state == "FINISHED") {
        at.signature = signatureIn(answer, order, till);
    } else if (state == "CANCELLED") {
        at.cancelled = true;
    } else if (state != "ACTIVE") {
        throw TseFailure("the transaction is " + state);
    }
    return at;
}

CloudTse::CloudTse(Call& call, const Json& settings)
    : call_(call), base_(Call::settings().textOr("baseUrl") + "/api/v2"), settings_(settings) {}

Json CloudTse::newToken() {
    const HttpReply reply = call_.http()
                                .post(base_ + "/auth")
                                .timeout(AnswerLimit)
                                .json(Json::object({{"api_key", settings_.textOr("apiKey")},
                                                    {"api_secret", settings_.textOr("apiSecret")}}))
                                .send();
    const Json told = reply.ok() ? authority::bodyOf(reply) : Json(nullptr);
    const auto token = told.isObject() ? told.optionalText("access_token") : std::nullopt;
    if (!token) {
        throw TseFailure("no access: " + authority::whyNot(reply));
    }
    Json kept = Json::object({{"access_token", *token}});
    if (told["access_token_expires_at"].isNumber()) {
        kept.set("expires_in", told["access_token_expires_at"].integer() - call_.now().seconds());
    }
    return kept;
}

HttpReply CloudTse::ask(std::string_view method, const TseOrder& order, std::int64_t revision,
                        const Json* body) {
    const std::string url =
        base_ + "/tss/" + percentEncode(settings_.textOr("tssId")) + "/tx/" + percentEncode(order.id);
    return connector::sendWithToken(
        call_, [&] { return newToken(); },
        [&](const std::string& token) {
            auto request = call_.http()
                               .request(method, url)
                               .header("Authorization", "Bearer " + token)
                               .timeout(AnswerLimit);
            return body == nullptr
                       ? std::move(request).send()
                       : std::move(request).query("tx_revision", std::to_string(revision)).json(*body).send();
        });
}

std::optional<TseTransaction> CloudTse::find(const TseOrder& order) {
    const HttpReply reply = ask("GET", order, 0, nullptr);
    if (reply.status == NotFound) {
        return std::nullopt;
    }
    if (!reply.ok()) {
        throw TseFailure(authority::whyNot(reply), isLost(reply));
    }
    return transactionIn(authority::bodyOf(reply), order, settings_.textOr("serialNumber"));
}

TseTransaction CloudTse::change(const TseOrder& order, std::int64_t revision, std::string_view state,
                                bool withReceipt) {
    const Json body = changeOf(order, state, settings_.textOr("clientId"), withReceipt);
    const HttpReply reply = ask("PUT", order, revision, &body);
    if (!reply.ok()) {
        throw TseFailure(authority::whyNot(reply), isLost(reply));
    }
    return transactionIn(authority::bodyOf(reply), order, settings_.textOr("serialNumber"));
}

TseTransaction CloudTse::start(const TseOrder& order) {
    return change(order, 1, "ACTIVE", false);
}

TseTransaction CloudTse::update(const TseOrder& order, const TseTransaction& at) {
    return change(order, at.revision + 1, "ACTIVE", true);
}

TseTransaction CloudTse::finish(const TseOrder& order, const TseTransaction& at) {
    return change(order, at.revision + 1, "FINISHED", true);
}

void CloudTse::cancel(const TseOrder& order, const TseTransaction& at) {
    change(order, at.revision + 1, "CANCELLED", false);
}

} // namespace svc::de_kassensichv
