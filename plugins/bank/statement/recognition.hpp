#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "line/store/aliases.hpp"
#include "statement/rules/likeness.hpp"
#include "statement/rules/statement.hpp"

namespace svc::bank {

/// A line of a file, ready to be stored.
struct ToldLine {
    NewLine line;
    /// FileLine::entry, and its identity; both empty when the line itself is the whole entry.
    std::shared_ptr<const FileLine> entry{};
    std::string entryIdentity{};

    DaySum daySum() const { return {line.line.bookedAt, line.line.amount.minor()}; }
};

/// Lines of a file that were told apart from those that are stored already.
struct SortedLines {
    std::vector<NewLine> fresh;
    std::vector<NewLine> known;
    /// Of the fresh lines, to be added once they are stored.
    std::vector<LineAlias> aliases;
};

/// Recognizes the lines that the wallet has already, also those that it knows from another telling: an entry
/// that was told as one sum and now comes with its parts, or the other way round; a movement that a file of
/// another format has told with other references. A line of which nothing tells whether it is such a movement
/// is fresh and names the other one.
class Recognition {
public:
    Recognition(Call& call, WalletId wallet, StatementId own, api::StatementFormat format);

    /// Sorts the next lines of a statement. Those of one entry may come in several calls.
    SortedLines sort(const FileStatement& statement, std::vector<ToldLine>&& lines);
    void remember(const std::vector<LineAlias>& aliases) { store_.add(aliases); }

private:
    /// What became of a line, or of all lines of an entry.
    struct Finding {
        std::optional<BankLineId> as{}; ///< the stored line that it is
        std::optional<BankLineId> possible{};
    };
    /// Consecutive lines that are one entry.
    struct Unit {
        std::size_t begin = 0;
        std::size_t end = 0;
        bool isKnown = false; ///< one of its lines is stored as it is
        bool continues = false;
        bool isBare = false; ///< found as the sum that a file without details has told
        Finding finding{};
    };
    /// Something to look for among the lines of other formats, and where to note what was found.
    struct Probe {
        DaySum daySum;
        LineTraits traits;
        Finding* finding;
    };

    std::vector<bool> knownOf(const std::vector<ToldLine>& lines);
    std::vector<Unit> unitsOf(const std::vector<ToldLine>& lines, const std::vector<bool>& known) const;
    void findEntries(const std::vector<ToldLine>& lines, std::vector<Unit>& units);
    void findForeign(const FileStatement& statement, const std::vector<ToldLine>& lines,
                     std::vector<Unit>& units, std::vector<Finding>& findings);
    void pairForeign(const FileStatement& statement, const std::vector<Probe>& probes);

    AliasStore store_;
    AliasStore::Contents before_; ///< what the wallet had before this import
    /// The entry of the last line, and what it was recognized as: its next lines are the same.
    std::shared_ptr<const FileLine> last_;
    Unit lastUnit_;
};

} // namespace svc::bank
