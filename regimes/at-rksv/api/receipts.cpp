#include "api/receipts.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include <openssl/rand.h>

#include <svc/encoding.hpp>
#include <svc/error.hpp>

#include "domain/receipt.hpp"
#include "keys/lately_used.hpp"
#include "sealing/sha256.hpp"
#include "store/till_store.hpp"

namespace svc::rksv {
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

/// The key of the turnover of a locked till; made with the first receipt.
std::string turnoverKey(Call& call, Till& till) {
    static keys::LatelyUsed<std::string> used; // the till says which one it is
    if (auto known = used.find(till.turnoverKey)) {
        return *std::move(known);
    }
    auto kept = keptTurnoverKey(call);
    std::string key = kept ? *std::move(kept) : makeTurnoverKey(call);
    till.turnoverKey = sealing::sha256({key});
    used.keep(till.turnoverKey, key);
    return key;
}

/// Writes one receipt behind another, within a transaction that holds the till.
class Chain {
public:
    Chain(Call& call, const Json& settings)
        : call_(call), provider_(settings.textOr("trustProvider")), name_(settings.textOr("cashBoxId")),
          time_(call.localTime(call.now())), till_(lockTill(call)), key_(turnoverKey(call, till_)) {}
    ~Chain() = default;
    Chain(const Chain&) = delete;
    Chain& operator=(const Chain&) = delete;

    /// What has to come before any other receipt: the first one, that of a month, that after an outage.
    void begin() {
        const std::string month = time_.substr(0, 7);
        if (till_.sequence == 0 || till_.month != month) {
            zero();
        } else if (till_.outOfOrder) {
            // Without a signature it would not end the outage.
            const Till before = till_;
            const std::string number = "0-" + std::to_string(till_.sequence + 1);
            if (!write(number, {}, Kind::Standard, true)) {
                till_ = before;
            }
        }
    }
    void zero() { write("0-" + std::to_string(till_.sequence + 1), {}, Kind::Standard, false); }

