#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "api/business/desk.hpp"

namespace svc::test {

/// A country's shop: what it needs to sell under its regime.
struct Market {
    std::string regime;
    std::string country;
    int rate = 0;       ///< VAT, percent
    int price = 0;      ///< with VAT, in whole units of the currency
    bool sends = false; ///< to an authority
    Json settings = Json::object();
};

/// A document as the test remembers it, in the order in which it was made.
struct Written {
    std::string kind;       ///< ticket, invoice, credit_note
    std::string id;         ///< of the document
    std::string number;     ///< on paper
    std::string original;   ///< of a credit note: the number of what it takes back
    bool cancels = false;   ///< a credit note that cancels an invoice
    std::int64_t total = 0; ///< minor units, of a credit note below zero
    std::string date;
};

/// Sells through HTTP in a company of its own, and remembers what it has written.
class Shop {
public:
    /// The regime is enabled, in production, with everything submitted by itself.
    Shop(RunningService& service, const Market& market);
    /// Disables the regime: what still waits is not sent while other tests run.
    ~Shop();
    Shop(const Shop&) = delete;
    Shop& operator=(const Shop&) = delete;

    /// A ticket that is paid at once, and an invoice.
    void sell();
    /// Pays the last invoice, or cancels it.
    void payInvoice();
    void cancelInvoice();
    /// Gives back what the last ticket was.
    void refundTicket();

    /// Changes the settings of the regime, as far as they are given.
    void set(const Json& settings);
    const Market& market() const { return market_; }
    const std::vector<Written>& written() const { return written_; }
    /// What was sold less what was taken back, minor units; in the months whose dates begin like this.
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
