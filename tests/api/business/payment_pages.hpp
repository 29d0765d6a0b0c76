// Shared tests of providers with payment pages: a page is paid, paid in part, overpaid, or not paid at all.
#pragma once

#include <chrono>
#include <thread>

#include "api/business/provider_story.hpp"

namespace svc::test {

/// Payment pages in francs unless sale() is overridden.
class PaymentStory : public Story {
protected:
    explicit PaymentStory(const std::string& id) : Story(id) {
        wallet = desk.make("/wallets",
                           js("{'name':'$1','kind':'mobile_money','currency':'XOF'}", {unique("Francs")}))
                     .textOr("id");
    }
    /// Sends the provider's webhook about its page.
    virtual Answer tell() = 0;

    void connectWith(const std::string& credentials) {
        connect(js(credentials), Json::object({{"walletId", wallet}}));
        eventTypes();
        types.clear();
    }
    /// An unpaid sale of `total`.
    virtual std::string sale() { return saleInFrancs(); }
    std::string linked() {
        std::string made = sale();
        link(made, total);
        return made;
    }
    virtual std::string nameOfNextPage() { return unique("ref-"); }
    /// The service's clock in seconds; other tests have moved it forward.
    std::int64_t clockOfService() {
        const Json made = desk.make("/partners", js("{'name':'$1'}", {unique("Clock")}));
        return Instant::parse(made.textOr("createdAt"))->seconds();
    }
    /// Creates a page for the whole amount due.
    void link(const std::string& sale, std::int64_t due) {
        const Answer made = ask("sale/" + sale, "payment-link", Json::object({{"provider", provider}}));
        EXPECT_TRUE(hasStatus(made, 201));
        EXPECT_EQ(made.json["amount"].integer(), due);
        EXPECT_NE(made.json.textOr("url").find(reference), std::string::npos) << made.body;
    }
    /// The next page gets a new reference and is unpaid.
    void nextPage() {
        {
            const std::lock_guard lock(mutex);
            reference = nameOfNextPage();
        }
        become("pending");
    }
    /// The provider reports a payment of this amount and sends its webhook.
    void payAndTell(std::int64_t amount) {
        {
            const std::lock_guard lock(mutex);
            came = amount;
        }
        become("paid");
        EXPECT_TRUE(hasStatus(tell(), 200));
    }
    Json untilBalance(const std::string& sale, std::int64_t balance) {
        return until("/sales/" + sale,
                     [balance](const Json& one) { return one["balance"].integer() == balance; });
    }
    /// A payment is booked once, however often it is reported; a refused payment leaves the sale due.
    void paysOnceAndToldOfAFailure() {
        const std::string paid = linked();
        EXPECT_TRUE(hasStatus(tell(), 200)) << "nothing has happened yet";
        become("paid");
        EXPECT_TRUE(hasStatus(tell(), 200));
        const Json sale =
            until("/sales/" + paid, [](const Json& one) { return one["balance"].integer() == 0; });
        EXPECT_TRUE(hasStatus(tell(), 200));
        EXPECT_EQ(sale["payments"].size(), 1U);
        EXPECT_EQ(sale["payments"][0]["amount"].integer(), total);
        EXPECT_EQ(sale["payments"][0].textOr("method"), "payment_link");
        EXPECT_EQ(countOf("payment.received"), 1);

        nextPage();
        const std::string refused = linked();
        become("failed");
        EXPECT_TRUE(hasStatus(tell(), 200));
        untilOneFailed();
        EXPECT_EQ(desk.read("/sales/" + refused)["balance"].integer(), total);
        EXPECT_EQ(countOf("payment.received"), 1);
    }

    /// The sale is paid with the received amount; an overpayment is held for a person.
    void isPaidInPartOrWithTooMuch() {
        const std::string paid = linked();
        payAndTell(total * 2 / 5);
        EXPECT_EQ(untilBalance(paid, total * 3 / 5).textOr("paymentStatus"), "partially_paid");
        EXPECT_EQ(countOf("payment.received"), 1);
        nextPage();
        link(paid, total * 3 / 5);
        payAndTell(total * 3 / 5);
        EXPECT_EQ(untilBalance(paid, 0)["payments"].size(), 2U);
        EXPECT_EQ(countOf("payment.received"), 2);

        nextPage();
        const std::string tooMuch = linked();
        payAndTell(total * 7 / 5);
        until("/history/sale/" + tooMuch, [](const Json& history) {
            const std::string text = history.dump();
            return text.find("payment_link.held") != std::string::npos &&
                   text.find("amount-above-outstanding") != std::string::npos;
        });
        EXPECT_EQ(desk.read("/sales/" + tooMuch)["balance"].integer(), total) << "a person decides";
        EXPECT_EQ(countOf("payment.received"), 2);
    }
    /// The expiry of a page is reported once; a later payment there still counts.
    void expires() {
        const std::string late = linked();
        become("expired");
        EXPECT_TRUE(hasStatus(tell(), 200));
        untilOneFailed();
        EXPECT_EQ(desk.read("/sales/" + late)["balance"].integer(), total);
        EXPECT_TRUE(hasStatus(tell(), 200));
        payAndTell(total);
        EXPECT_EQ(untilBalance(late, 0)["payments"].size(), 1U);
        EXPECT_EQ(countOf("payment.failed"), 1);
        EXPECT_EQ(countOf("payment.received"), 1);
    }
    void untilOneFailed() {
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
        while (countOf("payment.failed") == 0 && std::chrono::steady_clock::now() < end) {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
        }
        EXPECT_EQ(countOf("payment.failed"), 1);
    }

    std::string wallet;
    std::int64_t total = 5000; ///< of sale(), in minor units
    std::int64_t came = total; ///< amount received according to the provider
};

} // namespace svc::test
