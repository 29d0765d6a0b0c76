#include "datev_export.hpp"

#include <algorithm>

#include <svc/error.hpp>

namespace svc::de_accounting {
namespace {

constexpr std::size_t ChartDigits = 4;
constexpr std::int64_t FirstCustomer = 10000;
constexpr std::int64_t FirstSupplier = 70000;
constexpr std::int64_t EndOfSuppliers = 100000;

bool isPerson(std::string_view role) {
    return role == "customer" || role == "supplier";
}

/// Money accounts, and money in transit.
bool isMoney(std::string_view role) {
    return role.starts_with("cash") || role == "bank" || role == "bank_foreign" || role == "mobile_money" ||
           role == "transfer_in_transit";
}

bool isNeverTaxed(std::string_view role) {
    return isPerson(role) || isMoney(role) || role == "bank_fees";
}

Part::Kind kindOf(const accounting::BookLine& line) {
    if (line.role.starts_with("vat_collected")) {
        return Part::Kind::OutputTax;
    }
    if (line.role.starts_with("vat_deductible")) {
        return Part::Kind::InputTax;
    }
    if (!line.taxRate || line.taxRate->sign() == 0 || isNeverTaxed(line.role)) {
        return Part::Kind::Other;
    }
    return line.role.starts_with("sales_") ? Part::Kind::OutputBase : Part::Kind::InputBase;
}

} // namespace

void DatevExport::head() {
    write_(fileHead(batch_));
}

void DatevExport::opening() {
    const std::string piece = "EB" + std::to_string(batch_.yearStart.year());
    number_ = 1;
    place_ = 0;
    date_ = batch_.yearStart;
    guid_.clear();
    document_ = piece;
    books_.eachOpeningLine([&](const accounting::OpeningLine& line) {
        Gross posting;
        const std::string account = accountOf(line.account.code, line.role, line.partner);
        const std::string carried = accounts_.padded(line.role == "customer"   ? "9008"
                                                     : line.role == "supplier" ? "9009"
                                                                               : "9000");
        posting.amount = line.amount < 0 ? -line.amount : line.amount;
        posting.debit = line.amount > 0 ? account : carried;
        posting.credit = line.amount > 0 ? carried : account;
        posting.document = line.openItemNumber;
        put(posting, piece, "Saldenvortrag");
    });
}

void DatevExport::entries() {
    books_.eachLine([this](const accounting::BookLine& line) { add(line); });
    finishEntry();
    flush();
}

void DatevExport::flush() {
    write_(piece_);
    piece_.clear();
}

void DatevExport::add(const accounting::BookLine& line) {
    if (lines_.empty() || line.entry != entry_) {
        finishEntry();
        entry_ = line.entry;
        guid_ = line.entry.toString();
        number_ = line.number;
        place_ = 0;
        date_ = line.date;
        document_ = line.documentNumber;
        label_ = line.label;
    }
    Line kept;
    kept.role = line.role;
    kept.part.account = accountOf(line.account.code, line.role, line.partner);
    kept.part.amount = line.debit - line.credit;
    kept.part.kind = kindOf(line);
    kept.part.rate = line.taxRate.value_or(Decimal());
    kept.part.personal = isPerson(line.role);
    kept.part.money = isMoney(line.role);
    if (kept.part.personal) {
        kept.part.document = line.openItemNumber.empty() ? line.documentNumber : line.openItemNumber;
    }
    kept.part.foreignAmount = line.foreignAmount;
    kept.part.foreignCurrency = line.foreignCurrency;
    lines_.push_back(std::move(kept));
}

/// Lines of other income or expense have no tax direction, and some no rate: both come from the taxes of the
/// entry.
void DatevExport::findBases() {
    const auto taxed = [this](Part::Kind kind, const Decimal& rate) {
        return std::any_of(lines_.begin(), lines_.end(), [&](const Line& line) {
            return line.part.kind == kind && line.part.rate == rate;
        });
    };
    for (Line& line : lines_) {
        if (line.part.kind == Part::Kind::InputBase && taxed(Part::Kind::OutputTax, line.part.rate) &&
            !taxed(Part::Kind::InputTax, line.part.rate)) {
            line.part.kind = Part::Kind::OutputBase;
        }
    }
    for (const Line& tax : lines_) {
        const bool output = tax.part.kind == Part::Kind::OutputTax;
        if (!output && tax.part.kind != Part::Kind::InputTax) {
            continue;
        }
        const auto base = output ? Part::Kind::OutputBase : Part::Kind::InputBase;
        const auto isCandidate = [&](const Line& line) {
            return line.part.kind == Part::Kind::Other && !isNeverTaxed(line.role) &&
                   (line.part.amount > 0) == (tax.part.amount > 0);
        };
        if (!taxed(base, tax.part.rate) && std::count_if(lines_.begin(), lines_.end(), isCandidate) == 1) {
            Line& found = *std::find_if(lines_.begin(), lines_.end(), isCandidate);
            found.part.kind = base;
            found.part.rate = tax.part.rate;
        }
    }
}

void DatevExport::finishEntry() {
    if (lines_.empty()) {
        return;
    }
    findBases();
    std::vector<Part> parts;
    for (Line& line : lines_) {
        parts.push_back(std::move(line.part));
    }
    lines_.clear();
    const auto postings = postingsOf(parts, accounts_);
    if (!postings) {
        throw ApiError(400, "export-not-expressible", {document_});
    }
    if (next_ && written_ + postings->size() > most_) {
        flush();
        next_();
        written_ = 0;
        head();
    }
    for (const Gross& posting : *postings) {
        put(posting, document_, label_);
    }
}

void DatevExport::put(const Gross& gross, std::string_view document, std::string_view text) {
    if (++written_ > most_) {
        throw ApiError(400, "export-too-long", {std::to_string(most_)});
    }
    constexpr std::size_t Piece = 64 * 1024;
    Posting posting;
    posting.amount = gross.amount;
    posting.account = gross.debit;
    posting.contra = gross.credit;
    posting.key = gross.key;
    // With a tax key, a personal account on the credit side comes first, as an accountant reads it.
    const auto personal = static_cast<std::size_t>(batch_.accountLength) + 1;
    if (gross.credit.size() == personal && gross.debit.size() != personal && !gross.key.empty()) {
        std::swap(posting.account, posting.contra);
        posting.debit = false;
    }
    posting.date = date_;
    posting.document = documentField(gross.document.empty() ? document : std::string_view(gross.document));
    posting.text = text;
    posting.entry = std::to_string(number_) + '/' + std::to_string(++place_);
    posting.entryGuid = guid_;
    posting.foreignAmount = gross.foreignAmount;
    posting.foreignCurrency = gross.foreignCurrency;
    appendPosting(piece_, posting, batch_);
    if (piece_.size() >= Piece) {
        flush();
    }
}

std::string DatevExport::accountOf(std::string_view code, std::string_view role,
                                   const accounting::BookPartner* partner) const {
    if (!isPerson(role)) {
        // An account number that the company set: with another length it would be another account, or a
        // personal one.
        const auto most = static_cast<std::size_t>(batch_.accountLength);
        if (code.size() < ChartDigits || code.size() > most ||
            code.find_first_not_of("0123456789") != std::string_view::npos) {
            throw ApiError(400, "export-not-expressible", {document_});
        }
        return accounts_.padded(code);
    }
    std::int64_t scale = 1;
    for (int i = 4; i < batch_.accountLength; ++i) {
        scale *= 10;
    }
    const bool customer = role == "customer";
    // Customers without a name share the first account.
    const std::int64_t number =
        (customer ? FirstCustomer : FirstSupplier) * scale + (partner != nullptr ? partner->ordinal : 0);
    if (number >= (customer ? FirstSupplier : EndOfSuppliers) * scale) {
        throw fieldInvalid("accounting.datev.accountLength");
    }
    return std::to_string(number);
}

} // namespace svc::de_accounting
