#include "sale/rules/credit.hpp"

#include <algorithm>

#include <svc/rounding.hpp>

namespace svc::sales {
namespace {

std::int64_t left(const SaleLine& line) {
    return line.total - line.credited;
}

/// The part of the line's total for its first `quantity`.
std::int64_t shareAt(const SaleLine& line, const Decimal& quantity) {
    if (quantity == line.quantity) {
        return line.total;
    }
    const auto share = roundedMinor(Decimal::divide(Decimal(line.total) * quantity, line.quantity, 0));
    return share.value_or(line.total);
}

std::int64_t worth(const SaleLine& line, const Decimal& quantity) {
    return shareAt(line, line.quantityRefunded + quantity) - shareAt(line, line.quantityRefunded);
}

/// The increment of a proportional amount: `whole` × `part` / `wholeOf`, less what was allocated `before`.
std::int64_t running(std::int64_t whole, std::int64_t part, std::int64_t wholeOf, std::int64_t before) {
    return wholeOf == 0 ? 0 : roundedRatio(Int128{whole} * part, wholeOf) - before;
}

/// The tax in a gross amount.
std::int64_t taxIn(std::int64_t gross, const Decimal& rate) {
    constexpr std::int64_t Hundred = 1'000'000; // percent, in ten-thousandths
    const std::int64_t units = rate.shifted(4).toInteger().value_or(0);
    return roundedRatio(Int128{gross} * units, Int128{Hundred} + units);
}

/// Lines of one tax group.
struct Group {
    std::vector<std::size_t> lines;
    std::int64_t charged = 0;  ///< tax of the lines with positive amounts
    std::int64_t takenOff = 0; ///< tax of the lines with negative amounts
    std::int64_t credited = 0;
    std::int64_t creditedTax = 0;
};

std::vector<Group> groupsOf(const Sale& sale) {
    std::vector<Group> groups;
    for (std::size_t i = 0; i < sale.lines.size(); ++i) {
        const SaleLine& line = sale.lines[i];
        const auto same = std::find_if(groups.begin(), groups.end(), [&](const Group& group) {
            const SaleLine& first = sale.lines[group.lines.front()];
            return first.taxCategory == line.taxCategory && first.taxRate == line.taxRate;
        });
        Group& group = same == groups.end() ? groups.emplace_back() : *same;
        group.lines.push_back(i);
        (line.tax < 0 ? group.takenOff : group.charged) += line.tax;
        group.credited += line.credited;
        group.creditedTax += line.creditedTax;
    }
    return groups;
}

/// The taxes of the lines of one group whose gross amounts are set: computed once for the group, then
/// allocated to the lines.
void creditTaxes(const Sale& sale, const Group& group, std::vector<LineCredit>& credits) {
    std::vector<std::int64_t> grosses;
    std::int64_t gross = 0;
    bool whole = true;
    for (const std::size_t at : group.lines) {
        grosses.push_back(credits[at].gross);
        gross += credits[at].gross;
        whole = whole && credits[at].gross == left(sale.lines[at]);
    }
    std::vector<std::int64_t> taxes;
    if (!whole) {
        // Computed from the running sum and limited to the charged tax, even if the group also has negative
        // lines.
        const Decimal& rate = sale.lines[group.lines.front()].taxRate;
        const std::int64_t sum =
            std::clamp(taxIn(group.credited + gross, rate), group.takenOff, group.charged);
        taxes = allocate(sum - group.creditedTax, grosses);
    }
    for (std::size_t i = 0; i < group.lines.size(); ++i) {
        LineCredit& credit = credits[group.lines[i]];
        const SaleLine& line = sale.lines[group.lines[i]];
        credit.tax = whole ? line.tax - line.creditedTax : taxes[i];
        credit.net = credit.gross - credit.tax;
    }
}

/// Converts to the currency of the company: by the running ratio for a part, exactly for the rest of a line.
void convert(const SaleLine& line, LineCredit& credit, bool foreign) {
    if (!foreign) {
        credit.netBase = credit.net;
        credit.taxBase = credit.tax;
        return;
    }
    const std::int64_t tax = line.creditedTax + credit.tax;
    const std::int64_t net = line.credited + credit.gross - tax;
    const bool whole = tax == line.tax && net == line.net;
    credit.netBase = whole ? line.netBase - line.creditedNetBase
                           : running(line.netBase, net, line.net, line.creditedNetBase);
    credit.taxBase = whole ? line.taxBase - line.creditedTaxBase
                           : running(line.taxBase, tax, line.tax, line.creditedTaxBase);
}

bool isNothing(const LineCredit& credit) {
    return credit.gross == 0 && credit.net == 0 && credit.tax == 0 && credit.netBase == 0 &&
           credit.taxBase == 0 && credit.quantity.isZero();
}

/// Computes all other amounts from the gross amount and the quantity of each line.
Credit settle(const Sale& sale, std::vector<LineCredit> credits, Currency base) {
    Credit credit;
    for (const Group& group : groupsOf(sale)) {
        creditTaxes(sale, group, credits);
        SaleTax tax;
        tax.taxCategory = sale.lines[group.lines.front()].taxCategory;
        tax.taxRate = sale.lines[group.lines.front()].taxRate;
        for (const std::size_t at : group.lines) {
            tax.net += credits[at].net;
            tax.tax += credits[at].tax;
        }
        if (tax.net != 0 || tax.tax != 0) {
            credit.taxes.push_back(std::move(tax));
        }
    }
    for (LineCredit& line : credits) {
        convert(sale.lines[line.line], line, sale.currency != base);
        credit.total += line.gross;
        credit.tax += line.tax;
        credit.totalBase += line.netBase + line.taxBase;
        credit.taxBase += line.taxBase;
    }
    credits.erase(std::remove_if(credits.begin(), credits.end(), isNothing), credits.end());
    credit.lines = std::move(credits);
    return credit;
}

std::vector<LineCredit> noCredits(const Sale& sale) {
    std::vector<LineCredit> credits(sale.lines.size());
    for (std::size_t i = 0; i < credits.size(); ++i) {
        credits[i].line = i;
    }
    return credits;
}

/// Adds `amount` to the gross credits, in proportion to the part of each line that is not credited yet.
void spreadOver(const Sale& sale, std::int64_t amount, std::vector<LineCredit>& credits) {
    std::vector<std::int64_t> weights;
    for (const LineCredit& credit : credits) {
        weights.push_back(left(sale.lines[credit.line]) - credit.gross);
    }
    const std::vector<std::int64_t> parts = allocate(amount, weights);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        credits[i].gross += parts[i];
    }
}

} // namespace

