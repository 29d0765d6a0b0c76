#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bindings.hpp"
#include "sale/rules/posting.hpp"
#include "sale/rules/sale.hpp"

namespace svc::sales {

using Wallet = calls::treasury::KnownWallet;

/// A document of a sale as ledger entries refer to it.
struct BookDocument {
    std::string_view kind; ///< sale or credit_note
    std::string id;
    std::string number;
    Date date;
};

/// Posts an entry in the sales journal, if there is a ledger and the entry is not empty.
void postEntry(Call& call, const Sale& sale, const std::vector<PostingLine>& lines,
               const BookDocument& document);

/// Moves the money into the wallet and posts it against the receivable; `walletBase` is the amount received
/// in the currency of the company. Its difference to payment.amountBase is an exchange gain or loss. Returns
/// the transaction.
TransactionId receivePayment(Call& call, const Sale& sale, const Payment& payment, std::int64_t walletBase,
                             const Wallet& wallet);

/// A refund of money to the customer.
struct MoneyBack {
    std::int64_t amount = 0;     ///< in the currency of the sale
    std::int64_t amountBase = 0; ///< part of the receivable that it reopens, at the rate of the sale
    Wallet wallet;
    std::int64_t walletAmount = 0;
    std::int64_t walletBase = 0; ///< amount that leaves the wallet, in the currency of the company
    api::SalePaymentMethod method{};
    Date date;
};
/// Pays the money out of the wallet, against the receivable. Refuses with
/// `insufficient-funds:<wallet>:<available>`.
TransactionId returnMoney(Call& call, const Sale& sale, const MoneyBack& money,
                          const BookDocument& creditNote);

} // namespace svc::sales
