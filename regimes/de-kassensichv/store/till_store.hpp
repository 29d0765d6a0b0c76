#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <svc/call.hpp>

#include "tse/tse.hpp"

namespace svc::kassensichv {

/// Where the numbers of a company end.
struct Till {
    std::int64_t sequence = 0;
    std::int64_t closing = 0;
    std::int64_t closedTo = 0;
};
/// Asks ahead for what lockTill and findReceiptOf will read.
void askForReceipt(Call& call, std::string_view document);
/// Locked until the end of the transaction; a new one when there is none.
Till lockTill(Call& call);
void saveTill(Call& call, const Till& till);

/// What the TSE gave for a receipt, or why there is nothing.
struct Signed {
    std::int64_t tse = 0; ///< number of the device
    TseSignature signature;
    std::string startedLocal; ///< by the clock of the company, 2026-11-20T10:12:01
    std::string loggedLocal;
    std::optional<std::string> error;
};

struct Receipt {
    std::int64_t sequence = 0;
    Uuid id;
    std::string document; ///< sal_…, crn_…, pay_…, pay_….void, csh_….open …
    Instant recordedAt;
    std::string recordedLocal; ///< by the clock of the company, 2026-11-20T10:12:01
    std::string type;          ///< Beleg, AVTraining
    std::string processData;
    Json content; ///< lines, payments, customer, reference, user, cancels
    std::optional<Signed> result;
};
void insertReceipt(Call& call, const Receipt& receipt);
std::optional<Receipt> findReceipt(Call& call, const Uuid& id);
std::optional<Receipt> findReceiptOf(Call& call, std::string_view document);
/// Those of a range of sequences, in their order.
void eachReceipt(Call& call, std::int64_t first, std::int64_t last,
                 const std::function<void(const Receipt&)>& use);

/// The first result of a receipt stays; returns the one that is kept.
Signed keepResult(Call& call, const Receipt& receipt, const Signed& result);

struct Outage {
    Instant startedAt;
    std::optional<Instant> endedAt;
    std::string reason;
};
void beginOutage(Call& call, const std::string& reason);
/// When the outage that has just ended began; nothing when there was none.
std::optional<Instant> endOutage(Call& call);
/// Receipts that have been given out without a signature since an instant.
std::vector<Receipt> unsignedSince(Call& call, Instant since);
/// Newest first.
std::vector<Outage> outages(Call& call);

struct Closing {
    std::int64_t number = 0;
    Instant closedAt;
    std::string closedLocal;
    Date date; ///< business day
    std::int64_t first = 0;
    std::int64_t last = 0;
    std::optional<std::string> session;
    Json master;
};
void insertClosing(Call& call, const Closing& closing);
std::vector<Closing> closingsOf(Call& call, Date from, Date to);
/// The last receipt before an instant that no closing holds.
std::optional<std::int64_t> lastOpenBefore(Call& call, Instant before, std::int64_t closedTo);
/// When a receipt was recorded.
Instant recordedAt(Call& call, std::int64_t sequence);

struct Device {
    std::int64_t number = 0;
    std::string serial;
    std::string algorithm;
    std::string timeFormat;
    std::string publicKey;
};
/// Devices that signed receipts of a range.
std::vector<Device> devicesOf(Call& call, std::int64_t first, std::int64_t last);

} // namespace svc::kassensichv
