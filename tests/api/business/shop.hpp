#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "api/business/desk.hpp"

namespace svc::test {

/// The data of a shop in a country: what it needs to sell under its regime.
struct Market {
    std::string regime;
    std::string country;
    int rate = 0;       ///< VAT in percent
    int price = 0;      ///< including VAT, in major units
    bool sends = false; ///< to an authority
    Json settings = Json::object();
};

/// An issued document as the test remembers it, in the order of creation.
struct Written {
    std::string kind;       ///< ticket, invoice, credit_note
    std::string id;         ///< id of the document
    std::string number;     ///< number on the document
    std::string original;   ///< for a credit note: the number of the document that it reverses
    bool cancels = false;   ///< a credit note that cancels an invoice
    std::int64_t total = 0; ///< minor units; negative for a credit note
    std::string date;
};

/// Sells through HTTP in its own company and remembers the documents.
class Shop {
public:
    /// Enables the regime in production with automatic submission.
    Shop(RunningService& service, const Market& market);
    /// Disables the regime, so that pending submissions are not sent during other tests.
    ~Shop();
    Shop(const Shop&) = delete;
    Shop& operator=(const Shop&) = delete;

    /// Sells on a ticket that is paid at once, and on an invoice.
    void sell();
    /// Pays the last invoice, or cancels it.
    void payInvoice();
    void cancelInvoice();
    /// Refunds the last ticket.
    void refundTicket();

    /// Changes the given settings of the regime.
    void set(const Json& settings);
    const Market& market() const { return market_; }
    const std::vector<Written>& written() const { return written_; }
    /// Sales minus refunds in minor units; `month`: only dates that begin with it.
    std::int64_t total(const std::string& month = {}) const;
    std::string companyUuid() const;
    Desk& desk() { return desk_; }

private:
    Json post(const std::string& path, const Json& body, int status = 201);
    void write(const Json& sale);

    Market market_;
    Desk desk_;
    std::string partner_;
    int count_ = 0;
    std::vector<Written> written_;
    std::string ticket_;
    std::string invoice_;
};

} // namespace svc::test