std::int64_t creditable(const Sale& sale) {
    return sale.total - sale.credited;
}

std::int64_t worthOf(const Sale& sale, const std::vector<LinePick>& picks) {
    std::int64_t sum = 0;
    for (const LinePick& pick : picks) {
        sum += worth(sale.lines[pick.line], pick.quantity);
    }
    return sum;
}

Credit creditLines(const Sale& sale, const std::vector<LinePick>& picks, Currency base) {
    std::vector<LineCredit> credits = noCredits(sale);
    std::int64_t more = 0;
    for (const LinePick& pick : picks) {
        LineCredit& credit = credits[pick.line];
        const SaleLine& line = sale.lines[pick.line];
        const std::int64_t wanted = worth(line, pick.quantity);
        const std::int64_t most = left(line);
        credit.gross = line.total >= 0 ? std::min(wanted, most) : std::max(wanted, most);
        credit.quantity = pick.quantity;
        more += wanted - credit.gross;
    }
    if (more != 0) {
        spreadOver(sale, more, credits);
    }
    return settle(sale, std::move(credits), base);
}

Credit creditAmount(const Sale& sale, std::int64_t amount, Currency base) {
    std::vector<LineCredit> credits = noCredits(sale);
    spreadOver(sale, amount, credits);
    return settle(sale, std::move(credits), base);
}

Credit creditRest(const Sale& sale, Currency base) {
    std::vector<LineCredit> credits = noCredits(sale);
    for (LineCredit& credit : credits) {
        const SaleLine& line = sale.lines[credit.line];
        credit.gross = left(line);
        credit.quantity = line.quantity - line.quantityRefunded;
    }
    return settle(sale, std::move(credits), base);
}

void endClaim(Credit& credit, const Sale& sale, std::int64_t reopenedBase) {
    const auto leftAfter = [&](const LineCredit& one) { return left(sale.lines[one.line]) - one.gross; };
    const auto most = std::max_element(
        credit.lines.begin(), credit.lines.end(),
        [&](const LineCredit& one, const LineCredit& other) { return leftAfter(one) < leftAfter(other); });
    if (most != credit.lines.end()) {
        const std::int64_t rest = sale.receivableBase() + reopenedBase - credit.totalBase;
        most->netBase += rest;
        credit.totalBase += rest;
    }
}

void applyCredit(Sale& sale, const Credit& credit) {
    for (const LineCredit& one : credit.lines) {
        SaleLine& line = sale.lines[one.line];
        line.quantityRefunded = line.quantityRefunded + one.quantity;
        line.credited += one.gross;
        line.creditedTax += one.tax;
        line.creditedNetBase += one.netBase;
        line.creditedTaxBase += one.taxBase;
    }
    sale.credited += credit.total;
    sale.creditedBase += credit.totalBase;
}

} // namespace svc::sales
