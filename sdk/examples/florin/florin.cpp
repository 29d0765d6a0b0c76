// Sealed receipts of Florin.
#include <array>
#include <stdexcept>

#include <openssl/evp.h>

#include <svc/encoding.hpp>
#include <svc/money.hpp>

#include "bindings.hpp"

namespace svc::florin {
namespace {

using namespace calls::compliance;

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

/// The sale or credit note, of which a receipt shows few members.
Json documentOf(Call& call, const RegimeDocument& told) {
    return told.kind == FiscalDocumentKind::Sale
               ? calls::sales::get(call, {.id = SaleId::parse(told.id).value(), .lines = false})
               : calls::sales::creditNote(call, {.id = CreditNoteId::parse(told.id).value()});
}

struct Sealed {
    std::int64_t sequence = 0;
    std::string record;
    std::string seal;
};

/// Appends the document to the chain of the company, whose end stays locked until the commit.
Sealed append(Call& call, const Json& document, const std::string& total) {
    call.db().send("INSERT INTO florin.chain (company_id, sequence, seal) VALUES ($1, 0, '')"
                   " ON CONFLICT DO NOTHING",
                   call.companyId());
    const Rows rows = call.db().query(
        "SELECT sequence, seal FROM florin.chain WHERE company_id = $1 FOR UPDATE", call.companyId());
    Sealed sealed{.sequence = rows[0].integer(0) + 1};
    sealed.record = recordOf(std::string(rows[0].text(1)), sealed.sequence, document, total);
    sealed.seal = sha256Hex(sealed.record);
    call.db().send("UPDATE florin.chain SET sequence = $2, seal = $3 WHERE company_id = $1", call.companyId(),
                   sealed.sequence, sealed.seal);
    call.db().send("INSERT INTO florin.record (company_id, sequence, record, seal) VALUES ($1, $2, $3, $4)",
                   call.companyId(), sealed.sequence, sealed.record, sealed.seal);
    return sealed;
}

/// What the tax office has answered.
RegimeAnswer answerOf(const HttpReply& reply) {
    if (reply.status == 201 || reply.status == 409) {
        return {.outcome = AnswerOutcome::Accepted, .reference = reply.json().textOr("receipt")};
    }
    if (reply.status == 400 || reply.status == 422) {
        return {.outcome = AnswerOutcome::Rejected, .error = reply.json().textOr("error")};
    }
    return {.outcome = AnswerOutcome::Retry,
            .error = reply.answered() ? "HTTP " + std::to_string(reply.status) : reply.error};
}

} // namespace

RegimeDescription commands::describe(Call&) {
    return {.name = "Sealed receipts of Florin",
            .country = "XF",
            .kind = FiscalRegimeKind::Reporting,
            .offline = true,
            .documents = {{"ticket", "invoice", "credit_note"}},
            .settingsSchema = Json::parse(R"({
                "type": "object", "additionalProperties": false, "properties": {
                    "taxpayer": { "type": "string", "pattern": "^[0-9]{8}$" },
                    "token": { "type": "string", "minLength": 1, "maxLength": 200 } } })"),
            .requiredSettings = {{.name = "taxpayer", .type = "string", .secret = false},
                                 {.name = "token", .type = "string", .secret = true}},
            .lost = LostAnswers{
                .issue = LostAnswer::Retry, .credit = LostAnswer::Retry, .cancel = LostAnswer::Retry}};
}

/// For `vectors`: what the regime makes of the facts that are given there.
Json commands::check(Call&, const Json& given) {
    const std::string record = recordOf(given["previous"].text(), given["sequence"].integer(),
                                        given["document"], given["total"].text());
    return Json::object({{"record", record}, {"seal", sha256Hex(record)}});
}

/// In the transaction of the document: what is refused here is not sold.
std::optional<commands::PrepareOutput> commands::prepare(Call& call, const commands::PrepareInput& input) {
    const bool sold = input.document.kind == FiscalDocumentKind::Sale;
    const Json document = documentOf(call, input.document);
    const Currency currency = Currency::parse(document.textOr("currency")).value();
    if (currency != Currency::of("EUR")) {
        throw ApiError(400, "currency-unsupported", {currency.code()});
    }
    const std::int64_t minor = document["total"].integer();
    const std::string total = majorFromMinor(sold ? minor : -minor, currency).toFixed(currency.digits());
    const Sealed sealed = append(call, document, total);

    const std::string sequence = std::to_string(sealed.sequence);
    const std::string shown = sealed.seal.substr(0, ShownDigits);
    const std::string taxpayer = input.settings.textOr("taxpayer");
    const Json report =
        Json::object({{"taxpayer", taxpayer}, {"record", sealed.record}, {"seal", sealed.seal}});
    return commands::PrepareOutput{
        .mark = RegimeMark{.lines = {"Seal " + sequence + ": " + shown},
                           .qr = "XF1;" + taxpayer + ';' + sequence + ';' + total + ';' + shown,
                           .caption = "Florin"},
        .payload = base64Encode(report.dump())};
}

/// Outside of every transaction. The tax office knows a record by its seal: it may be sent again.
RegimeAnswer commands::send(Call& call, const RegimeSending& input) {
    const std::string report = base64Decode(input.payload.value()).value();
    const std::string token = call.transaction([&] {
        // A secret, which only this command tells.
        return fiscalRegime(call, {.regime = "florin"}).value().settings.textOr("token");
    });
    const HttpReply reply =
        call.http()
            .post(Call::settings().textOr("baseUrl", "https://tax.florin.example") + "/records")
            .header("Authorization", "Bearer " + token)
            .body("application/json", report)
            .send();
    RegimeAnswer answer = answerOf(reply);
    answer.request = base64Encode(report);
    answer.answer = base64Encode(reply.body);
    return answer;
}

} // namespace svc::florin
