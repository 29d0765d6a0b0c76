#pragma once

#include "sale/rules/sale.hpp"
#include "sale/store/parties.hpp"

namespace svc::sales {

/// A sale that this transaction has just written, while the hooks of its events run: what they ask of it is
/// answered without reading it back. Lives on the stack of its creation; whoever locks the row of the sale to
/// change it ends this before.
class IssuingSale {
public:
    /// `written`: the fiscal status that its row was written with, however the sale has it.
    IssuingSale(Sale& sale, const Parties& parties, api::SaleFiscalStatus written);
    ~IssuingSale();
    IssuingSale(const IssuingSale&) = delete;
    IssuingSale& operator=(const IssuingSale&) = delete;

    /// Nothing when the sale is not being issued on this thread.
    static IssuingSale* find(const Uuid& id);
    /// Its row may change: from here on it is read back.
    void forget() { isCurrent_ = false; }
    /// Does its row have another fiscal status than the hooks gave it? False once it is forgotten.
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
