#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <svc/currency.hpp>
#include <svc/date.hpp>
#include <svc/decimal.hpp>

namespace svc::fr_einvoicing {

/// A part of a payment, of one VAT rate.
struct RateAmount {
    Decimal rate = {};       ///< percent
    std::int64_t amount = 0; ///< with tax, minor units
};

/// A company in a status message. Roles of UNCL 3035: SE seller, BY buyer.
struct MessageParty {
    std::string siren = {};
    std::string name = {};
    std::string role = {};
};

/// The invoice that a status is about.
struct InvoiceReference {
    std::string number = {};
    int typeCode = 380; ///< UNCL 1001
    Date date = {};
    std::string sellerSiren = {};
};

/// An outgoing status of the life cycle.
struct StatusMessage {
    std::string id = {};      ///< at most 50 characters
    std::string madeAt = {};  ///< YYYYMMDDHHMMSS, local time
    std::string profile = {}; ///< guideline identifier of the message
    std::string code = {};    ///< 205, 210, 211, 212 …
    InvoiceReference invoice = {};
    MessageParty sender = {};
    MessageParty recipient = {};
    std::string reasonCode = {};       ///< of a refusal
    std::string reason = {};           ///< of a refusal, or of a reversed payment
    std::optional<Date> paidOn = {};   ///< of 212
    Currency currency = {};            ///< of `paid`
    std::vector<RateAmount> paid = {}; ///< of 212; negative when a payment is reversed
};

/// The status as a CrossDomainAcknowledgementAndResponse of UN/CEFACT (CDAR, D22B).
std::string writeStatus(const StatusMessage& message);

/// An incoming status.
struct ToldStatus {
    std::string code = {};
    std::string label = {};     ///< as in the message; may be empty
    std::string number = {};    ///< of the invoice
    std::string localTime = {}; ///< `YYYY-MM-DD HH:MM:SS` in Paris; empty when the message has none
    std::string reasonCode = {};
    std::string reason = {};
};

/// All statuses in a CDAR; nothing when the text is no CDAR.
std::optional<std::vector<ToldStatus>> readStatuses(std::string_view text);

} // namespace svc::fr_einvoicing
