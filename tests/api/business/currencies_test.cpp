// The same trade in companies whose currency has no, two or three decimals: bought, stocked, sold, paid,
// moved between wallets, refunded, printed. The amounts in minor units are the same, and rounding loses
// nothing.
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>

#include "api/business/desk.hpp"
#include "support/program.hpp"

namespace svc::test {
namespace {

using ::testing::HasSubstr;

struct Money {
    const char* country;
    const char* currency;
    int decimals;
    const char* printed; ///< 2380 minor units, in English
};

class Currencies : public ::testing::TestWithParam<Money> {
protected:
    /// Minor units as a number of major units: 2468 is 2.468 in dinars.
    std::string major(std::int64_t minor) const {
        const auto decimals = static_cast<std::size_t>(GetParam().decimals);
        std::string text = std::to_string(minor);
        if (decimals == 0) {
            return text;
        }
        text.insert(0, text.size() <= decimals ? decimals + 1 - text.size() : 0, '0');
        return text.substr(0, text.size() - decimals) + '.' + text.substr(text.size() - decimals);
    }
    /// A tenth of a minor unit.
    std::string tooFine() const {
        return GetParam().decimals == 0
                   ? "0.1"
                   : "0." + std::string(static_cast<std::size_t>(GetParam().decimals), '0') + "1";
    }
    /// The text on the pages.
    static std::string textOf(const std::string& pdf) {
        const auto path = std::filesystem::temp_directory_path() / (unique("invoice") + ".pdf");
        std::ofstream(path, std::ios::binary) << pdf;
        const std::string text = runProgram({"/usr/bin/pdftotext", "-layout", path.string(), "-"}).output;
        std::filesystem::remove(path);
        return text;
    }
    std::int64_t balance(const std::string& wallet) {
        for (const Json& one : rowsOf(desk.read("/wallets?limit=500"))) {
            if (one.textOr("id") == wallet) {
                return one["balance"].integer();
            }
        }
        return -1;
    }
    std::string made(const std::string& path, const std::string& body,
                     const std::vector<std::string>& values = {}) {
        return desk.make(path, js(body, values)).textOr("id");
    }