    /// Nothing when it must be signed and cannot.
    bool write(std::string number, const Amounts& amounts, Kind kind, bool mustBeSigned) {
        std::replace(number.begin(), number.end(), '_', '-'); // which parts the fields of the code
        for (const std::int64_t amount : amounts) {
            till_.turnover += kind == Kind::Training ? 0 : amount;
        }
        Receipt receipt{provider_,        name_, number,         time_,
                        amounts,          kind,  till_.turnover, till_.certificate,
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
        ++till_.sequence;
        append(call_, till_, number, receipt.certificate);
        return true;
    }

    std::string qr() const { return qrOf(code_, signature_); }
    bool isSigned() const { return !signature_.empty(); }
    const std::string& name() const { return name_; }
    bool isOfThisMonth() const { return till_.month == time_.substr(0, 7); }

private:
    /// Empty when there is no valid key. Notes the certificate that signs.
    std::string sign() {
        const Json told =
            call_.command("fiscal.sign", Json::object({{"regime", RegimeId},
                                                       {"key", "signatureKey"},
                                                       {"algorithm", "ES256"},
                                                       {"data", base64Encode(signingInput(code_))}}));
        const auto signature = told.optionalText("signature");
        if (!signature) {
            return {};
        }
        std::string serial = told["certificate"].textOr("serialNumber", "0");
        if (const auto chain = told.optionalText("chainPem"); chain && serial != till_.certificate) {
            saveCertificate(call_, serial, *chain);
        }
        till_.certificate = std::move(serial);
        return base64Decode(*signature).value_or(std::string());
    }

    Call& call_;
    std::string provider_;
    std::string name_;
    std::string time_;
    Till till_;
    std::string key_; ///< behind the lock: two first receipts have one key
    std::string code_;
    std::string signature_;
};

/// Where the law puts a rate (§ 10 UStG); 4.9 and 19 percent, and rates of other times, are special ones.
std::size_t placeOf(const Decimal& rate) {
    const std::array<std::pair<int, std::size_t>, 4> places = {{{20, 0}, {10, 1}, {13, 2}, {0, 3}}};
    for (const auto& [percent, place] : places) {
        if (rate == Decimal(percent)) {
            return place;
        }
    }
    return 4;
}

/// Gross by rate. What a document is rounded by counts as not taxed.
Amounts amountsOf(const Json& document, std::int64_t sign) {
    Amounts amounts{};
    std::int64_t sum = 0;
    for (const Json& tax : document["taxes"].items()) {
        const std::int64_t gross = tax["net"].integer() + tax["tax"].integer();
        amounts[placeOf(tax["taxRate"].decimal())] += sign * gross;
        sum += gross;
    }
    amounts[3] += sign * (document["total"].integer() - sum);
    return amounts;
}

} // namespace

std::optional<std::string> keptTurnoverKey(Call& call) {
    const auto kept = call.secrets().get("turnoverKey");
    return kept ? base64Decode(*kept) : std::nullopt;
}

Json describe(Call&, const Json&) {
    return Json::object(
        {{"name", "Registrierkasse (RKSV)"},
         {"country", "AT"},
         {"kind", "sealing"},
         {"offline", true},
         {"documents", Json::array({"ticket", "invoice", "credit_note"})},
         {"settingsSchema", Json::parse(R"({"type":"object","additionalProperties":false,"properties":{)"
                                        R"("cashBoxId":{"type":"string","pattern":"^[A-Za-z0-9-]{1,40}$"},)"
                                        R"("trustProvider":{"type":"string","pattern":"^AT[0-9]{1,2}$"},)"
                                        R"("signatureKey":{"type":"string","maxLength":60000},)"
                                        R"("signatureKeyPassword":{"type":"string","maxLength":200}}})")},
         {"requiredSettings",
          Json::array({Json::object({{"name", "cashBoxId"}, {"type", "string"}, {"secret", false}}),
                       Json::object({{"name", "trustProvider"}, {"type", "string"}, {"secret", false}}),
                       Json::object({{"name", "signatureKey"}, {"type", "key"}, {"secret", true}})})}});
}

Json ready(Call& call, const Json& input) {
    const Till till = readTill(call);
    Json points = Json::array();
    const auto add = [&](bool good, const std::string& subject, const std::string& found) {
        points.push(Json::object({{"ok", good}, {"subject", subject}, {"found", found}}));
    };
    add(till.sequence > 0, "first receipt of " + input["settings"].textOr("cashBoxId", "the till"),
        till.sequence > 0 ? "made; the till is registered at FinanzOnline with it"
                          : "none yet; it comes within an hour after the regime is enabled");
    add(!till.outOfOrder, "signature unit", till.outOfOrder ? "out of order" : "works");
    return Json::object({{"points", std::move(points)}});
}

Json askAhead(Call& call, const Json&) {
    askTill(call);
    return Json::object();
}

Json prepare(Call& call, const Json& input) {
    const Json& told = input["document"];
    const bool sold = told.textOr("kind") == "sale";
    const Json document =
        call.command(sold ? "sales.get" : "sales.credit_note", Json::object({{"id", told.textOr("id")}}));
    const std::string currency = document.textOr("currency");
    if (currency != "EUR") {
        throw ApiError(400, "currency-unsupported", {currency});
    }
    const bool training = input.textOr("mode") == "test";
    Chain chain(call, input["settings"]);
    chain.begin();
    chain.write(document.textOr("number"), amountsOf(document, sold ? 1 : -1),
                training ? Kind::Training
                : sold   ? Kind::Standard
                         : Kind::Cancellation,
                false);
    Json lines = Json::array({"Kassen-ID: " + chain.name()});
    if (training) {
        lines.push(Json("Trainingsbeleg"));
    }
    if (!chain.isSigned()) {
        lines.push(Json("Sicherheitseinrichtung ausgefallen"));
    }
    return Json::object(
        {{"mark", Json::object({{"lines", std::move(lines)}, {"qr", chain.qr()}, {"caption", "RKSV"}})}});
}

void closeMonth(Call& call, const Json&) {
    const Json own = call.command("fiscal.regime", Json::object({{"regime", RegimeId}}));
    if (own.isNull() || own.textOr("state") != "enabled") {
        return;
    }
    Chain chain(call, own["settings"]);
    if (!chain.isOfThisMonth()) {
        chain.zero();
    }
}

} // namespace svc::rksv
