#pragma once

#include <string>
#include <vector>

#include "api/business/desk.hpp"
#include "api/business/readers/invoice_taxes.hpp"

namespace svc::test {

/// A company that sells goods and services at two rates, to businesses and at its till.
class Trader {
public:
    /// `goods`, `services`: rates of VAT, percent.
    Trader(std::unique_ptr<Desk> desk, std::string goods, std::string services);

    /// Changes the company's own record.
    void be(const Json& record) { desk().change("", record); }
    void know(const Json& partner) { partners_.push_back(desk().make("/partners", partner).textOr("id")); }
    void enable(const std::string& regime, const Json& settings);

    Json invoice(std::size_t partner, bool paid = false);
    Json ticket();
    /// Refunds the whole sale.
    void refund(const Json& sale);
    void cancel(const Json& sale);

    Desk& desk() { return *desk_; }
    /// Net and tax by rate from the books, without rates whose sums are zero.
    TaxesByRate books();
    /// Number of documents of all kinds so far.
    std::size_t documents() const { return documents_; }
    std::string uuid() const;

private:
    Json order();

    std::unique_ptr<Desk> desk_;
    std::string goods_;
    std::string services_;
    std::string firstDay_;
    std::vector<std::string> partners_;
    int count_ = 0;
    std::size_t documents_ = 0;
};

} // namespace svc::test
