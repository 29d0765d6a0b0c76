// What bank lines can be matched with: documents, movements, transfers between wallets.
#include <barrier>
#include <thread>

#include <gmock/gmock.h>

#include "api/business/bank_fixture.hpp"
#include "api/business/together.hpp"

namespace svc::test {
namespace {

using ::testing::AnyOf;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

constexpr const char* NoLine = "bnk_01jd9sm21dgf283dwskftxp5m7";

TEST_F(Bank, AMatchPaysAndReopeningTakesItBack) {
    const Json sale = invoice("Hôtel des Quais", "176");
    const std::string id =
        line({"176,00", "VIR " + sale.textOr("number"), "HOTEL DES QUAIS", "FR7630006000011234567890189"});
    const Json suggestions = desk.read("/bank-transactions/" + id + "/suggestions");
    ASSERT_GE(suggestions.size(), 1U);
    EXPECT_EQ(suggestions[0]["matches"][0].textOr("id"), sale.textOr("id"));
    EXPECT_EQ(suggestions[0]["matches"][0]["amount"].integer(), 17600);
    EXPECT_TRUE(suggestions[0]["writeOff"].isNull());
    desk.events();
    const Answer matched = act(id, "match", "{'matches':[{'kind':'sale','id':'" + sale.textOr("id") + "'}]}");
    ASSERT_TRUE(hasStatus(matched, 200));
    EXPECT_EQ(matched.json.textOr("status"), "matched");
    EXPECT_EQ(matched.json["matches"][0]["amount"].integer(), 17600);
    const std::vector<Json> events = desk.events();
    ASSERT_THAT(typesOf(events), ElementsAre("payment.received", "invoice.paid"));
    EXPECT_EQ(events[0]["data"].textOr("origin"), "bank_match");
    EXPECT_EQ(desk.read("/sales/" + sale.textOr("id")).textOr("paymentStatus"), "paid");
    EXPECT_EQ(walletNow()["balance"].integer(), 17600);
    EXPECT_EQ(walletNow()["unreconciled"].integer(), 0);
    EXPECT_TRUE(desk.read("/transactions?kind=sale_payment&walletId=" + wallet)[0]
                    .optionalBool("reconciled")
                    .value());
    for (const char* what : {"match", "ignore", "transaction"}) {
        EXPECT_TRUE(isRefusal(
            act(id, what, "{'reason':'x','matches':[{'kind':'sale','id':'" + sale.textOr("id") + "'}]}"), 400,
            "bank-transaction-not-open"));
    }
    EXPECT_EQ(desk.read("/bank-transactions/" + id + "/suggestions").size(), 0U);

    EXPECT_TRUE(isRefusal(act(id, "reopen", "{'date':'2026-01-05'}"), 400, "field-invalid:date"))
        << "before the money came";
    const Answer reopened = act(id, "reopen", "{}");
    ASSERT_TRUE(hasStatus(reopened, 200));
    EXPECT_EQ(reopened.json.textOr("status"), "unmatched");
    EXPECT_THAT(typesOf(desk.events()), ::testing::Contains("transaction.voided"));
    EXPECT_EQ(desk.read("/sales/" + sale.textOr("id"))["balance"].integer(), 17600);
    EXPECT_EQ(walletNow()["balance"].integer(), 0);
    EXPECT_EQ(walletNow()["unreconciled"].integer(), 17600);
    EXPECT_TRUE(isRefusal(act(id, "reopen", "{}"), 400, "bank-transaction-open"));
}

TEST_F(Bank, SeveralInvoicesAndAFee) {
    const Json one = invoice("Several AG", "100");
    const Json two = invoice("Several AG", "50");
    const std::string id = line({"149,50", one.textOr("number") + " " + two.textOr("number")});
    const std::string both =
        "{'kind':'sale','id':'" + one.textOr("id") + "'},{'kind':'sale','id':'" + two.textOr("id") + "'}";
    EXPECT_TRUE(isRefusal(act(id, "match", "{'matches':[{'kind':'sale','id':'" + one.textOr("id") + "'}]}"),
                          400, "match-amount-mismatch:4950"));
    EXPECT_TRUE(isRefusal(
        act(id, "match", "{'matches':[" + both + "],'writeOff':{'amount':-1,'category':'bank_fees'}}"), 400,
        "match-amount-mismatch:50"));
    EXPECT_TRUE(isRefusal(
        act(id, "match", "{'matches':[{'kind':'sale','id':'" + one.textOr("id") + "','amount':101}]}"), 400,
        "amount-above-outstanding"));
    EXPECT_TRUE(isRefusal(
        act(id, "match", "{'matches':[" + both + "],'writeOff':{'amount':-0.5,'category':'bribes'}}"), 400,
        "category-unknown:bribes"));
    desk.events();
    const Answer matched =
        act(id, "match", "{'matches':[" + both + "],'writeOff':{'amount':-0.50,'category':'bank_fees'}}");
    ASSERT_TRUE(hasStatus(matched, 200));
    EXPECT_EQ(matched.json["matches"].size(), 3U);
    EXPECT_THAT(typesOf(desk.events()), ElementsAre("payment.received", "invoice.paid", "payment.received",
                                                    "invoice.paid", "transaction.created"));
    EXPECT_EQ(walletNow()["balance"].integer(), 14950);
    const std::string fee = matched.json["matches"][2].textOr("transactionId");
    EXPECT_TRUE(isRefusal(desk.post("/transactions/" + fee + "/void", js("{'reason':'x'}")), 400,
                          "transaction-not-voidable"));
    ASSERT_TRUE(hasStatus(act(id, "reopen", "{}"), 200));
    EXPECT_EQ(walletNow()["balance"].integer(), 0);
    EXPECT_EQ(desk.read("/sales/" + two.textOr("id"))["balance"].integer(), 5000);
}

TEST_F(Bank, APartLeavesTheRestOpen) {
    const Json sale = invoice("Part SA", "300");
    const std::string id = line({"100,00", "Acompte " + sale.textOr("number"), "PART SA"});
    const Json first = desk.read("/bank-transactions/" + id + "/suggestions")[0];
    EXPECT_EQ(first["matches"][0]["amount"].integer(), 10000);
    desk.events();
    ASSERT_TRUE(hasStatus(
        act(id, "match", "{'matches':[{'kind':'sale','id':'" + sale.textOr("id") + "','amount':100}]}"),
        200));
    EXPECT_THAT(typesOf(desk.events()), ElementsAre("payment.received", "invoice.partially_paid"));
}

TEST_F(Bank, PurchasesArePaidByMoneyOut) {
    const std::string partner =
        desk.make("/partners", js("{'name':'Supplier','kind':'supplier'}")).textOr("id");
    const Json purchase =
        desk.make("/purchases", js("{'partnerId':'$1','supplierReference':'ER41087',"
                                   "'lines':[{'label':'Beans','quantity':1,'unitPrice':330}]}",
                                   {partner}));
    const std::string out = line({"-330,00", "Ihre Rg ER41087", "SUPPLIER"});
    const std::string in = line({"330,00", "Ihre Rg ER41087", "SUPPLIER"});
    const std::string body = "{'matches':[{'kind':'purchase','id':'" + purchase.textOr("id") + "'}]}";
    EXPECT_TRUE(isRefusal(act(in, "match", body), 400, "match-direction"));
    const Json sale = invoice("Debtor", "330");
    EXPECT_TRUE(isRefusal(act(out, "match", "{'matches':[{'kind':'sale','id':'" + sale.textOr("id") + "'}]}"),
                          400, "match-direction"));
    const Json suggestion = desk.read("/bank-transactions/" + out + "/suggestions")[0];
    EXPECT_EQ(suggestion["matches"][0].textOr("id"), purchase.textOr("id"));
    desk.events();
    ASSERT_TRUE(hasStatus(act(out, "match", body), 200));
    EXPECT_THAT(typesOf(desk.events()), ElementsAre("purchase.paid"));
    ASSERT_TRUE(hasStatus(act(out, "reopen", "{}"), 200));
    EXPECT_EQ(desk.read("/purchases/" + purchase.textOr("id"))["balance"].integer(), 33000);
}

TEST_F(Bank, ADocumentThatNeedsNoMoneyIsNotMatched) {
    const Json sale = invoice("Cancelled GmbH", "60");
    ASSERT_TRUE(hasStatus(
        desk.post("/sales/" + sale.textOr("id") + "/cancel", js("{'reason':'Wrong customer'}")), 200));
    const std::string in = line({"60,00", sale.textOr("number")});
    const std::string out = line({"-60,00", "Beans"});
    const auto body = [](const std::string& kind, const Json& document, const std::string& more = {}) {
        return "{'matches':[{'kind':'" + kind + "','id':'" + document.textOr("id") + "'" + more + "}]}";
    };
    for (const char* amount : {"", ",'amount':60", ",'amount':61"}) {
        EXPECT_TRUE(isRefusal(act(in, "match", body("sale", sale, amount)), 400, "sale-cancelled")) << amount;
    }
    // The check of the state comes before that of the direction.
    EXPECT_TRUE(isRefusal(act(out, "match", body("sale", sale)), 400, "sale-cancelled"));
    const std::string partner =
        desk.make("/partners", js("{'name':'Supplier','kind':'supplier'}")).textOr("id");
    const Json purchase = desk.make(
        "/purchases",
        js("{'partnerId':'$1','lines':[{'label':'Beans','quantity':1,'unitPrice':60}]}", {partner}));
    ASSERT_TRUE(hasStatus(
        desk.post("/purchases/" + purchase.textOr("id") + "/cancel", js("{'reason':'Too late'}")), 200));
    EXPECT_TRUE(isRefusal(act(out, "match", body("purchase", purchase)), 400, "purchase-cancelled"));
    const Json paid = invoice("Paid GmbH", "60");
    ASSERT_TRUE(hasStatus(desk.post("/sales/" + paid.textOr("id") + "/payments", js("{'amount':60}")), 201));
    for (const char* amount : {"", ",'amount':60"}) {
        EXPECT_TRUE(isRefusal(act(in, "match", body("sale", paid, amount)), 400, "amount-above-outstanding"))
            << amount;
    }
    EXPECT_EQ(read(in).textOr("status"), "unmatched");
}

TEST_F(Bank, ALineIsRecordedOrIgnored) {
    const std::string fee = line({"-3,88", "KONTOFUEHRUNG"});
    EXPECT_EQ(desk.read("/bank-transactions/" + fee + "/suggestions").size(), 0U);
    EXPECT_TRUE(isRefusal(act(fee, "transaction", "{'category':'bribes'}"), 400, "category-unknown:bribes"));
    EXPECT_TRUE(isRefusal(act(fee, "transaction", "{'partnerId':'par_01jd917ehm8vtfvkxjcsqjsvj8'}"), 404,
                          "partner-not-found"));
    desk.events();
    const Answer recorded = act(fee, "transaction", "{'category':'bank_fees'}");
    ASSERT_TRUE(hasStatus(recorded, 200));
    EXPECT_EQ(recorded.json["bankTransaction"].textOr("status"), "recorded");
    EXPECT_EQ(recorded.json["transaction"].textOr("kind"), "bank");
    EXPECT_TRUE(recorded.json["transaction"].optionalBool("reconciled").value());
    EXPECT_THAT(typesOf(desk.events()), ElementsAre("transaction.created"));
    const std::string movement = recorded.json["transaction"].textOr("id");
    EXPECT_THAT(desk.postings(movement, "PCG"), UnorderedElementsAre("512 0.00 3.88", "627 3.88 0.00"));
    // After its movement is voided in the wallet, the line is unmatched again.
    ASSERT_TRUE(hasStatus(desk.post("/transactions/" + movement + "/void", js("{'reason':'x'}")), 200));
    EXPECT_EQ(read(fee).textOr("status"), "unmatched");
    ASSERT_TRUE(hasStatus(act(fee, "transaction", "{'category':'bank_fees'}"), 200));
    desk.events();
    ASSERT_TRUE(hasStatus(act(fee, "reopen", "{}"), 200));
    EXPECT_THAT(typesOf(desk.events()), ElementsAre("transaction.voided"));

    ASSERT_TRUE(hasStatus(act(fee, "ignore", "{}"), 200));
    EXPECT_TRUE(read(fee)["ignoredReason"].isNull());
    ASSERT_TRUE(hasStatus(act(fee, "reopen", "{}"), 200));
    const Answer ignored = act(fee, "ignore", "{'reason':'Internal'}");
    EXPECT_EQ(ignored.json.textOr("status"), "ignored");
    EXPECT_EQ(ignored.json.textOr("ignoredReason"), "Internal");
    EXPECT_THAT(typesOf(desk.events()), IsEmpty());
    EXPECT_EQ(walletNow()["unreconciled"].integer(), 0);
    ASSERT_TRUE(hasStatus(act(fee, "reopen", "{}"), 200));
    EXPECT_THAT(typesOf(desk.events()), IsEmpty());
    for (const char* what : {"match", "ignore", "transaction", "reopen"}) {
        EXPECT_TRUE(isRefusal(
            desk.post(std::string("/bank-transactions/") + NoLine + '/' + what,
                      js("{'reason':'x','matches':[{'kind':'sale','id':'sal_01jd9p4be1mfmxgscfzmzebnt7'}]}")),
            404, "bank-transaction-not-found"));
    }
    EXPECT_TRUE(
        isRefusal(desk.get(std::string("/bank-transactions/") + NoLine), 404, "bank-transaction-not-found"));
    EXPECT_TRUE(isRefusal(desk.get(std::string("/bank-transactions/") + NoLine + "/suggestions"), 404,
                          "bank-transaction-not-found"));
}

TEST_F(Bank, ALongTextIsCutForWhatIsMadeOfItsLine) {
    std::string text;
    for (int i = 0; i < 1500; ++i) {
        text += "é";
    }
    const std::string cut = text.substr(0, 2000); // 1000 characters
    const std::string fee = line({"-4,88", text});
    EXPECT_EQ(read(fee).textOr("label"), text);
    const Answer recorded = act(fee, "transaction", "{'category':'bank_fees'}");
    ASSERT_TRUE(hasStatus(recorded, 200));
    EXPECT_EQ(recorded.json["transaction"].textOr("label"), cut);
    ASSERT_TRUE(hasStatus(act(fee, "reopen", "{}"), 200));
    const Json sale = invoice("Rounded GmbH", "80");
    const std::string paid = line({"80,50", text});
    ASSERT_TRUE(hasStatus(act(paid, "match",
                              "{'matches':[{'kind':'sale','id':'" + sale.textOr("id") +
                                  "'}],'writeOff':{'amount':0.5,'category':'other_income'}}"),
                          200));
    EXPECT_TRUE(hasStatus(act(paid, "reopen", "{}"), 200));
    const std::string other = desk.make("/wallets", js("{'name':'Other','kind':'bank'}")).textOr("id");
    const std::string moved = line({"-7,00", text});
    ASSERT_TRUE(
        hasStatus(act(moved, "match", "{'matches':[{'kind':'transfer','id':'" + other + "'}]}"), 200));
    EXPECT_TRUE(hasStatus(act(moved, "reopen", "{}"), 200));
}

TEST_F(Bank, MovementsThatAreThereAreNamedNotMadeTwice) {
    const std::string till =
        desk.make("/wallets", js("{'name':'T','kind':'cash','openingBalance':500}")).textOr("id");
    const Json transfer = desk.make(
        "/wallets/transfer", js("{'fromWalletId':'$1','toWalletId':'$2','amount':250}", {till, wallet}));
    const std::string id = line({"250,00", "REMISE ESPECES"});
    const Json suggestion = desk.read("/bank-transactions/" + id + "/suggestions")[0];
    EXPECT_EQ(suggestion["matches"][0].textOr("kind"), "transfer");
    EXPECT_EQ(suggestion["matches"][0].textOr("id"), transfer.textOr("id"));
    const std::string body = "{'matches':[{'kind':'transfer','id':'" + transfer.textOr("id") + "'}]}";
    desk.events();
    ASSERT_TRUE(hasStatus(act(id, "match", body), 200));
    EXPECT_THAT(typesOf(desk.events()), IsEmpty());
    EXPECT_EQ(walletNow()["balance"].integer(), 25000);
    const std::string twice = line({"250,00", "REMISE 2"});
    EXPECT_TRUE(isRefusal(act(twice, "match", body), 400, "field-invalid:matches[0].id"));
    ASSERT_TRUE(hasStatus(act(id, "reopen", "{}"), 200));
    ASSERT_TRUE(hasStatus(act(twice, "match", body), 200));
    EXPECT_TRUE(isRefusal(
        act(id, "match", "{'matches':[{'kind':'transaction','id':'txn_01jd9vbgrkwspczrn42r2ahwgm'}]}"), 404,
        "transaction-not-found"));
    EXPECT_TRUE(
        isRefusal(act(id, "match", "{'matches':[{'kind':'payment','id':'pay_01jd9r7rc6r54ckpd3wmssr98z'}]}"),
                  404, "payment-not-found"));
    EXPECT_TRUE(
        isRefusal(act(id, "match", "{'matches':[{'kind':'sale','id':'sal_01jd9p4be1mfmxgscfzmzebnt7'}]}"),
                  404, "sale-not-found"));
    EXPECT_TRUE(
        isRefusal(act(id, "match", "{'matches':[{'kind':'purchase','id':'pur_01jd97btsbgr63z4av2cdqjca2'}]}"),
                  404, "purchase-not-found"));
}

TEST_F(Bank, PaymentsOfSalesAndPurchasesAreNamed) {
    const auto matching = [](const Json& payment) {
        return "{'matches':[{'kind':'payment','id':'" + payment.textOr("id") + "'}]}";
    };
    const std::string partner =
        desk.make("/partners", js("{'name':'Supplier','kind':'supplier'}")).textOr("id");
    const Json purchase = desk.make(
        "/purchases",
        js("{'partnerId':'$1','lines':[{'label':'Beans','quantity':1,'unitPrice':60}]}", {partner}));
    const auto pay = [&](const std::string& document) {
        desk.make(document + "/payments",
                  js("{'amount':60,'method':'bank_transfer','walletId':'$1'}", {wallet}));
        return desk.read(document)["payments"][0];
    };
    const Json bought = pay("/purchases/" + purchase.textOr("id"));
    const Json sold = pay("/sales/" + invoice("Payer", "60").textOr("id"));
    const std::string out = line({"-60,00", "Beans"});
    const std::string in = line({"60,00", "Work"});
    EXPECT_TRUE(isRefusal(act(in, "match", matching(bought)), 400, "match-direction"));
    desk.events();
    for (const auto& [id, payment] : {std::pair(out, bought), std::pair(in, sold)}) {
        const Answer matched = act(id, "match", matching(payment));
        ASSERT_TRUE(hasStatus(matched, 200));
        EXPECT_EQ(matched.json["matches"][0].textOr("transactionId"), payment.textOr("transactionId"));
    }
    EXPECT_THAT(typesOf(desk.events()), IsEmpty()) << "nothing is paid twice";
    EXPECT_EQ(walletNow()["balance"].integer(), 0);
}

TEST_F(Bank, AMovementThatIsVoidedLeavesItsLine) {
    const auto movement = [&](const std::string& amount) {
        return desk
            .make("/transactions", js("{'walletId':'$1','direction':'in','amount':$2}", {wallet, amount}))
            .textOr("id");
    };
    const auto named = [](const std::string& id) { return "{'kind':'transaction','id':'" + id + "'}"; };
    const auto voided = [&](const std::string& id) {
        return desk.post("/transactions/" + id + "/void", js("{'reason':'Twice'}"));
    };
    const auto isReconciled = [&](const std::string& id) {
        for (const Json& found : rowsOf(desk.read("/transactions?kind=all&walletId=" + wallet))) {
            if (found.textOr("id") == id) {
                return found.optionalBool("reconciled").value();
            }
        }
        throw std::runtime_error("no movement " + id);
    };
    const std::string one = movement("25");
    const std::string other = movement("15");
    const std::string id = line({"40,00", "Deposit"});
    const std::string body = "{'matches':[" + named(one) + "," + named(other) + "]}";
    ASSERT_TRUE(hasStatus(act(id, "match", body), 200));
    EXPECT_EQ(walletNow()["unreconciled"].integer(), 0);
    desk.events();
    ASSERT_TRUE(hasStatus(voided(one), 200));
    EXPECT_THAT(typesOf(desk.events()), ElementsAre("transaction.voided"));
    const Json open = read(id);
    EXPECT_EQ(open.textOr("status"), "unmatched");
    EXPECT_EQ(open["matches"].size(), 0U);
    EXPECT_EQ(walletNow()["unreconciled"].integer(), 4000);
    EXPECT_FALSE(isReconciled(one));
    EXPECT_FALSE(isReconciled(other));
    EXPECT_TRUE(isRefusal(act(id, "match", body), 400, "field-invalid:matches[0].id"));
    EXPECT_TRUE(isRefusal(act(id, "reopen", "{}"), 400, "bank-transaction-open"));
    // The released document may be matched again.
    ASSERT_TRUE(
        hasStatus(act(id, "match", "{'matches':[" + named(other) + "," + named(movement("25")) + "]}"), 200));

    // Voiding this movement would also revert the payment that the match has made, so it is refused until
    // the line is reopened.
    const Json sale = invoice("Beside GmbH", "60");
    const std::string beside = movement("10");
    const std::string both = line({"70,00", sale.textOr("number")});
    ASSERT_TRUE(
        hasStatus(act(both, "match",
                      "{'matches':[{'kind':'sale','id':'" + sale.textOr("id") + "'}," + named(beside) + "]}"),
                  200));
    EXPECT_TRUE(isRefusal(voided(beside), 400, "transaction-not-voidable"));
    EXPECT_EQ(read(both).textOr("status"), "matched");
    ASSERT_TRUE(hasStatus(act(both, "reopen", "{}"), 200));
    ASSERT_TRUE(hasStatus(voided(beside), 200));
}

TEST_F(Bank, AMovementThatIsVoidedAndMatchedAtOnceLeavesItsLine) {
    const std::string key = desk.newKey();
    for (int round = 0; round < 10; ++round) {
        const std::string cents = std::to_string(round);
        const std::string movement =
            desk.make("/transactions",
                      js("{'walletId':'$1','direction':'in','amount':10.0$2}", {wallet, cents}))
                .textOr("id");
        const std::string id = line({"10,0" + cents, "Deposit"});
        const auto together = [&](const std::string& what, const Json& body) {
            return outcomes(desk, key, 2, [&](int index) {
                return index == 0 ? std::pair("/transactions/" + movement + "/void", js("{'reason':'Twice'}"))
                                  : std::pair("/bank-transactions/" + id + what, body);
            });
        };
        const Json match = js("{'matches':[{'kind':'transaction','id':'$1'}]}", {movement});
        const bool reopens = round % 2 == 1;
        if (reopens) {
            ASSERT_TRUE(hasStatus(desk.post("/bank-transactions/" + id + "/match", match), 200));
        }
        const Counts counts = reopens ? together("/reopen", Json::object()) : together("/match", match);
        EXPECT_THAT(
            counts,
            AnyOf(Counts{{"200", 2}},
                  Counts{{"200", 1},
                         {reopens ? "400 bank-transaction-open" : "400 field-invalid:matches[0].id", 1}}));
        EXPECT_EQ(read(id).textOr("status"), "unmatched");
    }
    EXPECT_EQ(walletNow()["balance"].integer(), 0);
}

TEST_F(Bank, TwoLinesOfOwnWalletsAreOneTransfer) {
    const std::string iban = "DE89370400440532013000";
    const std::string second =
        desk.make("/wallets", js("{'name':'Second','kind':'bank','iban':'" + iban + "'}")).textOr("id");
    const auto at = [&](std::string where, const Row& row) {
        std::swap(wallet, where);
        std::string id = line(row);
        std::swap(wallet, where);
        return id;
    };
    const std::string out = line({"-420,00", "Savings", "", iban});
    const std::string in = at(second, {"420,00", "Eingang"});
    const std::string stranger = at(second, {"99,00", "Zahlung"});
    const std::string paid = line({"-99,00", "Something else"});
    EXPECT_EQ(desk.read("/bank-transactions/" + paid + "/suggestions").size(), 0U)
        << "an opposite amount alone means nothing";
    for (const auto& [one, other] : {std::pair(out, in), std::pair(in, out)}) {
        const Json suggestions = desk.read("/bank-transactions/" + one + "/suggestions");
        ASSERT_EQ(suggestions.size(), 1U) << suggestions.dump();
        EXPECT_EQ(suggestions[0]["matches"][0].textOr("kind"), "transfer");
        EXPECT_EQ(suggestions[0]["matches"][0].textOr("id"), other);
        EXPECT_TRUE(same(suggestions[0]["reasons"], js("['amount','own-account','date']")));
    }
    const auto matching = [](const std::string& other) {
        return "{'matches':[{'kind':'transfer','id':'" + other + "'}]}";
    };
    EXPECT_TRUE(isRefusal(act(in, "match", matching(stranger)), 400, "match-direction"));
    EXPECT_TRUE(isRefusal(act(paid, "match", matching(in)), 400, "match-amount-mismatch:32100"));
    EXPECT_TRUE(isRefusal(act(in, "match", matching("bnk_01jd9vbgrkwspczrn42r2ahwgm")), 404,
                          "bank-transaction-not-found"));
    const std::string ownSide = line({"420,00", "The same wallet"});
    EXPECT_TRUE(isRefusal(act(out, "match", matching(ownSide)), 400, "field-invalid:matches[0].id"));
    desk.events();
    ASSERT_TRUE(hasStatus(act(in, "match", matching(out)), 200));
    EXPECT_THAT(typesOf(desk.events()), ElementsAre("transfer.completed"));
    EXPECT_EQ(read(out).textOr("status"), "matched");
    EXPECT_EQ(read(in)["matches"][0].textOr("id"), read(out)["matches"][0].textOr("id"));
    EXPECT_NE(read(in)["matches"][0].textOr("transactionId"),
              read(out)["matches"][0].textOr("transactionId"));
    EXPECT_EQ(walletNow()["balance"].integer(), -42000);
    EXPECT_TRUE(isRefusal(act(out, "match", matching(in)), 400, "bank-transaction-not-open"));
    // The books contain one transfer: out of one wallet and into the other.
    EXPECT_EQ(desk.postings(read(in)["matches"][0].textOr("id")).size(), 4U);
}

TEST_F(Bank, BothSidesOfATransferMatchedAtOnceMakeOne) {
    const std::string iban = "DE75512108001245126199";
    std::string other =
        desk.make("/wallets", js("{'name':'Other','kind':'bank','iban':'" + iban + "'}")).textOr("id");
    const std::string out = line({"-77,00", "Out", "", iban});
    std::swap(wallet, other);
    const std::string in = line({"77,00", "In"});
    std::swap(wallet, other);
    const std::string key = desk.newKey();
    Counts counts = outcomes(desk, key, 8, [&](int index) {
        const bool first = index % 2 == 0;
        return std::pair("/bank-transactions/" + (first ? out : in) + "/match",
                         js("{'matches':[{'kind':'transfer','id':'" + (first ? in : out) + "'}]}"));
    });
    EXPECT_EQ(counts, (Counts{{"200", 1}, {"400 bank-transaction-not-open", 7}}));
    EXPECT_EQ(walletNow()["balance"].integer(), -7700);
    counts = outcomes(desk, key, 8, [&](int index) {
        return std::pair("/bank-transactions/" + (index % 2 == 0 ? out : in) + "/reopen", Json::object());
    });
    EXPECT_EQ(counts, (Counts{{"200", 1}, {"400 bank-transaction-open", 7}}));
    EXPECT_EQ(walletNow()["balance"].integer(), 0);
}

TEST_F(Bank, TwoPeopleOnOneLineMatchItOnce) {
    const Json sale = invoice("Twice GmbH", "80");
    const std::string id = line({"80,00", sale.textOr("number")});
    const std::string key = desk.newKey();
    const Json body = js("{'matches':[{'kind':'sale','id':'$1'}]}", {sale.textOr("id")});
    std::barrier start(8);
    std::vector<std::thread> clients;
    std::vector<Answer> answers(8);
    for (std::size_t i = 0; i < 8; ++i) {
        clients.emplace_back([&, i] {
            HttpClient client = sharedService().client(key);
            start.arrive_and_wait();
            answers[i] = client.post(desk.path("/bank-transactions/" + id + "/match"), body);
        });
    }
    for (std::thread& client : clients) {
        client.join();
    }
    int good = 0;
    for (const Answer& answer : answers) {
        good += answer.status == 200 ? 1 : 0;
        if (answer.status != 200) {
            EXPECT_TRUE(isRefusal(answer, 400, "bank-transaction-not-open"));
        }
    }
    EXPECT_EQ(good, 1);
    EXPECT_EQ(desk.read("/sales/" + sale.textOr("id"))["payments"].size(), 1U);
}

} // namespace
} // namespace svc::test
