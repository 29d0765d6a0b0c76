#include <algorithm>

#include <svc/encoding.hpp>
#include <svc/error.hpp>
#include <svc/lately_used.hpp>
#include <svc/text.hpp>

#include "bindings.hpp"
#include "records/prepared.hpp"
#include "rules/document.hpp"

namespace svc::pt_certified {
namespace {

using calls::compliance::RegimeDocument;

// Upper limits of the rate classes in percent: 6, 4 and 5 are reduced, 13, 9 and 12 intermediate, 23, 16 and
// 22 normal.
constexpr int MostReduced = 6;
constexpr int MostIntermediate = 13;

ApiError settingsMissing(const std::string& field) {
    return ApiError(400, "regime-settings-missing", {field});
}

/// The document type of the law.
std::string typeOf(const std::string& form) {
    return form == "credit_note" ? "NC" : form == "ticket" ? "FS" : "FT";
}

void addBuyer(const calls::sales::SealedBuyer& buyer, QrFacts& facts) {
    const std::string country = buyer.country.value_or("");
    facts.buyerCountry = country.empty() ? "PT" : country;
    const std::string number = buyer.vatNumber.value_or(buyer.registrationNumber.value_or(""));
    if (!number.empty()) {
        facts.buyer = withoutPrefix(number, facts.buyerCountry);
    }
}

void add(std::optional<Taxed>& to, std::int64_t net, std::int64_t tax) {
    to = Taxed{(to ? to->base : 0) + net, (to ? to->tax : 0) + tax};
}

void addTaxes(const records::Prepared& document, const std::string& region, QrFacts& facts) {
    Region sold{region};
    bool taxed = false;
    for (const auto& [category, rate, net, tax] : document.taxes) {
        facts.taxes += tax;
        if (category == "O") {
            facts.notSubject = facts.notSubject.value_or(0) + net;
            continue;
        }
        taxed = true;
        if (rate.isZero()) {
            sold.exempt = sold.exempt.value_or(0) + net;
        } else {
            add(rate <= Decimal(MostReduced)        ? sold.reduced
                : rate <= Decimal(MostIntermediate) ? sold.intermediate
                                                    : sold.normal,
                net, tax);
        }
    }
    if (!taxed) {
        sold.code = "0";
    }
    facts.regions.push_back(std::move(sold));
    facts.gross = document.total;
}

constexpr std::string_view LockSql =
    "SELECT hash, at FROM pt_certified.series WHERE company_id = $1 AND series = $2 FOR UPDATE";
constexpr std::string_view AppendSql =
    "WITH series AS (UPDATE pt_certified.series SET hash = $5, at = $7 WHERE company_id = $1 AND series = $3)"
    " INSERT INTO pt_certified.document (company_id, id, series, message, hash, atcud, at)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7)";

/// The series of the signature chain: `FT INV2026`.
std::string chainOf(const std::string& form, const SeriesNumber& number) {
    return typeOf(form) + ' ' + number.series;
}

/// Caches the series of the last document of this company, form and business unit. The end of the chain is
/// prefetched together with the number, before the series is known, so the last series is assumed. When the
/// series has changed, the prefetched row is unused, and `prepare` reads the right one.
class LastChain {
public:
    LastChain(const Call& call, const RegimeDocument& told)
        : name_(call.companyId().toString() + told.form + told.businessUnitId.value_or("")) {}

    std::optional<std::string> find() const { return chains().find(name_); }
    void note(const std::string& chain) const { chains().keep(name_, chain); }

private:
    static LatelyUsed<std::string, std::string, 4096>& chains() {
        static LatelyUsed<std::string, std::string, 4096> last;
        return last;
    }

