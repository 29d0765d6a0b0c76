#pragma once

#include <optional>
#include <utility>
#include <vector>

#include <bindings.hpp>

namespace svc::partners {

struct PartnerPage {
    std::vector<api::Partner> rows;
    std::int64_t count = 0; ///< of all matches, at most ListMost + 1
};

/// `partners.partner r` with the balances of each.
const std::string& partnersFrom();
/// The columns that partnerFrom reads, starting at a column of the row.
const std::string& partnerColumns();
api::Partner partnerFrom(const Row& row, std::uint32_t at = 0);

/// The tables of the schema `partners`, for one call. Writes are queued unless the function says that it
/// reads.
class PartnerStore {
public:
    explicit PartnerStore(Call& call) : call_(call), company_(call.companyId()) {}

    std::optional<api::Partner> find(PartnerId id);
    /// Locks the record until the commit, so that a change is based on its current state.
    std::optional<api::Partner> findForUpdate(PartnerId id);
    /// Locks the balances until the commit: for a rule that depends on them, such as the credit limit.
    std::optional<api::Partner> findWithLockedBalance(PartnerId id);
    /// Ids and names of those that exist.
    std::vector<std::pair<PartnerId, std::string>> names(const std::vector<PartnerId>& ids);
    /// Finds a supplier by the first of these numbers that exactly one supplier has.
    std::optional<PartnerId> findSupplier(const commands::FindInput& numbers);
    /// Locks these numbers: other transactions that use one of them wait for the end of this one. To be
    /// called before looking for partners with them, and before any other lock.
    void claim(const std::vector<std::string>& externalIds, const std::vector<std::string>& vatNumbers);
    /// Those with one of these external ids or VAT numbers, locked until the commit.
    std::vector<api::Partner> findForUpdate(const std::vector<std::string>& externalIds,
                                            const std::vector<std::string>& vatNumbers);
    /// `kind` for one kind includes those that are both.
    PartnerPage list(const api::ListPartnersParameters& parameters);
    /// The next partners by identifier, including archived ones, for reading all of them.
    std::vector<api::Partner> behind(PartnerId id, std::int64_t limit);

    void insert(const std::vector<api::Partner>& partners);
    void update(const api::Partner& partner);
    /// Adds to the balances just before the commit.
    void adjustBalance(const commands::AdjustBalanceInput& change);

    /// Adds to the count of active partners and locks it. Returns the new count.
    std::int64_t countMore(std::int64_t count);
    /// The same at the end of the transaction, which may be long, so that others can count meanwhile.
    void countMoreLate(std::int64_t count);
    std::int64_t active();

private:
    std::optional<api::Partner> findBy(std::string_view sql, PartnerId id);
    void writeTags(const std::vector<api::Partner>& partners);

    Call& call_;
    Uuid company_;
};

} // namespace svc::partners
