#pragma once

#include <optional>
#include <utility>
#include <vector>

#include <svc/call.hpp>

#include "store/partner.hpp"

namespace svc::partners {

/// The columns of `partners.partner p JOIN partners.balance b` that partnerFrom reads from column `at` on.
std::string partnerColumns();
Partner partnerFrom(const Row& row, std::uint32_t at = 0);

/// The tables of the schema `partners`, for one call. Writes are queued unless the function says that it
/// reads.
class PartnerStore {
public:
    explicit PartnerStore(Call& call) : call_(call), company_(call.companyId()) {}

    std::optional<Partner> find(const Uuid& id);
    /// Locks the record until the commit, so that a change is made from what it really is.
    std::optional<Partner> findForUpdate(const Uuid& id);
    /// Locks the balances until the commit: for a rule that depends on them, such as the credit limit.
    std::optional<Partner> findWithLockedBalance(const Uuid& id);
    /// Ids and names of those that exist.
    std::vector<std::pair<Uuid, std::string>> names(const std::vector<Uuid>& ids);
    /// By the first of these that one supplier alone has.
    struct SupplierNumbers {
        std::optional<std::string> vatNumber;
        std::optional<std::string> registrationNumber;
        std::optional<std::string> peppolId;
    };
    std::optional<Uuid> findSupplier(const SupplierNumbers& numbers);
    /// Those with one of these external ids or VAT numbers, locked until the commit.
    std::vector<Partner> findForUpdate(const std::vector<std::string>& externalIds,
                                       const std::vector<std::string>& vatNumbers);
    PartnerPage list(const PartnerFilter& filter);
    /// The next ones by their identifiers, archived ones too: for whoever reads all of them.
    std::vector<Partner> behind(const Uuid& id, std::int64_t limit);

    /// All of one call: made at the same instant, by the same.
    void insert(const std::vector<Partner>& partners);
    void update(const Partner& partner);
    /// Adds to the balances just before the commit.
    void adjustBalance(const Uuid& id, std::int64_t receivable, std::int64_t payable);

    /// Counts so many active partners more; reads and locks the count. Gives how many there were before.
    std::int64_t countMore(std::int64_t count);
    /// The same at the end of the transaction, which may be long: others count meanwhile.
    void countMoreLate(std::int64_t count);
    void countOneLess();
    std::int64_t active();

private:
    std::optional<Partner> findBy(std::string_view sql, const Uuid& id);
    void writeTags(const std::vector<Partner>& partners);

    Call& call_;
    Uuid company_;
};

} // namespace svc::partners
