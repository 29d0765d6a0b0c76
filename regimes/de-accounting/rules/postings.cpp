#include "rules/postings.hpp"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include <svc/rounding.hpp>

namespace svc::de_accounting {
namespace {

struct Range {
    int first;
    int last;
    int rate; ///< below zero: not one of the standard rates of the country
};
constexpr std::array<Range, 10> Automatic03 = {{{3300, 3309, 7},
                                                {3400, 3409, 19},
                                                {3420, 3425, -1},
                                                {8120, 8125, 0},
                                                {8300, 8309, 7},
                                                {8310, 8319, -1},
                                                {8400, 8409, 19},
                                                {8910, 8918, -1},
                                                {8920, 8923, -1},
                                                {8925, 8928, -1}}};
constexpr std::array<Range, 7> Automatic04 = {{{4120, 4125, 0},
                                               {4300, 4309, 7},
                                               {4310, 4319, -1},
                                               {4400, 4409, 19},
                                               {5300, 5309, 7},
                                               {5400, 5409, 19},
                                               {5420, 5425, -1}}};
constexpr std::string_view NoAutomatic = "0040";

/// The tax in a gross amount, as DATEV calculates it.
std::int64_t taxIn(std::int64_t gross, int rate) {
    return rate <= 0 ? 0 : roundedRatio(Int128{gross} * rate, Int128{100 + rate});
}

std::int64_t taxOn(std::int64_t net, const Decimal& rate) {
    return roundedMinor(Decimal::divide(Decimal(net) * rate, Decimal(100), 0)).value_or(0);
}

bool isBase(Part::Kind kind) {
    return kind == Part::Kind::OutputBase || kind == Part::Kind::InputBase;
}
bool isTax(Part::Kind kind) {
    return kind == Part::Kind::OutputTax || kind == Part::Kind::InputTax;
}
bool isOutput(Part::Kind kind) {
    return kind == Part::Kind::OutputBase || kind == Part::Kind::OutputTax;
}

void addAmounts(Part& sum, const Part& part) {
    sum.amount += part.amount;
    if (sum.foreignAmount && part.foreignAmount) {
        sum.foreignAmount = *sum.foreignAmount + *part.foreignAmount;
    }
}

/// An amount on one account that is still to be paired.
struct Side {
    std::string account;
    std::int64_t left = 0; ///< above zero
    std::int64_t whole = 0;
    std::string key;
    std::string document;
    bool personal = false;
    bool money = false;
    bool debit = false;
    bool taxed = false; ///< base or tax, or on an account that calculates a tax
    std::optional<std::int64_t> foreignAmount;
    std::optional<Currency> foreignCurrency;
};

using Postings = std::vector<Gross>;

Side sideOf(const Part& part, std::int64_t amount, std::string_view key) {
    Side side;
    side.account = part.account;
    side.left = side.whole = amount < 0 ? -amount : amount;
    side.key = key;
    side.document = part.document;
    side.personal = part.personal;
    side.money = part.money;
    side.debit = amount > 0;
    side.taxed = isBase(part.kind) || isTax(part.kind) || !key.empty();
    if (part.foreignAmount && part.foreignCurrency) {
        side.foreignAmount = *part.foreignAmount < 0 ? -*part.foreignAmount : *part.foreignAmount;
        side.foreignCurrency = part.foreignCurrency;
    }
    return side;
}

/// Bases and taxes of one direction (input or output), rate and side (debit or credit) of an entry.
struct Group {
    Part::Kind kind;
    Decimal rate;
    bool debit = false;
    std::vector<Part> bases; ///< one for each account
    std::vector<Part> taxes;

    std::int64_t tax() const {
        std::int64_t sum = 0;
        for (const Part& part : taxes) {
            sum += part.amount;
        }
        return sum;
    }
};

class Writer {
public:
    Writer(const TaxAccounts& accounts, bool gross) : accounts_(accounts), gross_(gross) {}

    /// Pairs every amount with amounts of the other side.
    std::optional<Postings> write(const std::vector<Part>& parts) {
        fill(parts);
        return pair();
    }

