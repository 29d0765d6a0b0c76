#include <array>

#include <svc/error.hpp>

#include "bindings.hpp"
#include "chain.hpp"
#include "records/prepared.hpp"
#include "rules/receipt.hpp"
#include "store.hpp"

namespace svc::at_rksv {
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
Amounts amountsOf(const records::Prepared& document, std::int64_t sign) {
    Amounts amounts{};
    std::int64_t sum = 0;
    for (const records::PreparedTax& tax : document.taxes) {
        const std::int64_t gross = tax.net + tax.tax;
        amounts[placeOf(tax.taxRate)] += sign * gross;
        sum += gross;
    }
    amounts[3] += sign * (document.total - sum);
    return amounts;
}

calls::sales::Sale getSale(Call& call, const std::string& id) {
    return calls::sales::get(call, {.id = SaleId::parse(id).value(), .lines = false}).value();
}

/// Does the credit note reverse a training sale? Training sales never entered the turnover counter.
bool ofTraining(Call& call, const records::Prepared& note) {
    const auto jws = findJws(call, numberInCode(getSale(call, note.saleId).number));
    return jws && isTraining(*jws);
}

} // namespace

/// Prefetches the end of the chain, in the round trip that reads the company's duties.
void commands::askAhead(Call& call, const commands::AskAheadInput&) {
    askTill(call);
}

/// Writes a receipt, in the transaction of its sale, refund or cancellation.
std::optional<commands::PrepareOutput> commands::prepare(Call& call, const commands::PrepareInput& input) {
    const auto& told = input.document;
    const bool sold = told.kind == calls::compliance::FiscalDocumentKind::Sale;
    const records::Prepared document = records::withSums(
        told, [&] { return getSale(call, told.id); },
        [&] { return calls::sales::creditNote(call, {.id = CreditNoteId::parse(told.id).value()}).value(); });
    if (document.currency != Currency::of("EUR")) {
        throw ApiError(400, "currency-unsupported", {std::string(document.currency.code())});
    }
    const bool training =
        input.mode == calls::compliance::FiscalMode::Test || (!sold && ofTraining(call, document));
    Chain chain(call, input.settings);
    if (!chain.isOfThisTill()) {
        throw fieldInvalid("settings.cashBoxId");
    }
    chain.begin();
    chain.write(document.number, amountsOf(document, sold ? 1 : -1),
                training ? Kind::Training
                : sold   ? Kind::Standard
                         : Kind::Cancellation,
                false);
    calls::compliance::RegimeMark mark{
        .lines = {"Kassen-ID: " + chain.name()}, .qr = chain.qr(), .caption = "RKSV"};
    if (training) {
        mark.lines.push_back("Trainingsbeleg");
    }
    if (!chain.isSigned()) {
        mark.lines.push_back("Sicherheitseinrichtung ausgefallen");
    }
    return commands::PrepareOutput{.mark = std::move(mark)};
}

} // namespace svc::at_rksv
