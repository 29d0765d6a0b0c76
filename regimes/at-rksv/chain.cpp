#include "chain.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include <openssl/rand.h>

#include <svc/encoding.hpp>
#include <svc/lately_used.hpp>

#include "bindings.hpp"
#include "sealing/sha256.hpp"

namespace svc::at_rksv {
namespace {

std::string makeTurnoverKey(Call& call) {
    std::array<unsigned char, 32> key{};
    if (RAND_bytes(key.data(), static_cast<int>(key.size())) != 1) {
        throw std::runtime_error("there are no random bytes for the key of the turnover");
    }
    std::string bytes(reinterpret_cast<const char*>(key.data()), key.size());
    call.secrets().put("turnoverKey", base64Encode(bytes));
    return bytes;
}

/// The AES key of the turnover counter of a locked till; created with the start receipt.
std::string turnoverKey(Call& call, Till& till) {
    static LatelyUsed<std::string, std::string> used; // cached by the SHA-256 of the key
    if (auto known = used.find(till.turnoverKey)) {
        return *std::move(known);
    }
    auto kept = keptTurnoverKey(call);
    std::string key = kept ? *std::move(kept) : makeTurnoverKey(call);
    till.turnoverKey = sealing::sha256({key});
    used.keep(till.turnoverKey, key);
    return key;
}

} // namespace

std::optional<std::string> keptTurnoverKey(Call& call) {
    const auto kept = call.secrets().get("turnoverKey");
    return kept ? base64Decode(*kept) : std::nullopt;
}

Chain::Chain(Call& call, const Json& settings)
    : call_(call), provider_(settings.textOr("trustProvider")), name_(settings.textOr("cashBoxId")),
      till_(lockTill(call)), at_(std::max(call.now(), till_.at.value_or(call.now()))),
      time_(call.localTime(at_)), key_(turnoverKey(call, till_)) {}

void Chain::begin() {
    const std::string month = time_.substr(0, 7);
    if (till_.sequence == 0 || till_.month != month) {
        zero();
    } else if (till_.outOfOrder) {
        // A zero receipt without a signature does not end the outage: it is dropped.
        const Till before = till_;
        const std::string number = "0-" + std::to_string(till_.sequence + 1);
        if (!write(number, {}, Kind::Standard, true)) {
            till_ = before;
        }
    }
}

void Chain::zero() {
    write("0-" + std::to_string(till_.sequence + 1), {}, Kind::Standard, false);
}

bool Chain::write(const std::string& told, const Amounts& amounts, Kind kind, bool mustBeSigned) {
    const std::string number = numberInCode(told);
    for (const std::int64_t amount : amounts) {
        till_.turnover += kind == Kind::Training ? 0 : amount;
    }
    Receipt receipt{provider_,        name_, number, time_, amounts, kind, till_.turnover, till_.certificate,
                    till_.previousJws};
    const std::string before = till_.certificate;
    code_ = codeOf(receipt, key_);
    signature_ = sign();
    if (till_.certificate != before && !signature_.empty()) {
        receipt.certificate = till_.certificate;
        code_ = codeOf(receipt, key_);
        signature_ = sign();
    }
    if (mustBeSigned && signature_.empty()) {
        return false;
    }
    till_.previousJws = jwsOf(code_, signature_);
    till_.outOfOrder = signature_.empty();
    till_.month = time_.substr(0, 7);
    till_.at = at_;
    ++till_.sequence;
    append(call_, till_, number, receipt.certificate);
    return true;
}

std::string Chain::qr() const {
    return qrOf(code_, signature_);
}

std::string Chain::sign() {
    const auto told =
        calls::compliance::fiscalSign(call_, {.regime = "at-rksv",
                                              .key = "signatureKey",
                                              .algorithm = calls::compliance::FiscalSignInputAlgorithm::ES256,
                                              .data = base64Encode(signingInput(code_))});
    if (!told.signature) {
        return {};
    }
    std::string serial = told.certificate ? told.certificate->serialNumber.value_or("0") : "0";
    if (told.chainPem && serial != till_.certificate) {
        saveCertificate(call_, serial, *told.chainPem);
    }
    till_.certificate = std::move(serial);
    return base64Decode(*told.signature).value_or(std::string());
}

} // namespace svc::at_rksv