    /// Posts taxed amounts against the one personal or money account of the entry, and pairs the rest.
    std::optional<Postings> writeAgainstOne(const std::vector<Part>& parts) {
        fill(parts);
        const auto one = theOne();
        if (one == sides_.end()) {
            return std::nullopt;
        }
        Postings postings;
        std::int64_t left = one->debit ? one->left : -one->left;
        for (Side& side : sides_) {
            if (side.taxed) {
                Side part = *one;
                part.left = side.left;
                left += side.debit ? side.left : -side.left;
                postings.push_back(side.debit ? taken(side, part) : taken(part, side));
            }
        }
        if (!postings.empty()) {
            one->left = one->whole = left < 0 ? -left : left;
            one->debit = left > 0;
            one->foreignAmount.reset();
        }
        const auto rest = pair();
        if (!rest) {
            return std::nullopt;
        }
        postings.insert(postings.end(), rest->begin(), rest->end());
        return postings;
    }

private:
    /// The untaxed side with the largest amount on a personal account, else on a money account.
    std::vector<Side>::iterator theOne() {
        const auto weight = [](const Side& side) {
            return std::tuple(!side.taxed && (side.personal || side.money), side.personal, side.whole);
        };
        const auto one = std::max_element(sides_.begin(), sides_.end(), [&](const Side& a, const Side& b) {
            return weight(a) < weight(b);
        });
        return one != sides_.end() && std::get<0>(weight(*one)) ? one : sides_.end();
    }

    void fill(const std::vector<Part>& parts) {
        std::vector<Group> groups;
        for (const Part& part : parts) {
            if (isBase(part.kind) || isTax(part.kind)) {
                addTo(groups, part);
            } else {
                put(part, part.amount, plainKey(part.account), part.foreignAmount);
            }
        }
        for (const Group& group : groups) {
            put(group);
        }
    }

    static void addTo(std::vector<Group>& groups, const Part& part) {
        const auto kind = isOutput(part.kind) ? Part::Kind::OutputBase : Part::Kind::InputBase;
        const bool debit = part.amount > 0;
        auto found = std::find_if(groups.begin(), groups.end(), [&](const Group& group) {
            return group.kind == kind && group.rate == part.rate && group.debit == debit;
        });
        if (found == groups.end()) {
            found = groups.insert(groups.end(), Group{kind, part.rate, debit, {}, {}});
        }
        std::vector<Part>& list = isTax(part.kind) ? found->taxes : found->bases;
        const auto same = std::find_if(list.begin(), list.end(), [&](const Part& one) {
            return one.account == part.account && one.foreignCurrency == part.foreignCurrency;
        });
        if (same == list.end()) {
            list.push_back(part);
            return;
        }
        addAmounts(*same, part);
    }

    void put(const Part& part, std::int64_t amount, std::string_view key,
             std::optional<std::int64_t> foreign) {
        if (amount == 0) {
            return;
        }
        Part whole = part;
        whole.foreignAmount = foreign;
        sides_.push_back(sideOf(whole, amount, key));
    }

    /// The key that stops an automatic account from calculating its tax.
    std::string_view plainKey(const std::string& account) const {
        return accounts_.automaticRate(account).value_or(0) != 0 ? NoAutomatic : std::string_view();
    }

    /// The key that makes DATEV calculate this tax on an account; nothing when there is none.
    std::optional<std::string> keyFor(const Group& group, const std::string& account) const {
        const bool output = group.kind == Part::Kind::OutputBase;
        const int rate = group.rate == Decimal(19) ? 19 : group.rate == Decimal(7) ? 7 : 0;
        if (rate == 0 || group.taxes.size() != 1 ||
            group.taxes.front().account != accounts_.taxAccount(output, rate)) {
            return std::nullopt;
        }
        if (const auto automatic = accounts_.automaticRate(account)) {
            return *automatic == rate ? std::optional<std::string>("") : std::nullopt;
        }
        return output ? (rate == 7 ? "0002" : "0003") : (rate == 7 ? "0008" : "0009");
    }

    /// The tax of each account in the group. Nothing when DATEV would calculate other amounts.
    std::optional<std::vector<std::int64_t>> sharesOf(const Group& group) const {
        const int rate = group.rate == Decimal(19) ? 19 : 7;
        std::vector<std::int64_t> shares;
        std::int64_t sum = 0;
        for (const Part& base : group.bases) {
            const std::int64_t share = group.bases.size() == 1 ? group.tax() : taxOn(base.amount, group.rate);
            if (!keyFor(group, base.account) || taxIn(base.amount + share, rate) != share) {
                return std::nullopt;
            }
            shares.push_back(share);
            sum += share;
        }
        return sum == group.tax() ? std::optional(shares) : std::nullopt;
    }

