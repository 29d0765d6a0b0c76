#include "tse/software_tse.hpp"

#include <svc/columns.hpp>
#include <svc/encoding.hpp>

#include "keys/signing.hpp"
#include "receipt/rules/ecdsa.hpp"
#include "receipt/rules/receipt_code.hpp"

namespace svc::de_kassensichv {
namespace {

constexpr std::string_view KeyName = "softwareTseKey";

constexpr std::string_view CountSql =
    "INSERT INTO de_kassensichv.software_tse AS t (company_id, transactions, signatures) VALUES ($1, $2, 1)"
    " ON CONFLICT (company_id) DO UPDATE SET transactions = t.transactions + $2,"
    " signatures = t.signatures + 1 RETURNING transactions, signatures";
constexpr std::string_view StartSql =
    "INSERT INTO de_kassensichv.software_transaction (company_id, id, number, revision, started_at)"
    " VALUES ($1, $2::uuid, $3, 1, $4)";
/// A transaction of the device; the fields from `finishedAt` on are set when it is finished.
struct KeptTransaction {
    std::int64_t number = 0;
    std::int64_t revision = 0;
    Instant startedAt;
    std::optional<Instant> finishedAt;
    std::optional<std::int64_t> counter;
    std::optional<std::string> processData;
    std::optional<std::string> signature;
};
const svc::Table KeptTransactions(
    "de_kassensichv.software_transaction", columnWrittenOnce("number", &KeptTransaction::number),
    column("revision", &KeptTransaction::revision), column("started_at", &KeptTransaction::startedAt),
    column("finished_at", &KeptTransaction::finishedAt), column("counter", &KeptTransaction::counter),
    column("process_data", &KeptTransaction::processData), column("signature", &KeptTransaction::signature));
const std::string FindSql = "SELECT " + KeptTransactions.select("t") +
                            " FROM de_kassensichv.software_transaction t WHERE t.company_id = $1"
                            " AND t.id = $2::uuid";
constexpr std::string_view UpdateSql =
    "UPDATE de_kassensichv.software_transaction SET revision = revision + 1"
    " WHERE company_id = $1 AND id = $2::uuid";
constexpr std::string_view FinishSql =
    "UPDATE de_kassensichv.software_transaction SET revision = revision + 1, finished_at = $3, counter = $4,"
    " process_data = $5, signature = $6 WHERE company_id = $1 AND id = $2::uuid";

/// The revision of a cancelled transaction.
constexpr std::int64_t Cancelled = -1;
constexpr std::string_view CancelSql = "UPDATE de_kassensichv.software_transaction SET revision = -1"
                                       " WHERE company_id = $1 AND id = $2::uuid";

struct Counters {
    std::int64_t transactions = 0;
    std::int64_t signatures = 0;
};

/// Takes the next signature counter, and the next transaction number when one begins.
Counters count(Call& call, bool begins) {
    const Rows rows = call.db().query(CountSql, call.companyId(), begins ? 1 : 0);
    return {rows[0].integer(0), rows[0].integer(1)};
}

/// A time rounded to seconds, as devices log it.
std::string timeOf(Instant instant) {
    return (Instant(0) + instant.seconds() * Instant::Second).toString();
}

TseSignature signatureOf(const KeptTransaction& kept, const std::string& till, const std::string& key) {
    const std::string point = pointOf(key);
    TseSignature one;
    one.tseSerial = hexEncode(tseSerialOf(point));
    one.till = till;
    one.transaction = kept.number;
    one.startedAt = timeOf(kept.startedAt);
    one.loggedAt = timeOf(kept.finishedAt.value());
    one.counter = kept.counter.value();
    one.algorithm = "ecdsa-plain-SHA256";
    one.timeFormat = "unixTime";
    one.processData = kept.processData.value();
    one.signature = kept.signature.value();
    one.publicKey = base64Encode(point);
    return one;
}

ReceiptCode codeOf(const TseSignature& one) {
    return {one.till,        std::string(ReceiptProcess),
            one.processData, one.transaction,
            one.counter,     one.startedAt,
            one.loggedAt,    one.algorithm,
            one.timeFormat,  one.signature,
            one.publicKey};
}

} // namespace

std::string SoftwareTse::key() {
    if (const auto kept = call_.secrets().get(KeyName)) {
        return *kept;
    }
    std::string made = newPrivateKey();
    call_.secrets().put(KeyName, made);
    return made;
}

std::optional<TseTransaction> SoftwareTse::find(const TseOrder& order) {
    return call_.transaction([&]() -> std::optional<TseTransaction> {
        const Rows rows = call_.db().query(FindSql, call_.companyId(), order.id);
        if (rows.empty()) {
            return std::nullopt;
        }
        TseTransaction at;
        const KeptTransaction kept = KeptTransactions.read(rows[0]);
        at.revision = kept.revision;
        at.cancelled = at.revision == Cancelled;
        if (kept.finishedAt) {
            at.signature = signatureOf(kept, till_, key());
            at.signature->qr = qrOf(codeOf(*at.signature));
        }
        return at;
    });
}

TseTransaction SoftwareTse::start(const TseOrder& order) {
    call_.transaction([&] {
        const Counters now = count(call_, true);
        key();
        call_.db().send(StartSql, call_.companyId(), order.id, now.transactions, call_.now());
    });
    return {1, std::nullopt, false};
}

TseTransaction SoftwareTse::update(const TseOrder& order, const TseTransaction& at) {
    call_.transaction([&] {
        count(call_, false);
        call_.db().send(UpdateSql, call_.companyId(), order.id);
    });
    return {at.revision + 1, std::nullopt, false};
}

TseTransaction SoftwareTse::finish(const TseOrder& order, const TseTransaction&) {
    call_.transaction([&] {
        const Counters now = count(call_, false);
        const KeptTransaction kept =
            KeptTransactions.read(call_.db().query(FindSql, call_.companyId(), order.id)[0]);
        const std::string privateKey = key();
        const std::string point = pointOf(privateKey);
        const ReceiptCode code{till_,
                               std::string(ReceiptProcess),
                               order.processData,
                               kept.number,
                               now.signatures,
                               timeOf(kept.startedAt),
                               timeOf(call_.now()),
                               "ecdsa-plain-SHA256",
                               "unixTime",
                               {},
                               {}};
        const std::string message = signedMessage(code, tseSerialOf(point)).value();
        call_.db().send(
            FinishSql, call_.companyId(), order.id, call_.now(), now.signatures, order.processData,
            base64Encode(keys::PrivateKey::read(privateKey).value().sign(keys::Algorithm::Es256, message)));
    });
    return find(order).value();
}

void SoftwareTse::cancel(const TseOrder& order, const TseTransaction&) {
    call_.transaction([&] {
        count(call_, false);
        call_.db().send(CancelSql, call_.companyId(), order.id);
    });
}

} // namespace svc::de_kassensichv
