// Sealed receipts of Florin.
#include <array>
#include <stdexcept>

#include <openssl/evp.h>

#include <svc/encoding.hpp>
#include <svc/money.hpp>
#include <svc/plugin.hpp>

namespace {

using namespace svc;

constexpr std::size_t ShownDigits = 16; // of the seal, on paper

std::string sha256Hex(std::string_view text) {
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned size = 0;
    if (EVP_Digest(text.data(), text.size(), digest.data(), &size, EVP_sha256(), nullptr) != 1) {
        throw std::runtime_error("SHA-256 cannot be computed");
    }
    return hexEncode({reinterpret_cast<const char*>(digest.data()), size});
}

/// § 4 (2): previous seal, sequence, number, date and total, with semicolons between.
std::string recordOf(const std::string& previous, std::int64_t sequence, const Json& document,
                     const std::string& total) {
    return previous + ';' + std::to_string(sequence) + ';' + document.textOr("number") + ';' +
           document.textOr("date") + ';' + total;
}

Json describe(Call&, const Json&) {
    return Json::parse(R"({
        "name": "Sealed receipts of Florin", "country": "XF", "kind": "reporting", "offline": true,
        "documents": ["ticket", "invoice", "credit_note"],
        "settingsSchema": { "type": "object", "additionalProperties": false, "properties": {
            "taxpayer": { "type": "string", "pattern": "^[0-9]{8}$" },
            "token": { "type": "string", "minLength": 1, "maxLength": 200 } } },
        "requiredSettings": [ { "name": "taxpayer", "type": "string", "secret": false },
                              { "name": "token", "type": "string", "secret": true } ],
        "lost": { "issue": "retry", "credit": "retry", "cancel": "retry" } })");
}

/// For `vectors`: what the regime makes of the facts that are given there.
Json check(Call&, const Json& given) {
    const std::string record = recordOf(given["previous"].text(), given["sequence"].integer(),
                                        given["document"], given["total"].text());
    return Json::object({{"record", record}, {"seal", sha256Hex(record)}});
}

/// In the transaction of the document: what is refused here is not sold.
Json prepare(Call& call, const Json& input) {
    const Json& told = input["document"];
    const bool sold = told.textOr("kind") == "sale";
    const Json document =
        call.command(sold ? "sales.get" : "sales.credit_note", Json::object({{"id", told.textOr("id")}}));
    const Currency currency = Currency::parse(document.textOr("currency")).value();
    if (currency != Currency::of("EUR")) {
        throw ApiError(400, "currency-unsupported", {currency.code()});
    }
    const std::int64_t minor = document["total"].integer();
    const std::string total = majorFromMinor(sold ? minor : -minor, currency).toFixed(currency.digits());

    call.db().send("INSERT INTO florin.chain (company_id, sequence, seal) VALUES ($1, 0, '')"
                   " ON CONFLICT DO NOTHING",
                   call.companyId());
    const Rows rows = call.db().query(
        "SELECT sequence, seal FROM florin.chain WHERE company_id = $1 FOR UPDATE", call.companyId());
    const std::int64_t sequence = rows[0].integer(0) + 1;
    const std::string record = recordOf(std::string(rows[0].text(1)), sequence, document, total);
    const std::string seal = sha256Hex(record);
    call.db().send("UPDATE florin.chain SET sequence = $2, seal = $3 WHERE company_id = $1", call.companyId(),
                   sequence, seal);
    call.db().send("INSERT INTO florin.record (company_id, sequence, record, seal) VALUES ($1, $2, $3, $4)",
                   call.companyId(), sequence, record, seal);

    const std::string shown = seal.substr(0, ShownDigits);
    const std::string taxpayer = input["settings"].textOr("taxpayer");
    const Json report = Json::object({{"taxpayer", taxpayer}, {"record", record}, {"seal", seal}});
    return Json::object(
        {{"mark", Json::object(
                      {{"lines", Json::array({"Seal " + std::to_string(sequence) + ": " + shown})},
                       {"qr", "XF1;" + taxpayer + ';' + std::to_string(sequence) + ';' + total + ';' + shown},
                       {"caption", "Florin"}})},
         {"payload", base64Encode(report.dump())}});
}

Json outcome(std::string_view what, const std::string& error = {}) {
    Json told = Json::object({{"outcome", what}});
    return error.empty() ? told : told.set("error", error);
}

/// Outside of every transaction. The tax office knows a record by its seal: it may be sent again.
Json send(Call& call, const Json& input) {
    const std::string report = base64Decode(input["payload"].text()).value();
    const std::string token = call.transaction([&] {
        const Json own = call.command("fiscal.regime", Json::object({{"regime", "florin"}}));
        return own["settings"].textOr("token"); // a secret: only this command tells it
    });
    const HttpReply reply =
        call.http()
            .post(Call::settings().textOr("baseUrl", "https://tax.florin.example") + "/records")
            .header("Authorization", "Bearer " + token)
            .body("application/json", report)
            .send();
    Json told;
    if (reply.status == 201 || reply.status == 409) {
        told = outcome("accepted").set("reference", reply.json().textOr("receipt"));
    } else if (reply.status == 400 || reply.status == 422) {
        told = outcome("rejected", reply.json().textOr("error"));
    } else {
        told = outcome("retry", reply.answered() ? "HTTP " + std::to_string(reply.status) : reply.error);
    }
    return told.set("request", base64Encode(report)).set("answer", base64Encode(reply.body));
}

void start(Registry& registry) {
    registry.command("regime.florin.describe", describe);
    registry.command("regime.florin.check", check);
    registry.command("regime.florin.prepare", prepare);
    registry.command("regime.florin.send", send);
}

} // namespace

SVC_PLUGIN("florin", "1.0.0", start)
