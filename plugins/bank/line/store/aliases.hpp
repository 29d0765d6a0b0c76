#pragma once

#include <compare>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "line/store/lines.hpp"

namespace svc::bank {

/// Day and signed amount, by which files of different formats tell of one line.
struct DaySum {
    Date bookedAt;
    std::int64_t amount = 0;

    friend auto operator<=>(const DaySum&, const DaySum&) = default;
};

/// A further identity of a stored line: the same line as another file tells it.
struct LineAlias {
    std::string identity;
    std::optional<int> occurrence{}; ///< nothing: the next one among its equals
    BankLineId lineId;
    std::optional<DaySum> sum{}; ///< of several lines that are one entry
};

/// A stored line that may be the one looked for at `place` of the question.
struct FoundLine {
    std::size_t place = 0;
    BankLineId id;
};

/// A stored line that a file of another format has told.
struct ForeignLine {
    std::size_t place = 0; ///< of the day and amount that it has
    Line line;
    bool isBatch = false; ///< the first of several lines that have the amount together
};

/// The identities of the lines of one wallet, for one import. Other imports into the wallet must be locked
/// out.
class AliasStore {
public:
    AliasStore(Call& call, WalletId wallet, StatementId own, api::StatementFormat format)
        : call_(call), company_(call.companyId()), wallet_(wallet), own_(own), format_(toText(format)) {}

    struct Contents {
        bool lines = false;
        bool aliases = false;
        bool otherFormats = false; ///< statements of other formats than this one
    };
    /// What the wallet has.
    Contents contents();
    /// The places of the lines that the wallet has, under their own identity or an alias.
    std::vector<std::size_t> known(const std::vector<const NewLine*>& lines);
    /// The lines with these identities that came with earlier imports and that no file of this format has
    /// told in another way, in order; at most 500 for each identity.
    std::vector<FoundLine> untold(const std::vector<std::string>& identities);
    /// The lines of these days and amounts that files of other formats have told and none of this one, in the
    /// order of their import; at most 1000 for each.
    std::vector<ForeignLine> foreign(const std::vector<DaySum>& wanted);
    /// First and last day of statements of other formats with these balances: they have the same lines.
    std::vector<std::pair<Date, Date>> sameBalances(std::int64_t opening, std::int64_t closing);
    void add(const std::vector<LineAlias>& aliases);

private:
    Call& call_;
    Uuid company_;
    WalletId wallet_;
    StatementId own_;
    std::string_view format_;
};

} // namespace svc::bank
