#include "payout/provider_wallet.hpp"

#include <algorithm>

#include "document/id_text_column.hpp"

namespace svc::bank {
namespace {

using calls::treasury::TransactionKind;

const Table ProviderMovements("movements", columnWrittenOnce("id", &ProviderMovement::id),
                              column("date", &ProviderMovement::date),
                              column("amount", &ProviderMovement::amount),
                              column("kind", &ProviderMovement::kind),
                              column("category", &ProviderMovement::category),
                              column("reference", &ProviderMovement::reference),
                              idTextColumn("document_id", &ProviderMovement::saleId));
const Table ProviderPayments("payments", columnWrittenOnce("id", &api::PaymentOfPayout::paymentId),
                             column("sale_id", &api::PaymentOfPayout::saleId),
                             column("number", &api::PaymentOfPayout::number),
                             nestedColumns(&api::PaymentOfPayout::partner,
                                           column("partner_id", &api::BankPartner::id),
                                           column("partner_name", &api::BankPartner::name)));

// Without voided movements and their reversals.
const std::string ProviderMovementsSql =
    "SELECT " + ProviderMovements.select("x") +
    " FROM (SELECT t.id, t.date, CASE t.direction WHEN 'in' THEN t.amount ELSE -t.amount END AS amount,"
    " t.kind, coalesce(t.category, '') AS category, coalesce(t.reference, '') AS reference, t.document_id"
    " FROM treasury.v1_transactions t WHERE t.company_id = $1 AND t.wallet_id = $2 AND t.status = 'posted'"
    " AND t.reverses_id IS NULL AND t.kind NOT IN ('transfer', 'opening') AND t.date >= $3::date - 120) x"
    " ORDER BY x.date DESC, x.id DESC LIMIT 5000";
constexpr std::string_view LatestPaymentsSql =
    "SELECT t.document_id FROM treasury.v1_transactions t WHERE t.company_id = $1 AND t.wallet_id = $2"
    " AND t.kind = 'sale_payment' AND t.date BETWEEN $3::date - 120 AND $3::date"
    " ORDER BY t.date DESC, t.id DESC LIMIT 50";
constexpr std::string_view ProvidersSql =
    "SELECT DISTINCT p.provider FROM sales.v1_payments p WHERE p.company_id = $1"
    " AND p.sale_id = ANY($2::uuid[]) AND p.wallet_id = $3 AND p.provider IS NOT NULL";
const std::string ProviderPaymentsSql =
    "SELECT " + ProviderPayments.select("x") +
    ", x.transaction_id FROM (SELECT p.id, p.sale_id, s.number, s.partner_id, s.partner_name,"
    " p.transaction_id FROM sales.v1_payments p JOIN sales.v1_sales s ON s.company_id = p.company_id"
    " AND s.id = p.sale_id WHERE p.company_id = $1 AND p.sale_id = ANY($2::uuid[])) x";

/// A payment for the response; one that is not recorded has only the provider's reference.
api::PaymentOfPayout shown(const api::PaymentOfPayout* known, const std::string& reference,
                           std::int64_t amount, std::int64_t fee) {
    api::PaymentOfPayout payment = known == nullptr ? api::PaymentOfPayout() : *known;
    if (!reference.empty()) {
        payment.reference = reference;
    }
    payment.amount = MinorAmount(amount);
    payment.fee = MinorAmount(fee);
    return payment;
}

/// Finds the recorded movement of each part of a payout, using every movement once.
class PartsInBooks {
public:
    PartsInBooks(const Payout& payout, ProviderWallet& wallet) : payout_(payout), wallet_(wallet) {
        for (const ProviderMovement& movement : wallet.movements()) {
            byReference_.emplace(movement.reference, &movement);
        }
    }

