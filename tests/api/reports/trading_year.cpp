#include "api/reports/trading_year.hpp"

#include <algorithm>

namespace svc::test {

TradingYear::TradingYear(Desk& desk, int year, std::vector<std::string> rates, int scale)
    : desk_(desk), year_(year), rates_(std::move(rates)), scale_(scale) {}

int TradingYear::trade() {
    begin();
    for (int each = 1; each <= 12; ++each) {
        month(each);
    }
    return operations_;
}

void TradingYear::month(int month) {
    buy(month);
    for (int i = 0; i < 18; ++i) {
        sell(month);
    }
    sellAbroad(month);
    correct(month);
    spend(month);
    moveMoney(month);
    moveStock(month);
    readStatement(month);
}

unsigned TradingYear::next(unsigned bound) {
    seed_ = seed_ * 1664525U + 1013904223U;
    return (seed_ >> 8U) % bound;
}

std::string TradingYear::money(unsigned cents) {
    if (scale_ == 1) {
        return std::to_string(cents / 100) + '.' + (cents % 100 < 10 ? "0" : "") +
               std::to_string(cents % 100);
    }
    return std::to_string(cents);
}

std::string TradingYear::date(int month, unsigned day) const {
    const auto two = [](unsigned value) { return (value < 10 ? "0" : "") + std::to_string(value); };
    return std::to_string(year_) + '-' + two(static_cast<unsigned>(month)) + '-' + two(day);
}

Json TradingYear::make(const std::string& path, const std::string& body) {
    ++operations_;
    return desk_.make(path, js(body));
}

void TradingYear::begin() {
    EXPECT_EQ(desk_
                  .put("/rates/USD", js(std::string("{'rate':") + (scale_ == 1 ? "1.25" : "0.0016") +
                                        ",'date':'" + date(1, 1) + "'}"))
                  .status,
              200);
    for (const char* name : {"Œuvre & Łódź", "Müller | Söhne", "=Formel", "Hôtel des Quais",
                             "Blue Harbor Inc", "Straßenbau Größe", "Café Lumière", "Nord Süd"}) {
        customers_.push_back(make("/partners", std::string("{'name':'") + name + "'}").textOr("id"));
    }
    for (const char* name : {"Großhandel Süd", "Brûlerie du Nord"}) {
        suppliers_.push_back(
            make("/partners", std::string("{'kind':'supplier','name':'") + name + "'}").textOr("id"));
    }
    for (std::size_t i = 0; i < 3; ++i) {
        items_.push_back(make("/items", "{'name':'Goods " + std::to_string(i) + "','price':" + money(12000) +
                                            ",'taxRate':" + rates_[i % rates_.size()] + '}')
                             .textOr("id"));
    }
    savings_ = make("/wallets", "{'name':'Savings','kind':'bank'}").textOr("id");
    make("/transactions", "{'walletId':'" + savings_ + "','direction':'in','amount':" + money(90000000) +
                              ",'category':'owner_contribution','date':'" + date(1, 1) + "'}");
    for (const char* wallet : {"cashWalletId", "bankWalletId"}) {
        make("/transactions", "{'walletId':'" + desk_.value(wallet) +
                                  "','direction':'in','amount':" + money(20000000) +
                                  ",'category':'owner_contribution','date':'" + date(1, 1) + "'}");
    }
}

void TradingYear::buy(int month) {
    const std::string& supplier = suppliers_[next(2)];
    for (std::size_t i = 0; i < items_.size(); ++i) {
        const Json order =
            make("/purchases",
                 "{'partnerId':'" + supplier + "','receiveNow':true,'date':'" + date(month, 1 + next(3)) +
                     "','lines':[{'itemId':'" + items_[i] + "','quantity':" + std::to_string(20 + next(9)) +
                     ",'unitPrice':" + money(4000 + next(2000)) + ",'taxRate':" + rates_[i % rates_.size()] +
                     "},{'label':'Fracht','service':true,'quantity':1,'unitPrice':" + money(500 + next(900)) +
                     ",'taxRate':" + rates_.front() + "}]}");
        if (next(4) != 0) {
            const bool part = next(3) == 0;
            make("/purchases/" + order.textOr("id") + "/payments",
                 "{'walletId':'" + savings_ + "','date':'" + date(month, 10 + next(15)) + "','amount':" +
                     (part ? money(10000) : money(static_cast<unsigned>(order["total"].integer()))) + "}");
        }
    }
}

std::string TradingYear::line() {
    switch (next(3)) {
    case 0:
        return "{'itemId':'" + items_[next(3)] + "','quantity':" + std::to_string(1 + next(2)) + '}';
    case 1:
        return "{'label':'Service','service':true,'quantity':1,'unitPrice':" + money(1000 + next(90000)) +
               ",'taxRate':" + rate() + '}';
    default:
        return "{'label':'Ware','quantity':" + std::to_string(1 + next(5)) +
               ",'unitPrice':" + money(101 + next(9000)) +
               ",'discountPercent':" + std::to_string(next(2) * 10) + ",'taxRate':" + rate() + '}';
    }
}

void TradingYear::sell(int month) {
    std::string lines = line();
    for (unsigned more = next(3); more > 0; --more) {
        lines += ',' + line();
    }
    const std::string day = date(month, 4 + next(8));
    if (next(3) == 0) {
        make("/sales", "{'paidInFull':true,'date':'" + day + "','lines':[" + lines + "]}");
        return;
    }
    const Json sale =
        make("/sales", "{'partnerId':'" + customers_[next(static_cast<unsigned>(customers_.size()))] +
                           "','date':'" + day + "','lines':[" + lines + "]}");
    const auto total = static_cast<unsigned>(sale["total"].integer());
    const unsigned way = next(5);
    if (way == 0 || total < 4) {
        return;
    }
    const unsigned first = way == 1 ? total / 3 : total;
    const auto pay = [&](unsigned amount, unsigned after) {
        make("/sales/" + sale.textOr("id") + "/payments",
             "{'walletId':'" + desk_.value(next(2) == 0 ? "cashWalletId" : "bankWalletId") + "','date':'" +
                 date(month, after) + "','amount':" + money(amount) + '}');
    };
    pay(first, 14 + next(6));
    if (way == 1 && next(2) == 0) {
        pay(total - first, 22 + next(6));
    }
}

void TradingYear::sellAbroad(int month) {
    const Json sale = make("/sales", "{'partnerId':'" + customers_[4] + "','currency':'USD','exchangeRate':" +
                                         (scale_ == 1 ? "1.25" : "0.0016") + ",'date':'" + date(month, 12) +
                                         "','lines':[{'label':'Export','quantity':1,'unitPrice':" +
                                         std::to_string(100 + next(900)) + ",'taxCategory':'G'}]}");
    if (next(3) != 0) {
        const auto cents = static_cast<unsigned>(sale["total"].integer());
        const std::string dollars = std::to_string(cents / 100);
        make("/sales/" + sale.textOr("id") + "/payments",
             "{'walletId':'" + desk_.value("bankWalletId") + "','date':'" + date(month, 20) +
                 "','amount':" + dollars +
                 ",'walletAmount':" + (scale_ == 1 ? dollars : std::to_string(cents / 100 * 600)) + '}');
    }
}

void TradingYear::correct(int month) {
    const auto sale = [&](bool paid) {
        return make("/sales", "{'partnerId':'" + customers_[next(4)] + "','paidInFull':" +
                                  (paid ? "true" : "false") + ",'date':'" + date(month, 5) + "','lines':[" +
                                  "{'label':'Ware','quantity':2,'unitPrice':" + money(3333 + next(500)) +
                                  ",'taxRate':" + rate() + "}," + line() + "]}");
    };
    ++operations_;
    const std::string cancelled = sale(false).textOr("id");
    EXPECT_EQ(desk_.post("/sales/" + cancelled + "/cancel", js("{'date':'" + date(month, 7) + "'}")).status,
              200);
    const Json returned = sale(true);
    make("/sales/" + returned.textOr("id") + "/refund",
         "{'date':'" + date(month, 9) + "','reason':'Broken','lines':[{'lineId':'" +
             returned["lines"][0].textOr("id") + "','quantity':1}]}");
    make("/sales/" + sale(false).textOr("id") + "/refund",
         "{'date':'" + date(month, 9) + "','amount':" + money(1000) + '}');
}

void TradingYear::spend(int month) {
    // Characters whose spelling in a code page has a separator or several letters.
    std::string label = "55″｜‖；";
    for (int i = 0; i < 40; ++i) {
        label += "中";
    }
    for (const char* category : {"rent", "supplies", "maintenance"}) {
        make("/expenses", std::string("{'label':'Kosten','category':'") + category +
                              "','amount':" + money(5000 + next(90000)) + ",'taxRate':" + rate() +
                              ",'walletId':'" + savings_ + "','date':'" + date(month, 15) + "'}");
    }
    make("/expenses", "{'label':'" + label + "','category':'insurance','amount':" + money(30000) +
                          ",'taxRate':0,'walletId':'" + savings_ + "','date':'" + date(month, 16) + "'}");
}

void TradingYear::moveMoney(int month) {
    make("/wallets/transfer", "{'fromWalletId':'" + savings_ + "','toWalletId':'" +
                                  desk_.value("bankWalletId") + "','amount':" + money(10000 + next(9999)) +
                                  ",'date':'" + date(month, 17) + "'}");
    make("/wallets/transfer", "{'fromWalletId':'" + savings_ + "','toWalletId':'" +
                                  desk_.value("cashWalletId") + "','amount':" + money(20000) +
                                  ",'fee':" + money(150) + ",'date':'" + date(month, 18) + "'}");
    make("/transactions", "{'walletId':'" + savings_ + "','direction':'out','amount':" + money(1200) +
                              ",'category':'bank_fees','date':'" + date(month, 19) + "'}");
    const Json wrong =
        make("/transactions", "{'walletId':'" + savings_ + "','direction':'in','amount':" + money(5000) +
                                  ",'category':'other_income','date':'" + date(month, 20) + "'}");
    ++operations_;
    EXPECT_EQ(desk_
                  .post("/transactions/" + wrong.textOr("id") + "/void",
                        js("{'reason':'Typed twice','date':'" + date(month, 21) + "'}"))
                  .status,
              200);
    make("/transactions", "{'walletId':'" + savings_ + "','direction':'in','amount':" + money(500) +
                              ",'date':'" + date(month, 22) + "'}");
}

void TradingYear::moveStock(int month) {
    const std::string head =
        "{'locationId':'" + desk_.value("locationId") + "','date':'" + date(month, 25) + "',";
    make("/stock/adjustments",
         head + "'reason':'loss','lines':[{'itemId':'" + items_[next(3)] + "','quantity':-1}]}");
    make("/stock/counts", head + "'lines':[{'itemId':'" + items_[next(3)] +
                              "','counted':" + std::to_string(2 + next(5)) + "}]}");
}

/// Five bank lines: a paid invoice, one paid minus a fee, one matched in part by mistake and reopened, a bank
/// fee, and a line that matches nothing.
void TradingYear::readStatement(int month) {
    const auto invoice = [&](unsigned cents) {
        return make("/sales", "{'partnerId':'" + customers_[next(4)] + "','date':'" + date(month, 13) +
                                  "','lines':[{'label':'Ware','quantity':1,'unitPrice':" + money(cents) +
                                  ",'taxRate':" + rate() + "}]}");
    };
    const Json paid = invoice(20000 + next(9999));
    const Json less = invoice(30000 + next(9999));
    const Json mistaken = invoice(40000 + next(9999));
    const unsigned fee = 250;
    const auto total = [](const Json& sale) { return static_cast<unsigned>(sale["total"].integer()); };
    std::string text = "Date;Text;Amount\n";
    const auto line = [&](const std::string& amount, const std::string& label) {
        std::string written = amount;
        std::replace(written.begin(), written.end(), '.', ',');
        text += date(month, 23) + ';' + label + ' ' + std::to_string(month) + ';' + written + '\n';
    };
    line(money(total(paid)), "Paid");
    line(money(total(less) - fee), "Less");
    line(money(total(mistaken) / 2), "Mistaken");
    line("-" + money(990), "Fee");
    line(money(1), "Nobody");
    const Json columns = js("{'bookingDate':0,'remittance':1,'amount':2}");
    const Json statement = desk_.make("/wallets/" + desk_.value("bankWalletId") + "/statements",
                                      Json::object({{"content", text},
                                                    {"format", "csv"},
                                                    {"csv", Json::object({{"delimiter", ";"},
                                                                          {"decimal", ","},
                                                                          {"dateFormat", "YYYY-MM-DD"},
                                                                          {"columns", columns}})}}));
    const auto& ids = statement["bankTransactionIds"].items();
    ASSERT_EQ(ids.size(), 5U);
    const auto act = [&](std::size_t index, const std::string& what, const std::string& body) {
        ++operations_;
        const Answer answer = desk_.post("/bank-transactions/" + ids[index].text() + '/' + what, js(body));
        EXPECT_EQ(answer.status, 200) << what << ' ' << answer.body;
    };
    const auto matching = [](const Json& sale, const std::string& more) {
        return "{'matches':[{'kind':'sale','id':'" + sale.textOr("id") + "'}]" + more + '}';
    };
    act(0, "match", matching(paid, ""));
    act(1, "match", matching(less, ",'writeOff':{'amount':-" + money(fee) + ",'category':'bank_fees'}"));
    act(2, "match", matching(mistaken, ""));
    act(2, "reopen", "{'date':'" + date(month, 24) + "'}");
    act(3, "transaction", "{'category':'bank_fees'}");
    act(4, "ignore", "{'reason':'Not ours'}");
}

void TradingYear::till() {
    const std::string wallet =
        make("/wallets", "{'name':'Till','kind':'cash','requireSession':true}").textOr("id");
    unsigned drawer = 0;
    for (const unsigned counted : {10300U, 9900U}) {
        const std::string session =
            make("/cash-sessions", "{'walletId':'" + wallet + "','openingAmount':" + money(drawer) + '}')
                .textOr("id");
        make("/sales", "{'lines':[{'label':'Ware','quantity':1,'unitPrice':" + money(7000) +
                           ",'taxRate':" + rate() + "}],'payments':[{'walletId':'" + wallet +
                           "','amount':" + money(5000) + "}]}");
        make("/transactions", "{'walletId':'" + wallet + "','direction':'in','amount':" + money(5000) +
                                  ",'category':'other_income'}");
        ++operations_;
        const Answer closed =
            desk_.post("/cash-sessions/" + session + "/close",
                       js("{'countedAmount':" + money(drawer + counted) + ",'leaveAmount':" + money(2000) +
                          ",'depositToWalletId':'" + desk_.value("bankWalletId") + "'}"));
        EXPECT_EQ(closed.status, 200) << closed.body;
        EXPECT_NE(closed.json["difference"].integer(), 0);
        drawer = 2000;
    }
}

} // namespace svc::test