    void put(const Group& group) {
        const auto shares =
            gross_ && !group.taxes.empty() && !group.bases.empty() ? sharesOf(group) : std::nullopt;
        for (std::size_t i = 0; i < group.bases.size(); ++i) {
            const Part& base = group.bases[i];
            if (shares) {
                std::optional<std::int64_t> foreign = base.foreignAmount;
                if (foreign && group.bases.size() == 1 && group.taxes.front().foreignAmount) {
                    foreign = *foreign + *group.taxes.front().foreignAmount;
                } else {
                    foreign.reset();
                }
                put(base, base.amount + (*shares)[i], *keyFor(group, base.account), foreign);
            } else {
                put(base, base.amount, plainKey(base.account), base.foreignAmount);
            }
        }
        if (!shares) {
            for (const Part& tax : group.taxes) {
                put(tax, tax.amount, "", tax.foreignAmount);
            }
        }
    }

    static bool fits(const Side& debit, const Side& credit) {
        return debit.account != credit.account && (debit.key.empty() || credit.key.empty() ||
                                                   (debit.key == NoAutomatic && credit.key == NoAutomatic));
    }

    std::optional<Postings> pair() {
        // Equal amounts are paired first, so that amounts that belong together are not split.
        Postings postings;
        for (const bool equal : {true, false}) {
            for (Side& debit : sides_) {
                for (Side& credit : sides_) {
                    if (debit.debit && !credit.debit && debit.left > 0 && credit.left > 0 &&
                        fits(debit, credit) && (!equal || debit.left == credit.left)) {
                        postings.push_back(taken(debit, credit));
                    }
                }
            }
        }
        if (std::any_of(sides_.begin(), sides_.end(), [](const Side& side) { return side.left != 0; })) {
            return std::nullopt;
        }
        return postings;
    }

    static Gross taken(Side& debit, Side& credit) {
        Gross posting;
        posting.amount = std::min(debit.left, credit.left);
        posting.debit = debit.account;
        posting.credit = credit.account;
        posting.key = debit.key.empty() ? credit.key : debit.key;
        posting.keyOnDebit = !debit.key.empty();
        posting.document = debit.personal ? debit.document : credit.document;
        for (const Side* side : {&debit, &credit}) {
            if (side->foreignAmount && side->whole == posting.amount && *side->foreignAmount != 0) {
                posting.foreignAmount = side->foreignAmount;
                posting.foreignCurrency = side->foreignCurrency;
                break;
            }
        }
        debit.left -= posting.amount;
        credit.left -= posting.amount;
        return posting;
    }

