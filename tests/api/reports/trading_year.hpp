#pragma once

#include "api/business/desk.hpp"

namespace svc::test {

/// Some hundred operations of all kinds in one calendar year, the same in every run: purchases and their
/// payments, sales of goods and services at every tax rate, exports in another currency, partial payments,
/// refunds, cancellations, expenses, transfers, free movements, stock, bank lines and reversed payments.
/// Amounts are for a currency with cents; in a currency without decimals they are a hundred times as large.
class TradingYear {
public:
    TradingYear(Desk& desk, int year, std::vector<std::string> rates, int scale);

    /// Trades from January to December; returns the number of operations.
    int trade();
    /// Trades one more month, for tests of the following year.
    void month(int month);

    /// A day at the till, today by the clock of the service. One session ends with a surplus, the next with a
    /// shortage.
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
