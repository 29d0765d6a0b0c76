#include "prepare.hpp"

#include <array>

#include <svc/error.hpp>

#include "chain.hpp"
#include "records/prepared.hpp"
#include "rules/receipt.hpp"
#include "store.hpp"

namespace svc::rksv {
namespace {

/// Index of a VAT rate in Amounts (§ 10 UStG). 4.9 and 19 percent, and rates of other periods, count as
/// special.
std::size_t placeOf(const Decimal& rate) {
    const std::array<std::pair<int, std::size_t>, 4> places = {{{20, 0}, {10, 1}, {13, 2}, {0, 3}}};
    for (const auto& [percent, place] : places) {
        if (rate == Decimal(percent)) {
            return place;
        }
    }
    return 4;
}

/// Gross amounts by rate. The rounding difference of a document counts as untaxed.
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

/// Does the credit note reverse a training sale? Training sales never entered the turnover counter.
bool ofTraining(Call& call, const Json& note) {
    const Json sale =
        call.command("sales.get", Json::object({{"id", note.textOr("saleId")}, {"lines", false}}));
    const auto jws = findJws(call, numberInCode(sale.textOr("number")));
    return jws && isTraining(*jws);
}

} // namespace

Json askAhead(Call& call, const Json&) {
    askTill(call);
    return Json::object();
}

Json prepare(Call& call, const Json& input) {
    const Json& told = input["document"];
    const bool sold = told.textOr("kind") == "sale";
    const Json document = records::withSums(call, told);
    const std::string currency = document.textOr("currency");
    if (currency != "EUR") {
        throw ApiError(400, "currency-unsupported", {currency});
    }
    const bool training = input.textOr("mode") == "test" || (!sold && ofTraining(call, document));
    Chain chain(call, input["settings"]);
    if (!chain.isOfThisTill()) {
        throw fieldInvalid("settings.cashBoxId");
    }
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

} // namespace svc::rksv