    const TaxAccounts& accounts_;
    bool gross_;
    std::vector<Side> sides_;
};

std::map<std::string, std::int64_t> sumsOf(const std::vector<Part>& parts) {
    std::map<std::string, std::int64_t> sums;
    for (const Part& part : parts) {
        sums[part.account] += part.amount;
    }
    std::erase_if(sums, [](const auto& sum) { return sum.second == 0; });
    return sums;
}

/// Merges parts of one account, kind, rate and currency, whichever side they are on.
std::vector<Part> addedUp(const std::vector<Part>& parts) {
    std::vector<Part> sums;
    for (const Part& part : parts) {
        const auto same = std::find_if(sums.begin(), sums.end(), [&](const Part& sum) {
            return sum.kind == part.kind && sum.account == part.account && sum.rate == part.rate &&
                   sum.document == part.document && sum.foreignCurrency == part.foreignCurrency;
        });
        if (same == sums.end()) {
            sums.push_back(part);
            continue;
        }
        addAmounts(*same, part);
    }
    return sums;
}

/// Would DATEV book the amounts of the books from these postings?
bool comeTo(const Postings& postings, const std::map<std::string, std::int64_t>& wanted,
            const TaxAccounts& accounts) {
    std::map<std::string, std::int64_t> booked;
    for (const Gross& posting : postings) {
        bookAsDatev(posting, accounts, booked);
    }
    std::erase_if(booked, [](const auto& sum) { return sum.second == 0; });
    return booked == wanted;
}

/// Does each posting show which account its tax belongs to? At most one of its accounts calculates tax
/// automatically, and the contra account of a key is a personal or money account.
bool areClear(const Postings& postings, const std::vector<Part>& parts, const TaxAccounts& accounts) {
    const auto isPlain = [&](const std::string& account) {
        return std::any_of(parts.begin(), parts.end(), [&](const Part& part) {
            return part.account == account && (part.personal || part.money);
        });
    };
    return std::all_of(postings.begin(), postings.end(), [&](const Gross& posting) {
        if (posting.key == NoAutomatic) {
            return true;
        }
        if (posting.key.empty()) {
            return !accounts.automaticRate(posting.debit) || !accounts.automaticRate(posting.credit);
        }
        return isPlain(posting.keyOnDebit ? posting.credit : posting.debit);
    });
}

/// Gross postings where DATEV calculates the same amounts, else postings with the tax separate.
std::optional<Postings> grossOrNet(const std::vector<Part>& parts, const TaxAccounts& accounts) {
    const auto wanted = sumsOf(parts);
    for (const bool gross : {true, false}) {
        auto postings = Writer(accounts, gross).write(parts);
        if (!postings || !comeTo(*postings, wanted, accounts)) {
            continue;
        }
        if (!areClear(*postings, parts, accounts)) {
            auto clear = Writer(accounts, gross).writeAgainstOne(parts);
            if (clear && comeTo(*clear, wanted, accounts)) {
                return clear;
            }
        }
        return postings;
    }
    return std::nullopt;
}

/// The same, with taxed amounts against the one personal or money account of the entry.
std::optional<Postings> grossOrNetAgainstOne(const std::vector<Part>& parts, const TaxAccounts& accounts) {
    const auto wanted = sumsOf(parts);
    for (const bool gross : {true, false}) {
        auto postings = Writer(accounts, gross).writeAgainstOne(parts);
        if (postings && comeTo(*postings, wanted, accounts)) {
            return postings;
        }
    }
    return std::nullopt;
}

} // namespace

std::optional<int> TaxAccounts::automaticRate(std::string_view account) const {
    if (account.size() != static_cast<std::size_t>(length_)) {
        return std::nullopt;
    }
    int number = 0;
    for (const char c : account.substr(0, 4)) {
        number = number * 10 + (c - '0');
    }
    const auto in = [number](const auto& ranges) -> std::optional<int> {
        for (const Range& range : ranges) {
            if (number >= range.first && number <= range.last) {
                return range.rate;
            }
        }
        return std::nullopt;
    };
    return skr04_ ? in(Automatic04) : in(Automatic03);
}

std::string TaxAccounts::taxAccount(bool output, int rate) const {
    if (rate != 7 && rate != 19) {
        return "";
    }
    if (output) {
        return padded(skr04_ ? (rate == 7 ? "3801" : "3806") : (rate == 7 ? "1771" : "1776"));
    }
    return padded(skr04_ ? (rate == 7 ? "1401" : "1406") : (rate == 7 ? "1571" : "1576"));
}

std::string TaxAccounts::padded(std::string_view account) const {
    std::string text(account);
    text.resize(std::max(text.size(), static_cast<std::size_t>(length_)), '0');
    return text;
}

void bookAsDatev(const Gross& posting, const TaxAccounts& accounts,
                 std::map<std::string, std::int64_t>& sums) {
    sums[posting.debit] += posting.amount;
    sums[posting.credit] -= posting.amount;
    if (posting.key == NoAutomatic) {
        return;
    }
    const auto split = [&](const std::string& account, std::int64_t amount, int rate, bool output) {
        const std::int64_t tax = taxIn(amount, rate);
        if (tax != 0) {
            sums[account] -= tax;
            sums[accounts.taxAccount(output, rate)] += tax;
        }
    };
    for (const auto& [account, amount] :
         {std::pair(posting.debit, posting.amount), std::pair(posting.credit, -posting.amount)}) {
        if (const auto automatic = accounts.automaticRate(account)) {
            // Revenue begins with 8 in SKR03 and with 4 in SKR04, where automatic purchases begin with 5.
            split(account, amount, *automatic, account.front() == '8' || account.front() == '4');
        }
    }
    if (!posting.key.empty()) {
        const bool output = posting.key == "0002" || posting.key == "0003";
        const int rate = posting.key == "0002" || posting.key == "0008" ? 7 : 19;
        split(posting.keyOnDebit ? posting.debit : posting.credit,
              posting.keyOnDebit ? posting.amount : -posting.amount, rate, output);
    }
}

std::optional<std::vector<Gross>> postingsOf(const std::vector<Part>& parts, const TaxAccounts& accounts) {
    if (auto postings = grossOrNet(parts, accounts)) {
        return postings; // line by line: the result is the same as in files of earlier exports
    }
    // No posting has the same account on both sides.
    const std::vector<Part> sums = addedUp(parts);
    auto postings = grossOrNet(sums, accounts);
    if (!postings) {
        postings = grossOrNetAgainstOne(sums, accounts);
    }
    return postings && !postings->empty() ? std::move(postings) : std::nullopt;
}

} // namespace svc::de_accounting
