#include "tse/software_tse.hpp"

#include <svc/encoding.hpp>

#include "domain/ecdsa.hpp"
#include "domain/receipt_code.hpp"
#include "keys/signing.hpp"

namespace svc::kassensichv {
namespace {

constexpr std::string_view KeyName = "softwareTseKey";

constexpr std::string_view CountSql =
    "INSERT INTO de_kassensichv.software_tse AS t (company_id, transactions, signatures) VALUES ($1, $2, 1)"
    " ON CONFLICT (company_id) DO UPDATE SET transactions = t.transactions + $2,"
    " signatures = t.signatures + 1 RETURNING transactions, signatures";
constexpr std::string_view StartSql =
    "INSERT INTO de_kassensichv.software_transaction (company_id, id, number, revision, started_at)"
    " VALUES ($1, $2::uuid, $3, 1, $4)";
constexpr std::string_view FindSql =
    "SELECT number, revision, started_at, finished_at, counter, process_data, signature"
    " FROM de_kassensichv.software_transaction WHERE company_id = $1 AND id = $2::uuid";
constexpr std::string_view UpdateSql =
    "UPDATE de_kassensichv.software_transaction SET revision = revision + 1"
    " WHERE company_id = $1 AND id = $2::uuid";
constexpr std::string_view FinishSql =
    "UPDATE de_kassensichv.software_transaction SET revision = revision + 1, finished_at = $3, counter = $4,"
    " process_data = $5, signature = $6 WHERE company_id = $1 AND id = $2::uuid";

/// The revision of a transaction that was given up.
constexpr std::int64_t Cancelled = -1;
constexpr std::string_view CancelSql = "UPDATE de_kassensichv.software_transaction SET revision = -1"
                                       " WHERE company_id = $1 AND id = $2::uuid";

struct Counters {
    std::int64_t transactions = 0;
    std::int64_t signatures = 0;
};

/// The next signature, and the next transaction when it begins one.
Counters count(Call& call, bool begins) {
    const Rows rows = call.db().query(CountSql, call.companyId(), begins ? 1 : 0);
    return {rows[0].integer(0), rows[0].integer(1)};
}

/// Seconds, as a device logs them.
std::string timeOf(Instant instant) {
    return (Instant(0) + instant.seconds() * Instant::Second).toString();
}

TseSignature signatureOf(const Row& row, const std::string& till, const std::string& key) {
    const std::string point = pointOf(key);
    TseSignature one;
    one.tseSerial = hexEncode(tseSerialOf(point));
    one.till = till;
    one.transaction = row.integer(0);
    one.startedAt = timeOf(row.instant(2));
    one.loggedAt = timeOf(row.instant(3));
    one.counter = row.integer(4);
    one.algorithm = "ecdsa-plain-SHA256";
    one.timeFormat = "unixTime";
    one.processData = row.text(5);
    one.signature = row.text(6);
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
        at.revision = rows[0].integer(1);
        at.cancelled = at.revision == Cancelled;
        if (!rows[0].isNull(3)) {
            at.signature = signatureOf(rows[0], till_, key());
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
        const Rows rows = call_.db().query(FindSql, call_.companyId(), order.id);
        const std::string privateKey = key();
        const std::string point = pointOf(privateKey);
        const ReceiptCode code{till_,
                               std::string(ReceiptProcess),
                               order.processData,
                               rows[0].integer(0),
                               now.signatures,
                               timeOf(rows[0].instant(2)),
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

} // namespace svc::kassensichv
