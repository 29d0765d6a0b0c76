#pragma once

#include "api/business/desk.hpp"

namespace svc::test {

/// Some hundred operations of all kinds in one calendar year, the same on every run: purchases and their
/// payments, sales of goods and services at every rate, exports in another currency, parts paid, refunds,
/// cancellations, expenses, transfers, free movements, stock, bank lines and payments that are taken back.
/// Amounts are those of a currency with cents; one without has a hundred times as much.
class TradingYear {
public:
    TradingYear(Desk& desk, int year, std::vector<std::string> rates, int scale);

    /// Trades from January to December; gives the number of operations.
    int trade();
    /// One more month, for what comes after a year.
    void month(int month);

    /// A day at the till: it takes place today, by the clock of the service. Counted too much, then too
    /// little.
    void till();

    const std::vector<std::string>& customers() const { return customers_; }

private:
    unsigned next(unsigned bound);
    std::string money(unsigned cents);
    std::string date(int month, unsigned day) const;
    const std::string& rate() { return rates_[next(static_cast<unsigned>(rates_.size()))]; }
    std::string line();
    Json make(const std::string& path, const std::string& body);

    void begin();
    void buy(int month);
    void sell(int month);
    void sellAbroad(int month);
    void correct(int month);
    void spend(int month);
    void moveMoney(int month);
    void moveStock(int month);
    void readStatement(int month);

    Desk& desk_;
    int year_;
    std::vector<std::string> rates_;
    int scale_;
    unsigned seed_ = 20250101;
    int operations_ = 0;
    std::vector<std::string> customers_;
    std::vector<std::string> suppliers_;
    std::vector<std::string> items_;
    std::string savings_;
};

} // namespace svc::test