    std::string name_;
};

/// The end of a signature chain.
struct ChainEnd {
    std::string hash;
    std::optional<Instant> at;
};

/// The previous signature, read under the lock on the series.
ChainEnd lockSeries(Call& call, const std::string& series) {
    const auto lock = [&] { return call.db().query(LockSql, call.companyId(), series); };
    const auto endIn = [](const Row& row) {
        return ChainEnd{std::string(row.text(0)), row.optionalInstant(1)};
    };
    if (const Rows rows = lock(); !rows.empty()) {
        return endIn(rows[0]);
    }
    call.db().send("INSERT INTO pt_certified.series (company_id, series, hash) VALUES ($1, $2, '')"
                   " ON CONFLICT DO NOTHING",
                   call.companyId(), series);
    return endIn(lock()[0]);
}

std::string signatureOf(Call& call, const std::string& message) {
    const auto told =
        calls::compliance::fiscalSign(call, {.regime = "pt-certified",
                                             .key = "signatureKey",
                                             .algorithm = calls::compliance::FiscalSignInputAlgorithm::RS1,
                                             .data = base64Encode(message)});
    if (!told.signature) {
        throw settingsMissing("signatureKey");
    }
    return *told.signature;
}

} // namespace

/// Prefetches the end of the chain, in the round trip that reads the company's duties.
void commands::askAhead(Call& call, const commands::AskAheadInput& input) {
    const RegimeDocument& told = input.document;
    const auto number = seriesOf(told.number.value_or(""));
    const auto chain = number ? std::optional(chainOf(told.form, *number)) : LastChain(call, told).find();
    if (chain) {
        call.db().askAhead(LockSql, call.companyId(), *chain);
    }
}

std::optional<commands::PrepareOutput> commands::prepare(Call& call, const commands::PrepareInput& input) {
    const RegimeDocument& told = input.document;
    const Json& settings = input.settings;
    const records::Prepared document = records::withSums(
        told,
        [&] {
            return calls::sales::get(call, {.id = SaleId::parse(told.id).value(), .lines = false}).value();
        },
        [&] { return calls::sales::creditNote(call, {.id = CreditNoteId::parse(told.id).value()}).value(); });
    if (document.currency != Currency::of("EUR")) {
        throw ApiError(400, "currency-unsupported", {std::string(document.currency.code())});
    }
    if (call.dryRun()) {
        return std::nullopt; // there is no number yet
    }
    const std::string type = typeOf(told.form);
    const auto number = seriesOf(document.number);
    if (!number) {
        throw fieldInvalid("number");
    }
    const auto validationCode = settings["series"].isObject()
                                    ? settings["series"].optionalText(number->series)
                                    : std::optional<std::string>();
    if (!validationCode) {
        throw settingsMissing("series." + number->series);
    }
    const std::string issuer = withoutPrefix(call.company().vatNumber.value_or(""));
    if (!isNif(issuer)) {
        throw settingsMissing("company.vatNumber");
    }
    const std::string id = documentId(type, *number);
    const std::string chain = chainOf(told.form, *number);
    const std::string date = document.date.toString();
    const ChainEnd before = lockSeries(call, chain);
    // Not before the last document: a concurrent sale may have committed first.
    const Instant at = std::max(call.now(), before.at.value_or(call.now()));
    const std::string message = messageOf(date, call.localTime(at), id, document.total, before.hash);
    const std::string signature = signatureOf(call, message);
    const std::string atcud = *validationCode + '-' + std::to_string(number->sequence);
    call.db().send(AppendSql, call.companyId(), id, chain, message, signature, atcud, at);
    if (date == call.today().toString()) { // other dates may be refused, and do not tell the next series
        LastChain(call, told).note(chain);
    }

    QrFacts facts;
    facts.issuer = issuer;
    if (document.hasPartner) {
        const auto sealed = calls::sales::sealed(call, {.id = document.saleId}).value();
        if (sealed.buyer) {
            addBuyer(*sealed.buyer, facts);
        }
    }
    facts.type = type;
    facts.date = date;
    std::erase(facts.date, '-');
    facts.id = id;
    facts.atcud = atcud;
    addTaxes(document, settings.textOr("region", "PT"), facts);
    facts.printed = printedOf(signature);
    facts.certificate = settings.textOr("softwareCertificate");
    calls::compliance::RegimeMark mark{
        .lines = {id, "ATCUD:" + atcud,
                  facts.printed + "-Processado por programa certificado n.º " + facts.certificate + "/AT"},
        .qr = qrOf(facts),
        .caption = "AT"};
    if (input.mode == calls::compliance::FiscalMode::Test) {
        mark.lines.push_back("Documento emitido para fins de formação");
    }
    return commands::PrepareOutput{.mark = std::move(mark)};
}

} // namespace svc::pt_certified
