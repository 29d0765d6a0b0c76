#include "tse/sign.hpp"

#include <svc/encoding.hpp>

#include "authority/replies.hpp"
#include "outage/store.hpp"
#include "own_regime.hpp"
#include "receipt/record.hpp"
#include "receipt/rules/receipt_code.hpp"
#include "tse/cloud_tse.hpp"
#include "tse/software_tse.hpp"

namespace svc::kassensichv {
namespace {

using authority::outcome;

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
    const Json own = call.command("fiscal.regime", Json::object({{"regime", RegimeId}}));
    turn.settings = own.isObject() ? own["settings"] : Json::object();
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
            call.fileJobIn("release-unsigned", ReleaseLane, call.now(),
                           Json::object({{"since", since->toString()}}), since->toString());
        }
        return keepResult(call, *turn.receipt, result);
    });
}

Json markOf(const Receipt& receipt, const Signed& result, const Json& settings) {
    const TseSignature& one = result.signature;
    const auto code = readCode(one.qr); // only the stored code names the till of the signature
    const std::string till = code ? code->till : settings.textOr("serialNumber");
    Json lines = Json::array({"Kassen-Seriennummer: " + till});
    if (result.error) {
        lines.push(OutageWords);
    } else {
        lines.push("TSE-Transaktion " + std::to_string(one.transaction) + ", Signaturzähler " +
                   std::to_string(one.counter));
        lines.push("Beginn " + one.startedAt);
        lines.push("Ende " + one.loggedAt);
    }
    if (receipt.type == TrainingType) {
        lines.push("Trainingsbeleg");
    }
    Json mark = Json::object({{"lines", std::move(lines)}, {"caption", PrintedCaption}});
    if (!result.error) {
        mark.set("qr", one.qr);
    }
    return mark;
}

Json outcomeOf(const Receipt& receipt, const Signed& result, const Json& settings) {
    Json told = result.error ? outcome("failed", *result.error, OutageCode) : outcome("accepted");
    if (!result.error) {
        const TseSignature& one = result.signature;
        told.set("reference", std::to_string(one.transaction) + '/' + std::to_string(one.counter))
            .set("qrCode", one.qr);
    }
    return told.set("mark", markOf(receipt, result, settings));
}

/// The receipt of a submission, named in the sealed payload of the document.
std::optional<Uuid> receiptIn(const Json& input) {
    const auto payload = input.optionalText("payload");
    const auto bytes = payload ? base64Decode(*payload) : std::nullopt;
    return bytes ? Uuid::parse(Json::parse(*bytes).textOr("receipt")) : std::nullopt;
}

Json signSubmission(Call& call, const Json& input, bool resume) {
    const auto id = receiptIn(input);
    const Turn turn = id ? call.transaction([&] { return begin(call, *id); }) : Turn{};
    if (!turn.receipt) {
        return outcome("rejected", "the till has no receipt of the document", "receipt-missing");
    }
    const Receipt& receipt = *turn.receipt;
    const Signed result = receipt.result ? *receipt.result : askDevice(call, turn, resume);
    return outcomeOf(receipt, result, turn.settings)
        .set("request", base64Encode(receipt.processData))
        .set("answer", base64Encode(result.signature.qr));
}

} // namespace

Json send(Call& call, const Json& input) {
    return signSubmission(call, input, input["attempt"].integer() > 1);
}

Json read(Call& call, const Json& input) {
    return signSubmission(call, input, true);
}

void fileSigning(Call& call, const Receipt& receipt) {
    const std::string id = receipt.id.toString();
    call.fileJobIn("sign", SignLane, call.now(), Json::object({{"receipt", id}}), id);
}

void releaseUnsigned(Call& call, const Json& payload) {
    const auto since = Instant::parse(payload.textOr("since"));
    Json settings;
    const auto unsignedReceipts = call.transaction([&] {
        settings = begin(call, Uuid()).settings;
        return unsignedSince(call, since.value_or(call.now()));
    });
    const auto device = deviceFor(call, settings);
    for (const Receipt& receipt : unsignedReceipts) {
        release(*device, orderOf(receipt)); // an exception makes the job run again
    }
}

void sign(Call& call, const Json& payload) {
    const auto id = Uuid::parse(payload.textOr("receipt"));
    const Turn turn = id ? call.transaction([&] { return begin(call, *id); }) : Turn{};
    if (turn.receipt && !turn.receipt->result) {
        const auto job = call.job();
        askDevice(call, turn, job && job->attempt > 1);
    }
}

} // namespace svc::kassensichv
