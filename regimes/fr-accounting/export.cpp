#include <algorithm>
#include <functional>
#include <memory>
#include <optional>

#include <svc/error.hpp>
#include <svc/text.hpp>

#include "accounting/archive.hpp"
#include "accounting/books.hpp"
#include "accounting/export_period.hpp"
#include "bindings.hpp"
#include "rules/fec.hpp"

namespace svc::fr_accounting {
namespace {

constexpr std::string_view ChartKey = "PCG";
constexpr std::size_t PieceOfId = 12; ///< characters of the id of a document without a number

/// accounting.siren, else the first nine digits of a French registration number.
std::string sirenOf(Call& call) {
    const Json company = call.companyRecord();
    if (const auto siren = company["accounting"].optionalText("siren"); siren && !siren->empty()) {
        return *siren;
    }
    const std::string siren = sirenIn(company.textOr("registrationNumber"));
    if (company.textOr("country") == "FR" && !siren.empty()) {
        return siren;
    }
    throw fieldRequired("accounting.siren");
}

/// Writes one file, line by line, in the order of the books.
class Fec {
public:
    Fec(Call& call, const Period& period, bool utf8)
        : books_(call, accounting::getChart(call, calls::ledger::chart, std::string(ChartKey)), period,
                 accounting::nameBy(calls::partners::offersNames, calls::partners::names)),
          currency_(call.company().currency), utf8_(utf8) {
        if (period.to > books_.yearOf(period.from).to) {
            throw fieldInvalid("to"); // entry numbers restart each year, and are unique in a file
        }
    }

    void write(std::function<void(std::string_view)> sink) {
        sink_ = std::move(sink);
        appendFecHeader(out_);
        validated_ = books_.period().from;
        if (books_.yearOf(books_.period().from).from == books_.period().from) {
            opening();
        }
        books_.eachLine([this](const accounting::BookLine& line) { add(line); }, true);
        flush();
    }

private:
    /// The sub-account of a partner on the accounts of third parties: the last ten characters of its
    /// identifier.
    void fillAuxiliary(FecLine& line, std::string_view role, const accounting::BookPartner* partner) {
        if (partner == nullptr || (role != "customer" && role != "supplier")) {
            return;
        }
        auxiliary_ = role == "supplier" ? 'F' : 'C';
        appendUpper(auxiliary_, std::string_view(partner->id).substr(partner->id.size() - 10));
        line.auxiliary = auxiliary_;
        line.auxiliaryLabel = partner->name;
    }

    static void fillLettering(FecLine& line, const accounting::Lettering* lettering) {
        if (lettering != nullptr) {
            line.lettering = lettering->code;
            line.letteredOn = lettering->date;
        }
    }

    static void appendUpper(std::string& out, std::string_view text) {
        for (const char c : text) {
            out += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
        }
    }

    void add(const accounting::BookLine& booked) {
        FecLine line;
        line.journal = booked.journal;
        line.journalLabel = booked.journalLabel;
        line.number = booked.number;
        line.date = booked.date;
        line.account = booked.account.code;
        line.accountLabel = booked.account.label;
        fillAuxiliary(line, booked.role, booked.partner);
        line.piece = booked.documentNumber.empty() ? std::string_view("ECRITURE") : booked.documentNumber;
        if (booked.documentNumber == booked.documentId) {
            piece_.clear();
            appendUpper(piece_, line.piece.substr(line.piece.size() -
                                                  std::min<std::size_t>(line.piece.size(), PieceOfId)));
            line.piece = piece_;
        }
        line.pieceDate = booked.documentDate;
        line.label = booked.label;
        line.debit = booked.debit;
        line.credit = booked.credit;
        fillLettering(line, booked.lettering);
        // Lines are in the order of their validation.
        validated_ = std::max(validated_, booked.recordedOn);
        line.validated = validated_;
        line.foreignAmount = booked.foreignAmount;
        line.foreignCurrency = booked.foreignCurrency;
        appendFecLine(out_, line, currency_);
        flushWhenLong();
    }

    void flushWhenLong() {
        constexpr std::size_t Piece = 64 * 1024;
        if (out_.size() >= Piece) {
            flush();
        }
    }
    void flush() {
        sink_(utf8_ ? out_ : latin9(out_));
        out_.clear();
    }

    /// The opening balances of classes 1 to 5, and the result of the years before.
    void opening() {
        FecLine line;
        line.journal = "AN";
        line.journalLabel = "À nouveaux";
        line.number = 1;
        line.date = line.validated = books_.period().from;
        line.pieceDate = line.date.addDays(-1);
        const std::string piece = "AN" + line.date.toString().substr(0, 4);
        books_.eachOpeningLine([&](const accounting::OpeningLine& opening) {
            FecLine each = line;
            each.account = opening.account.code;
            each.accountLabel = opening.account.label;
            fillAuxiliary(each, opening.role, opening.partner);
            each.piece = opening.openItemNumber.empty() ? std::string_view(piece) : opening.openItemNumber;
            each.label = "Report à nouveau";
            each.debit = std::max<std::int64_t>(opening.amount, 0);
            each.credit = std::max<std::int64_t>(-opening.amount, 0);
            fillLettering(each, opening.lettering);
            appendFecLine(out_, each, currency_);
            flushWhenLong();
        });
    }

    accounting::Books books_;
    Currency currency_;
    bool utf8_;
    std::function<void(std::string_view)> sink_;
    std::string out_;
    std::string auxiliary_; ///< buffer for a text of the line that is being written
    std::string piece_;
    Date validated_;
};

} // namespace

Response exportFec(Request& request, const api::ExportFecParameters& parameters) {
    const Period period = accounting::exportPeriod(request);
    if (parameters.chart && lowerAscii(*parameters.chart) != "pcg") {
        throw ApiError(400, "chart-unknown", {*parameters.chart});
    }
    const std::string siren = sirenOf(request);
    const bool utf8 = parameters.encoding == api::ExportFecEncoding::Utf8;
    const auto fec = std::make_shared<Fec>(request, period, utf8);
    return Response::streamed(
               200, utf8 ? "text/plain; charset=utf-8" : "text/plain; charset=iso-8859-15",
               [fec](BodyWriter& body) { fec->write([&](std::string_view text) { body.write(text); }); })
        .header("Content-Disposition", "attachment; filename=\"" + fecFileName(siren, period.to) + '"');
}

commands::AccountingFilesOutput commands::accountingFiles(Call& call,
                                                          const commands::AccountingFilesInput& input) {
    const Period period{input.from, input.to};
    std::string siren;
    std::optional<Fec> fec;
    return {.leftOut = accounting::archived(
                [&] {
                    siren = sirenOf(call);
                    fec.emplace(call, period, false);
                },
                [&] {
                    accounting::ArchiveFile file(call, calls::ledger::archiveWrite,
                                                 fecFileName(siren, period.to));
                    fec->write([&](std::string_view text) { file.write(text); });
                    file.finish();
                })};
}

} // namespace svc::fr_accounting
