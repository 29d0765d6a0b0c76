#include "tse/sign.hpp"

#include <svc/encoding.hpp>

#include "bindings.hpp"
#include "outage/store.hpp"
#include "own_regime.hpp"
#include "receipt/record.hpp"
#include "receipt/rules/receipt_code.hpp"
#include "tse/cloud_tse.hpp"
#include "tse/software_tse.hpp"

namespace svc::de_kassensichv {
namespace {

using namespace calls::compliance;

constexpr std::string_view OutageCode = "tse-outage";
constexpr std::string_view OutageWords = "TSE ausgefallen";
constexpr std::string_view PrintedCaption = "TSE (KassenSichV)";
/// One lane: the TSE signs one receipt after the other.
constexpr std::string_view SignLane = "tse";
/// A lane of its own: ending old transactions delays no receipt.
constexpr std::string_view ReleaseLane = "release";

/// A receipt to sign, or one that is signed already.
struct Turn {
    std::optional<Receipt> receipt;
    Json settings; ///< of the regime, with its secrets
};

Turn begin(Call& call, const Uuid& id) {
    Turn turn;
    turn.receipt = findReceipt(call, id);
    const auto own = fiscalRegime(call, {.regime = std::string(RegimeId)});
    turn.settings = own ? own->settings : Json::object();
    return turn;
}

std::unique_ptr<Tse> deviceFor(Call& call, const Json& settings) {
    if (Call::settings().textOr("tse", "cloud") == "software") {
        return std::make_unique<SoftwareTse>(call, settings.textOr("serialNumber"));
    }
    return std::make_unique<CloudTse>(call, settings);
}

/// Asks the TSE for a signature. A failure begins an outage: the error becomes the result of the receipt,
/// which is never signed later.
Signed askDevice(Call& call, const Turn& turn, bool resume) {
    Signed result;
    try {
        const auto device = deviceFor(call, turn.settings);
        result.signature = signedBy(*device, orderOf(*turn.receipt), resume);
    } catch (const TseFailure& failure) {
        result.error = failure.what();
    } catch (const JsonError& error) {
        result.error = error.what(); // the answer does not follow the contract
    }
    return call.transaction([&] {
        if (result.error) {
            beginOutage(call, *result.error);
        } else if (const auto since = endOutage(call)) {
            jobs::fileReleaseUnsigned(call, ReleaseLane, call.now(), {.since = *since}, since->toString());
        }
        return keepResult(call, *turn.receipt, result);
    });
}

RegimeMark markOf(const Receipt& receipt, const Signed& result, const Json& settings) {
    const TseSignature& one = result.signature;
    const auto code = readCode(one.qr); // only the stored code names the till of the signature
    const std::string till = code ? code->till : settings.textOr("serialNumber");
    RegimeMark mark{.lines = {"Kassen-Seriennummer: " + till}, .caption = std::string(PrintedCaption)};
    if (result.error) {
        mark.lines.emplace_back(OutageWords);
    } else {
        mark.lines.push_back("TSE-Transaktion " + std::to_string(one.transaction) + ", Signaturzähler " +
                             std::to_string(one.counter));
        mark.lines.push_back("Beginn " + one.startedAt);
        mark.lines.push_back("Ende " + one.loggedAt);
        mark.qr = one.qr;
    }
    if (receipt.type == TrainingType) {
        mark.lines.push_back("Trainingsbeleg");
    }
    return mark;
}

/// `accepted` with the QR code and the printed lines, or `failed` when the TSE did not sign.
RegimeAnswer outcomeOf(const Receipt& receipt, const Signed& result, const Json& settings) {
    RegimeAnswer told{.outcome = AnswerOutcome::Accepted, .mark = markOf(receipt, result, settings)};
    if (result.error) {
        told.outcome = AnswerOutcome::Failed;
        told.error = result.error;
        told.errorCode = OutageCode;
    } else {
        const TseSignature& one = result.signature;
        told.reference = std::to_string(one.transaction) + '/' + std::to_string(one.counter);
        told.qrCode = one.qr;
    }
    return told;
}

/// The receipt of a submission, named in the sealed payload of the document.
std::optional<Uuid> receiptIn(const RegimeSending& input) {
    const auto bytes = input.payload ? base64Decode(*input.payload) : std::nullopt;
    return bytes ? Uuid::parse(Json::parse(*bytes).textOr("receipt")) : std::nullopt;
}

RegimeAnswer signSubmission(Call& call, const RegimeSending& input, bool resume) {
    const auto id = receiptIn(input);
    const Turn turn = id ? call.transaction([&] { return begin(call, *id); }) : Turn{};
    if (!turn.receipt) {
        return {.outcome = AnswerOutcome::Rejected,
                .error = "the till has no receipt of the document",
                .errorCode = "receipt-missing"};
    }
    const Receipt& receipt = *turn.receipt;
    const Signed result = receipt.result ? *receipt.result : askDevice(call, turn, resume);
    RegimeAnswer told = outcomeOf(receipt, result, turn.settings);
    told.request = base64Encode(receipt.processData);
    told.answer = base64Encode(result.signature.qr);
    return told;
}

} // namespace

RegimeAnswer commands::send(Call& call, const RegimeSending& input) {
    return signSubmission(call, input, input.attempt > 1);
}

RegimeAnswer commands::read(Call& call, const RegimeSending& input) {
    return signSubmission(call, input, true);
}

void fileSigning(Call& call, const Receipt& receipt) {
    const std::string id = receipt.id.toString();
    jobs::fileSign(call, SignLane, call.now(), {.receipt = id}, id);
}

/// After an outage: cancels the transactions that the TSE began for receipts issued without a signature.
void jobs::releaseUnsigned(Call& call, const jobs::ReleaseUnsignedPayload& payload) {
    Json settings;
    const auto unsignedReceipts = call.transaction([&] {
        settings = begin(call, Uuid()).settings;
        return unsignedSince(call, payload.since);
    });
    const auto device = deviceFor(call, settings);
    for (const Receipt& receipt : unsignedReceipts) {
        release(*device, orderOf(receipt)); // an exception makes the job run again
    }
}

/// The job of fileSigning.
void jobs::sign(Call& call, const jobs::SignPayload& payload) {
    const auto id = Uuid::parse(payload.receipt);
    const Turn turn = id ? call.transaction([&] { return begin(call, *id); }) : Turn{};
    if (turn.receipt && !turn.receipt->result) {
        const auto job = call.job();
        askDevice(call, turn, job && job->attempt > 1);
    }
}

} // namespace svc::de_kassensichv
