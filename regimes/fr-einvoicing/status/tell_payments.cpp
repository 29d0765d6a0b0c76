#include <algorithm>

#include <svc/columns.hpp>

#include "deposit/store.hpp"
#include "platform/settings.hpp"
#include "sale_facts.hpp"
#include "status/rules/status_message.hpp"
#include "status/rules/statuses.hpp"
#include "status/store.hpp"
#include "status/tell.hpp"

namespace svc::fr_einvoicing {
namespace {

/// A payment of a sale as the module sales publishes it.
struct PaymentOfSale {
    std::string id; ///< in the payments table of sales
    Date date;
    std::int64_t amount = 0; ///< in the currency of the company
    std::string status;
};
const Table PaymentsOfSale("sales.v1_payments", columnWrittenOnce("id", &PaymentOfSale::id),
                           column("date", &PaymentOfSale::date),
                           column("amount_base", &PaymentOfSale::amount),
                           column("status", &PaymentOfSale::status));
const std::string PaymentsOfSaleSql = "SELECT " + PaymentsOfSale.select("p") +
                                      " FROM sales.v1_payments p WHERE p.company_id = $1"
                                      " AND p.sale_id = $2 ORDER BY p.created_at";
constexpr std::string_view SaleOfTransactionSql =
    "SELECT sale_id FROM sales.v1_payments WHERE company_id = $1 AND transaction_id = $2";

bool isAccepted(Call& call, const Document& document) {
    if (!document.submission) {
        return false;
    }
    const auto submission = calls::compliance::fiscalSubmission(
        call, {.id = FiscalSubmissionId::parse(*document.submission).value()});
    return submission && submission->status == calls::compliance::FiscalSubmissionStatus::Accepted;
}

/// Reports one payment of an accepted invoice, or its reversal.
class PaymentTeller {
public:
    PaymentTeller(Call& call, const Settings& settings, const Document& document,
                  const calls::sales::Sale& sale)
        : call_(call), settings_(settings), document_(document),
          groups_(groupsOf(amountsOf(sale.taxes), amountsOf(sale.lines))) {}

    bool concernsPayments() const {
        if (settings_.vatOnDebits) {
            return false;
        }
        const auto isService = [](const SaleGroup& group) { return group.service; };
        return settings_.allPayments || std::any_of(groups_.begin(), groups_.end(), isService);
    }
    void received(const std::string& payment, Date date, std::int64_t amount) {
        tell(call_, settings_, document_.id, payment, messageOf(date, amount));
    }
    void takenBack(const std::string& payment, Date date, std::int64_t amount) {
        auto told = findStatus(call_, document_.id, status::Collected, payment);
        if (!told || told->state == SendingState::Dropped) {
            return;
        }
        if (told->state == SendingState::Waiting) {
            told->state = SendingState::Dropped;
            updateStatus(call_, *told);
            return;
        }
        StatusMessage message = messageOf(date, -amount);
        message.reason = "Encaissement annulé";
        tell(call_, settings_, document_.id, payment + ":void", std::move(message));
    }

private:
    StatusMessage messageOf(Date date, std::int64_t amount) {
        return {.code = std::string(status::Collected),
                .invoice = {.number = document_.number,
                            .typeCode = document_.typeCode,
                            .date = document_.date,
                            .sellerSiren = settings_.siren},
                .sender = {settings_.siren, companyName(call_), "SE"},
                .recipient = {document_.buyerSiren, document_.buyerName, "BY"},
                .paidOn = date,
                .currency = call_.company().currency,
                .paid = paidByRate(amount, groups_, false)};
    }

    Call& call_;
    const Settings& settings_;
    const Document& document_;
    std::vector<SaleGroup> groups_;
};

void tellPaymentsOf(Call& call, const std::string& saleId) {
    const auto settings = enabledSettings(call);
    const auto document = settings ? findDocument(call, saleId) : std::nullopt;
    if (!document || !isAccepted(call, *document)) {
        return;
    }
    PaymentTeller teller(call, *settings, *document, getSale(call, saleId));
    if (!teller.concernsPayments()) {
        return;
    }
    const auto id = records::SaleId::parse(saleId).value();
    for (const Row row : call.db().query(PaymentsOfSaleSql, call.companyId(), id)) {
        const PaymentOfSale payment = PaymentsOfSale.read(row);
        if (payment.status == "received") {
            teller.received(payment.id, payment.date, payment.amount);
        } else {
            teller.takenBack(payment.id, payment.date, payment.amount);
        }
    }
}

/// The sale that an event is about; empty: none.
std::string saleOf(Call& call, const Event& event) {
    const Json& data = event.data();
    if (event.type() == "payment.received") {
        return data.textOr("saleId");
    }
    if (event.type() == "fiscal.accepted") {
        const bool isOurs = data.textOr("regime") == RegimeId && data.textOr("operation") == "issue";
        return isOurs ? data.textOr("documentId") : std::string();
    }
    const auto transaction = records::TransactionId::parse(event.objectId());
    const Rows rows =
        transaction ? call.db().query(SaleOfTransactionSql, call.companyId(), *transaction) : Rows();
    return rows.empty() ? std::string() : rows[0].id<records::SaleId>(0).toString();
}

} // namespace

/// Of `payment.received`, `transaction.voided` and `fiscal.accepted`: reports the payments of a sale that
/// were not yet reported to the buyer's platform and the administration.
void subscribers::tellPayments(Call& call, const Event& event) {
    if (const std::string sale = saleOf(call, event); hasPrefixOf<records::SaleId>(sale)) {
        tellPaymentsOf(call, sale);
    }
}

} // namespace svc::fr_einvoicing
