#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "document/neighbours.hpp"
#include "sale/rules/posting.hpp"
#include "sale/rules/sale.hpp"

namespace svc::sales {

/// A document of a sale as the books name it.
struct BookDocument {
    std::string_view kind; ///< sale or credit_note
    std::string id;
    std::string number;
    Date date;
};

/// Writes an entry of the journal of sales, when there is a ledger and something to write.
void postEntry(Call& call, const Sale& sale, const std::vector<PostingLine>& lines,
               const BookDocument& document);

/// Moves the wallet and posts it against the receivable; `walletBase` is what it received in the currency of
/// the company, the difference to payment.amountBase being an exchange gain or loss. Gives the transaction.
TransactionId receivePayment(Call& call, const Sale& sale, const Payment& payment, std::int64_t walletBase,
                             const Wallet& wallet);

/// Money that goes back to the customer.
struct MoneyBack {
    std::int64_t amount = 0;     ///< in the currency of the sale
    std::int64_t amountBase = 0; ///< what it puts back on the receivable, at the rate of the sale
    Wallet wallet;
    std::int64_t walletAmount = 0;
    std::int64_t walletBase = 0; ///< what leaves the wallet in the currency of the company
    api::SalePaymentMethod method{};
    Date date;
};
/// The same out of the wallet, against the receivable. Refuses with
/// `insufficient-funds:<wallet>:<available>`.
TransactionId returnMoney(Call& call, const Sale& sale, const MoneyBack& money,
                          const BookDocument& creditNote);

} // namespace svc::sales
