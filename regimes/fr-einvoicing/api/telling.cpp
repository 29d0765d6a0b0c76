// Statuses that the company tells: 212 as a seller, 205, 210 and 211 as a buyer.
#include "api/telling.hpp"

#include <algorithm>

#include <svc/columns.hpp>
#include <svc/error.hpp>

#include "domain/sale_groups.hpp"
#include "domain/status_message.hpp"
#include "domain/statuses.hpp"
#include "platform/flow_service.hpp"
#include "store/einvoicing_store.hpp"

namespace svc::fr_einvoicing {
namespace {

/// A payment of a sale as the module sales publishes it.
struct PaymentOfSale {
    std::string id; ///< of its table
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

std::string companyName(Call& call) {
    const Json record = call.companyRecord();
    return record.textOr("legalName", record.textOr("name"));
}

/// Keeps the status and has it sent, unless it was told already.
void tell(Call& call, const Settings& settings, const std::string& about, const std::string& cause,
          StatusMessage message) {
    const Uuid id = call.newUuid();
    message.id = id.toString();
    message.madeAt = localTime(call);
    message.profile = settings.statusProfile;
    const OutgoingStatus one{
        .id = id, .about = about, .code = message.code, .cause = cause, .message = writeStatus(message)};
    if (insertStatus(call, one)) {
        call.fileJobIn("send-status", about, call.now(), Json::object({{"status", id.toString()}}),
                       id.toString());
    }
}

bool isAccepted(Call& call, const Document& document) {
    if (!document.submission) {
        return false;
    }
    const Json submission = call.command("fiscal.submission", Json::object({{"id", *document.submission}}));
    return submission.isObject() && submission.textOr("status") == "accepted";
}

/// One payment of an accepted invoice, or its taking back.
class PaymentTeller {
public:
    PaymentTeller(Call& call, const Settings& settings, const Document& document, const Json& sale)
        : call_(call), settings_(settings), document_(document),
          groups_(groupsOf(sale["taxes"], sale["lines"])) {}

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
    const Json sale = call.command("sales.get", Json::object({{"id", saleId}}));
    PaymentTeller teller(call, *settings, *document, sale);
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
std::string saleOf(Call& call, const Json& event) {
    const std::string type = event.textOr("type");
    const Json& data = event["data"];
    if (type == "payment.received") {
        return data.textOr("saleId");
    }
    if (type == "fiscal.accepted") {
        const bool isOurs = data.textOr("regime") == RegimeId && data.textOr("operation") == "issue";
        return isOurs ? data.textOr("documentId") : std::string();
    }
    const auto transaction = records::TransactionId::parse(event.textOr("objectId"));
    const Rows rows =
        transaction ? call.db().query(SaleOfTransactionSql, call.companyId(), *transaction) : Rows();
    return rows.empty() ? std::string() : rows[0].id<records::SaleId>(0).toString();
}

StatusMessage aboutSupplier(Call& call, const Settings& settings, const SupplierInvoice& invoice,
                            std::string_view code) {
    return {.code = std::string(code),
            .invoice = {.number = invoice.number,
                        .typeCode = invoice.typeCode,
                        .date = invoice.date,
                        .sellerSiren = invoice.sellerSiren},
            .sender = {settings.siren, companyName(call), "BY"},
            .recipient = {invoice.sellerSiren, invoice.sellerName, "SE"}};
}

/// A line of the life of the submission of our own invoice.
void showOnSubmission(Call& call, const OutgoingStatus& one) {
    const auto document = findDocument(call, one.about);
    if (document && document->submission) {
        call.command("fiscal.status", Json::object({{"submissionId", *document->submission},
                                                    {"code", one.code},
                                                    {"label", statusOf(one.code).label},
                                                    {"direction", "out"}}));
    }
}

void keepEnd(Call& call, const Uuid& id, const Deposit& deposit) {
    auto one = lockStatus(call, id);
    if (!one || one->state != SendingState::Waiting) {
        return;
    }
    if (deposit.end == Deposit::End::Refused) {
        one->state = SendingState::Refused;
        updateStatus(call, *one, deposit.code + ": " + deposit.error);
        call.log(Call::Level::Warning, "the platform refuses status " + one->code + " of " + one->about +
                                           ": " + deposit.code + ' ' + deposit.error);
        return;
    }
    one->state = deposit.end == Deposit::End::Exists ? SendingState::Accepted : SendingState::Sent;
    one->flow = deposit.flowId.empty() ? std::nullopt : std::optional(deposit.flowId);
    updateStatus(call, *one);
    showOnSubmission(call, *one);
}

} // namespace

void tellPayments(Call& call, const Json& event) {
    if (const std::string sale = saleOf(call, event); hasPrefixOf<records::SaleId>(sale)) {
        tellPaymentsOf(call, sale);
    }
}

void tellPaymentOfPurchase(Call& call, const Json& event) {
    const auto settings = enabledSettings(call);
    const std::string purchase = event.textOr("objectId");
    const auto invoice = settings ? findByPurchase(call, purchase) : std::nullopt;
    if (invoice) {
        tell(call, *settings, invoice->id, purchase,
             aboutSupplier(call, *settings, *invoice, status::PaymentSent));
    }
}

Json tellDecision(Call& call, const Json& input) {
    const std::string id = input.textOr("id");
    const auto settings = enabledSettings(call);
    const auto invoice = settings ? findSupplierInvoice(call, id) : std::nullopt;
    if (!invoice) {
        return Json::object();
    }
    const bool accepted = input.textOr("decision") == "accepted";
    StatusMessage message =
        aboutSupplier(call, *settings, *invoice, accepted ? status::Approved : status::Refused);
    if (!accepted) {
        message.reasonCode = input.textOr("reasonCode", settings->refusalCode);
        message.reason = input.textOr("reason");
    }
    tell(call, *settings, id, "decision", std::move(message));
    if (const auto purchase = input.optionalText("purchaseId")) {
        keepPurchase(call, id, *purchase);
    }
    return Json::object();
}

void sendStatus(Call& call, const Json& payload) {
    const Uuid id = Uuid::parse(payload.textOr("status")).value();
    const auto [settings, one] =
        call.transaction([&] { return std::pair(enabledSettings(call), lockStatus(call, id)); });
    if (!one || one->state != SendingState::Waiting) {
        return;
    }
    if (!settings) {
        call.again(call.now() + DisabledPause, payload, "the regime is not enabled");
        return;
    }
    const Deposit deposit = tryDeposit(call, *settings,
                                       {.trackingId = id.toString(),
                                        .name = id.toString() + ".xml",
                                        .syntax = "CDAR",
                                        .processingRule = "B2B",
                                        .bytes = one->message});
    if (!deposit.isSettled()) {
        call.again(deposit.later.value_or(call.now() + DepositPause), payload, deposit.error);
        return;
    }
    call.transaction([&] { keepEnd(call, id, deposit); });
}

} // namespace svc::fr_einvoicing