    PayoutContent read() {
        std::int64_t booked = 0;
        for (const PayoutPart& part : payout_.parts) {
            booked += part.kind == api::PayoutPartKind::Payment  ? payment(part)
                      : part.kind == api::PayoutPartKind::Refund ? refund(part)
                                                                 : fee(part);
        }
        // Fees that were recorded for the payout as a whole.
        const std::int64_t recorded = -feesUnder(payout_.reference);
        content_.feesToRecord = std::max<std::int64_t>(content_.feesToRecord - recorded, 0);
        content_.other = payout_.amount - content_.gross + content_.fees + content_.refunds;
        content_.unexplained = payout_.amount - (booked - recorded - content_.feesToRecord);
        return std::move(content_);
    }

private:
    /// The first movement under a reference of the provider that fits and is not used yet.
    template <class Fits>
    const ProviderMovement* take(const std::string& reference, Fits fits) {
        const auto [begin, end] = byReference_.equal_range(reference);
        for (auto at = begin; at != end; ++at) {
            if (fits(*at->second) && taken_.insert(at->second).second) {
                return at->second;
            }
        }
        return nullptr;
    }
    /// Signed sum of the recorded fees under a reference of the provider.
    std::int64_t feesUnder(const std::string& reference) {
        std::int64_t sum = 0;
        const auto isFee = [](const ProviderMovement& one) { return one.isFee(); };
        for (auto fee = take(reference, isFee); fee != nullptr; fee = take(reference, isFee)) {
            sum += fee->amount;
        }
        return sum;
    }
    /// The recorded amount of the payment less its fees; 0 when it is not recorded.
    std::int64_t payment(const PayoutPart& part) {
        const ProviderMovement* movement = take(part.reference, [](const ProviderMovement& one) {
            return one.kind == TransactionKind::SalePayment && one.amount > 0;
        });
        content_.gross += part.amount.minor();
        content_.fees += part.fee.minor();
        content_.payments.push_back(shown(movement == nullptr ? nullptr : wallet_.paymentOf(*movement),
                                          part.reference, part.amount.minor(), part.fee.minor()));
        if (movement == nullptr) {
            return 0;
        }
        const std::int64_t fees = feesUnder(part.reference);
        content_.feesToRecord += std::max<std::int64_t>(part.fee.minor() + fees, 0);
        return movement->amount + fees;
    }
    /// Refunds are recorded without a reference of the provider: takes the first movement of the same amount.
    std::int64_t refund(const PayoutPart& part) {
        const std::int64_t amount = part.amount.minor();
        content_.refunds -= amount;
        content_.fees += part.fee.minor();
        for (const ProviderMovement& movement : wallet_.movements()) {
            if (movement.kind == TransactionKind::SaleRefund && movement.amount == amount &&
                taken_.insert(&movement).second) {
                return movement.amount;
            }
        }
        return 0;
    }
    /// Handles a fee of the provider; other kinds of parts remain unexplained.
    std::int64_t fee(const PayoutPart& part) {
        const std::int64_t amount = part.amount.minor();
        if (part.kind != api::PayoutPartKind::Fee || amount >= 0) {
            return 0;
        }
        content_.fees -= amount;
        const std::int64_t booked = feesUnder(part.reference);
        content_.feesToRecord += std::max<std::int64_t>(booked - amount, 0);
        return booked;
    }

    const Payout& payout_;
    ProviderWallet& wallet_;
    PayoutContent content_;
    std::multimap<std::string, const ProviderMovement*> byReference_;
    std::set<const ProviderMovement*> taken_;
};

} // namespace

ProviderWallet::ProviderWallet(Call& call, WalletId walletId, Date date) : call_(call) {
    for (const Row row : call.db().query(ProviderMovementsSql, call.companyId(), walletId, date)) {
        movements_.push_back(ProviderMovements.read(row));
    }
    std::reverse(movements_.begin(), movements_.end());
}

void ProviderWallet::readPayments() {
    payments_.emplace();
    if (!calls::sales::offersPay(call_)) {
        return;
    }
    ArrayParam sales;
    for (const ProviderMovement& movement : movements_) {
        if (movement.saleId) {
            sales.add(*movement.saleId);
        }
    }
    for (const Row row : call_.db().query(ProviderPaymentsSql, call_.companyId(), sales)) {
        payments_->emplace(row.id<TransactionId>(ProviderPayments.width()), ProviderPayments.read(row));
    }
}

const api::PaymentOfPayout* ProviderWallet::paymentOf(const ProviderMovement& movement) {
    if (!payments_) {
        readPayments();
    }
    const auto found = payments_->find(movement.id);
    return found == payments_->end() ? nullptr : &found->second;
}

std::set<std::string> providersOf(Call& call, WalletId walletId, Date date) {
    std::set<std::string> names;
    if (!calls::sales::offersPay(call)) {
        return names;
    }
    ArrayParam sales;
    for (const Row row : call.db().query(LatestPaymentsSql, call.companyId(), walletId, date)) {
        if (const auto id = SaleId::parse(row.optionalText(0).value_or(""))) {
            sales.add(*id);
        }
    }
    for (const Row row : call.db().query(ProvidersSql, call.companyId(), sales, walletId)) {
        names.emplace(row.text(0));
    }
    return names;
}

PayoutContent contentOf(const Payout& payout, ProviderWallet& wallet) {
    return PartsInBooks(payout, wallet).read();
}

PayoutContent contentOf(ProviderWallet& wallet, std::size_t first, std::size_t last) {
    PayoutContent content;
    const auto& all = wallet.movements();
    std::map<std::string, std::int64_t> feesOf;
    for (std::size_t i = first; i < last; ++i) {
        if (all[i].isFee()) {
            feesOf[all[i].reference] -= all[i].amount;
            content.fees -= all[i].amount;
        }
    }
    for (std::size_t i = first; i < last; ++i) {
        const ProviderMovement& one = all[i];
        if (one.kind == TransactionKind::SalePayment && one.amount > 0) {
            std::int64_t fee = 0;
            if (!one.reference.empty()) {
                std::swap(fee, feesOf[one.reference]);
            }
            content.gross += one.amount;
            content.payments.push_back(shown(wallet.paymentOf(one), one.reference, one.amount, fee));
        } else if (one.kind == TransactionKind::SaleRefund) {
            content.refunds -= one.amount;
        } else if (!one.isFee()) {
            content.other += one.amount;
        }
    }
    return content;
}

} // namespace svc::bank
