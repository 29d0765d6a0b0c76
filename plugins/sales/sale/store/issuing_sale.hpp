#pragma once

#include "sale/rules/sale.hpp"
#include "sale/store/parties.hpp"

namespace svc::sales {

/// A sale that this transaction has just written, while the hooks of its events run: their queries are
/// answered from it without a read. Lives on the stack of its creation. lockSale() calls forget() before the
/// row of the sale is changed.
class IssuingSale {
public:
    /// `written`: the fiscal status written in its row, which may differ from that of `sale`.
    IssuingSale(Sale& sale, const Parties& parties, api::SaleFiscalStatus written);
    ~IssuingSale();
    IssuingSale(const IssuingSale&) = delete;
    IssuingSale& operator=(const IssuingSale&) = delete;

    /// Null when the sale is not being created on this thread.
    static IssuingSale* find(const Uuid& id);
    /// Its row may change: from now on the sale is read from the database.
    void forget() { isCurrent_ = false; }
    /// Did the hooks set another fiscal status than its row has? False after forget().
    bool hasStaleStatus() const { return isCurrent_ && written_ != sale_.fiscalStatus; }

    Sale& sale() { return sale_; }
    const Sale& sale() const { return sale_; }
    const Parties& parties() const { return parties_; }

private:
    Sale& sale_;
    const Parties& parties_;
    api::SaleFiscalStatus written_;
    bool isCurrent_ = true;
    IssuingSale* outer_; ///< a hook of a sale may create another one
};

} // namespace svc::sales
