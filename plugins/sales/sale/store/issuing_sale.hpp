#pragma once

#include "sale/rules/sale.hpp"
#include "sale/store/parties.hpp"

namespace svc::sales {

/// A sale that this transaction has just written, while the hooks of its events run: what they ask of it is
/// answered without reading it back. Lives on the stack of its creation; whoever locks the row of the sale to
/// change it ends this before.
class IssuingSale {
public:
    IssuingSale(Sale& sale, const Parties& parties);
    ~IssuingSale();
    IssuingSale(const IssuingSale&) = delete;
    IssuingSale& operator=(const IssuingSale&) = delete;

    /// Nothing when the sale is not being issued on this thread.
    static IssuingSale* find(const Uuid& id);
    /// Its row may change: from here on it is read back.
    static void forget(const Uuid& id);

    Sale& sale() { return sale_; }
    const Parties& parties() const { return parties_; }

private:
    Sale& sale_;
    const Parties& parties_;
    bool isCurrent_ = true;
    IssuingSale* outer_; ///< a hook of a sale may create another one
};

} // namespace svc::sales
