#include "rules/balance.hpp"

#include <algorithm>

#include <svc/append.hpp>

namespace svc::ohada_accounting {
namespace {

void appendPair(std::string& out, std::int64_t debit, std::int64_t credit, Currency currency) {
    out += ';';
    appendSum(out, debit, currency);
    out += ';';
    appendSum(out, credit, currency);
}

/// Appends a balance as debit and credit, one of which is zero.
void appendSides(std::string& out, std::int64_t amount, Currency currency) {
    appendPair(out, std::max<std::int64_t>(amount, 0), std::max<std::int64_t>(-amount, 0), currency);
}

struct Sides {
    std::int64_t debit = 0;
    std::int64_t credit = 0;

    void add(std::int64_t amount) { (amount > 0 ? debit : credit) += amount > 0 ? amount : -amount; }
};

} // namespace

std::string writeBalance(const accounting::TrialBalance& balance, int columns, Currency currency) {
    const bool eight = columns == 8;
    std::string out =
        std::string("compte;intitule;ouverture_debit;ouverture_credit;mouvement_debit;mouvement_credit;") +
        (eight ? "cumul_debit;cumul_credit;" : "") + "solde_debit;solde_credit\r\n";
    Sides opening;
    Sides moved;
    Sides closing;
    const std::size_t header = out.size();
    for (const auto& [account, sums] : balance) {
        if (sums.opening == 0 && sums.debit == 0 && sums.credit == 0) {
            continue;
        }
        opening.add(sums.opening);
        moved.debit += sums.debit;
        moved.credit += sums.credit;
        closing.add(sums.closing());
        out += account + ';';
        appendField(out, sums.label);
        appendSides(out, sums.opening, currency);
        appendPair(out, sums.debit, sums.credit, currency);
        if (eight) {
            appendPair(out, std::max<std::int64_t>(sums.opening, 0) + sums.debit,
                       std::max<std::int64_t>(-sums.opening, 0) + sums.credit, currency);
        }
        appendSides(out, sums.closing(), currency);
        out += "\r\n";
    }
    if (out.size() == header) {
        return out;
    }
    out += "TOTAL;Total général";
    appendPair(out, opening.debit, opening.credit, currency);
    appendPair(out, moved.debit, moved.credit, currency);
    if (eight) {
        appendPair(out, opening.debit + moved.debit, opening.credit + moved.credit, currency);
    }
    appendPair(out, closing.debit, closing.credit, currency);
    return out + "\r\n";
}

void appendField(std::string& out, std::string_view text) {
    const bool formula =
        !text.empty() && std::string_view("=+-@\t").find(text.front()) != std::string_view::npos;
    const bool quoted = text.find_first_of(";\"\r\n") != std::string_view::npos;
    out += quoted ? "\"" : "";
    out += formula ? "'" : "";
    for (const char c : text) {
        out += c;
        if (c == '"') {
            out += c;
        }
    }
    out += quoted ? "\"" : "";
}

void appendSum(std::string& out, std::int64_t minor, Currency currency) {
    if (minor == 0) {
        out += '0';
    } else {
        appendAmount(out, minor, currency);
    }
}

} // namespace svc::ohada_accounting
