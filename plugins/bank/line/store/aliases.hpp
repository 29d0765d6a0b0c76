#pragma once

#include <optional>
#include <string>
#include <vector>

#include "line/store/lines.hpp"

namespace svc::bank {

/// A further identity of a stored line: the same line as another file tells it.
struct LineAlias {
    std::string identity;
    std::optional<int> occurrence{}; ///< nothing: the next one among its equals
    BankLineId lineId;
};

/// A stored line that may be the one looked for at `place` of the question.
struct FoundLine {
    std::size_t place = 0;
    BankLineId id;
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
    };
    /// What the wallet has.
    Contents contents();
    /// The places of the lines that the wallet has, under their own identity or an alias.
    std::vector<std::size_t> known(const std::vector<const NewLine*>& lines);
    /// The lines with these identities that came with earlier imports and that no file of this format has
    /// told in another way, in order; at most 500 for each identity.
    std::vector<FoundLine> untold(const std::vector<std::string>& identities);
    void add(const std::vector<LineAlias>& aliases);

private:
    Call& call_;
    Uuid company_;
    WalletId wallet_;
    StatementId own_;
    std::string_view format_;
};

} // namespace svc::bank