    Desk desk{sharedService(), std::string("Trade ") + GetParam().currency, GetParam().country};
};

TEST_P(Currencies, OneTradeInEveryModule) {
    desk.change("", js("{'vatNumber':'FR40303265045'}"));
    const std::string partner = made("/partners", "{'name':'Both','kind':'both'}");
    const std::string item = made("/items", "{'name':'Thing','price':$1,'taxRate':19}", {major(1190)});

    // 3 × 1190 with 19 %: 3570 = 3000 + 570.
    const Json purchase = desk.make(
        "/purchases",
        js("{'partnerId':'$1','receiveNow':true,'lines':[{'itemId':'$2','quantity':3,'unitPrice':$3,"
           "'taxRate':19}]}",
           {partner, item, major(1190)}));
    EXPECT_EQ(purchase.textOr("currency"), GetParam().currency);
    EXPECT_EQ(purchase["total"].integer(), 3570);
    EXPECT_EQ(purchase["taxTotal"].integer(), 570);
    EXPECT_EQ(desk.read("/stock?itemId=" + item)[0]["value"].integer(), 3000);

    // One and two lines of 333: 333 and 999 with 19 %; tax is computed once per document.
    const Json odd =
        desk.make("/sales", js("{'lines':[{'label':'A','quantity':1,'unitPrice':$1,'taxRate':19},"
                               "{'label':'B','quantity':2,'unitPrice':$1,'taxRate':19}]}",
                               {major(333)}));
    EXPECT_EQ(odd["total"].integer(), 999);
    EXPECT_EQ(odd["taxTotal"].integer(), 160); // 999 × 19 / 119 = 159.5
    EXPECT_EQ(odd["subtotal"].integer(), 839);

    const Json sale =
        desk.make("/sales", js("{'partnerId':'$1','lines':[{'itemId':'$2','quantity':2}]}", {partner, item}));
    EXPECT_EQ(sale["total"].integer(), 2380);
    EXPECT_EQ(desk.read("/stock?itemId=" + item)[0]["value"].integer(), 1000);

    const std::string cash = desk.value("cashWalletId");
    const std::string bank = desk.value("bankWalletId");
    const std::string payments = "/sales/" + sale.textOr("id") + "/payments";
    EXPECT_TRUE(
        isRefusal(desk.post(payments, js("{'amount':$1}", {tooFine()})), 400, "field-invalid:amount"));
    EXPECT_TRUE(
        isRefusal(desk.post(payments, js("{'amount':$1}", {major(2381)})), 400, "amount-above-outstanding"));
    const Json paid = desk.make(payments, js("{'amount':$1,'walletId':'$2'}", {major(2379), cash}));
    EXPECT_EQ(paid["sale"]["balance"].integer(), 1);
    desk.make(payments, js("{'amount':$1,'walletId':'$2'}", {major(1), cash}));
    EXPECT_EQ(balance(cash), 2380);

    desk.make("/purchases/" + purchase.textOr("id") + "/payments",
              js("{'amount':$1,'walletId':'$2'}", {major(70), cash}));
    EXPECT_EQ(desk.read("/partners/" + partner)["payable"].integer(), 3500);
    EXPECT_TRUE(
        isRefusal(desk.post("/wallets/transfer", js("{'fromWalletId':'$1','toWalletId':'$2','amount':$3}",
                                                    {cash, bank, tooFine()})),
                  400, "field-invalid:amount"));
    desk.make("/wallets/transfer", js("{'fromWalletId':'$1','toWalletId':'$2','amount':$3,'fee':$4}",
                                      {cash, bank, major(1001), major(7)}));
    EXPECT_EQ(balance(cash), 2380 - 70 - 1008);
    EXPECT_EQ(balance(bank), 1001);

    // A half of what was sold is returned: 1190, with the stock valued at its cost.
    desk.make("/sales/" + sale.textOr("id") + "/refund",
              js("{'lines':[{'lineId':'$1','quantity':1}],'walletId':'$2'}",
                 {sale["lines"][0].textOr("id"), cash}));
    EXPECT_EQ(balance(cash), 2380 - 70 - 1008 - 1190);
    EXPECT_EQ(desk.read("/stock?itemId=" + item)[0]["value"].integer(), 2000);

    const Json summary = desk.read("/reports/summary?period=today");
    EXPECT_EQ(summary.textOr("currency"), GetParam().currency);
    EXPECT_EQ(summary["receivables"]["total"].integer(), 999);
    EXPECT_EQ(summary["payables"]["total"].integer(), 3500);
    EXPECT_EQ(summary["stock"]["value"].integer(), 2000);

    const Answer invoice =
        desk.get("/sales/" + sale.textOr("id") + "/invoice.pdf", {{"Accept-Language", "en"}});
    ASSERT_TRUE(hasStatus(invoice, 200));
    const std::string printed = textOf(invoice.body);
    EXPECT_THAT(printed, HasSubstr(GetParam().printed));
    for (const BookLine& line : desk.books()) {
        const std::string amount = line.at("debit");
        const std::size_t point = amount.find('.');
        EXPECT_EQ(point == std::string::npos ? 0 : amount.size() - point - 1,
                  static_cast<std::size_t>(GetParam().decimals))
            << amount;
    }
    expectInvariants(sharedService());
}

INSTANTIATE_TEST_SUITE_P(Companies, Currencies,
                         ::testing::Values(Money{"TN", "TND", 3, "2.380"}, Money{"SN", "XOF", 0, "2,380"},
                                           Money{"LU", "EUR", 2, "23.80"}),
                         [](const auto& of) { return std::string(of.param.currency); });

} // namespace
} // namespace svc::test
