#pragma once

#include <chrono>
#include <map>
#include <mutex>
#include <string>

#include "api/business/desk.hpp"
#include "api/business/provider_service.hpp"

namespace svc::test {

/// Fakes Stripe: a new session or link for each new idempotency key, the same one for a known key.
class FakeStripe {
public:
    FakeStripe() {
        outsideWorld().react([this](const Received& request) { return answer(request); });
    }
    ~FakeStripe() {
        outsideWorld().react([](const Received&) { return Reaction{}; });
    }

    void pay(const std::string& id, std::int64_t amount) { set(id, "complete", "paid", amount); }
    /// Simulates a payment that the card issuer declines with this code.
    void decline(const std::string& id, const std::string& code) {
        set(id, "complete", "unpaid", 0);
        const std::lock_guard lock(mutex_);
        things_[id].declined = code;
    }
    /// Simulates a direct debit that the bank of the payer has not executed yet.
    void debit(const std::string& id) { set(id, "complete", "unpaid", 0); }
    void expire(const std::string& id) { set(id, "expired", "unpaid", 0); }
    void refund(std::int64_t amount) {
        const std::lock_guard lock(mutex_);
        refunded_ = amount;
    }
    void slow(std::chrono::milliseconds delay) { delay_ = delay; }
    /// Answers 429 with this Retry-After; empty: normal answers.
    void askToWait(const std::string& retryAfter) {
        const std::lock_guard lock(mutex_);
        retryAfter_ = retryAfter;
    }
    /// Number of distinct objects created.
    std::size_t made() {
        const std::lock_guard lock(mutex_);
        return byKey_.size();
    }

private:
    struct Thing {
        std::string id;
        std::string status = "open";
        std::string paid = "unpaid";
        std::int64_t amount = 0;
        std::int64_t expiresAt = 4102444800;
        std::string declined = {};
    };

    void set(const std::string& id, const std::string& status, const std::string& paid, std::int64_t amount) {
        const std::lock_guard lock(mutex_);
        things_[id] = Thing{id, status, paid, amount};
    }
    static Json json(const Thing& thing) {
        return Json::object({{"id", thing.id},
                             {"url", "https://checkout.stripe.com/" + thing.id},
                             {"expires_at", thing.expiresAt},
                             {"status", thing.status},
                             {"payment_status", thing.paid},
                             {"payment_intent", "pi_" + thing.id},
                             {"amount_total", thing.amount}});
    }
    Reaction answer(const Received& request) {
        const std::lock_guard lock(mutex_);
        if (!retryAfter_.empty()) {
            return Reaction::status(429, "Retry-After: " + retryAfter_ + "\r\n");
        }
        Reaction reaction = Reaction::status(200, "Content-Type: application/json\r\n", body(request).dump());
        reaction.delay = delay_;
        return reaction;
    }
    Json body(const Received& request) {
        const std::string& path = request.path;
        if (path == "/v1/account") {
            return Json::object({{"id", "acct_1"}, {"business_profile", Json::object({{"name", "Café"}})}});
        }
        if (path.rfind("/v1/payouts", 0) == 0) {
            return Json::object({{"data", Json::array()}, {"has_more", false}});
        }
        if (path.rfind("/v1/payment_intents/", 0) == 0) {
            const std::string paying = path.substr(path.find("pi_") + 3);
            const Thing& thing = things_[paying.substr(0, paying.find('?'))];
            if (!thing.declined.empty()) {
                return Json::object({{"status", "requires_payment_method"},
                                     {"last_payment_error", Json::object({{"code", thing.declined}})}});
            }
            if (thing.paid == "unpaid") {
                return Json::object({{"status", "processing"}});
            }
            Json payment = Json::parse(R"({"status":"succeeded","latest_charge":
                {"balance_transaction":{"fee":205,"currency":"eur"}}})");
            Json charge = payment["latest_charge"];
            charge.set("amount_refunded", refunded_);
            payment.set("latest_charge", std::move(charge));
            return payment;
        }
        constexpr std::string_view OfLink = "&payment_link=";
        if (const std::size_t at = path.find(OfLink); at != std::string::npos) {
            const Thing& thing = things_[path.substr(at + OfLink.size())];
            return Json::object({{"data", Json::array({json(thing)})}});
        }
        constexpr std::string_view Session = "/v1/checkout/sessions/";
        if (path.rfind(Session, 0) == 0) {
            return json(things_[path.substr(Session.size())]);
        }
        const std::string key = request.header("idempotency-key");
        if (path == "/v1/prices") {
            return Json::object({{"id", "price_1"}});
        }
        if (path != "/v1/checkout/sessions" && path != "/v1/payment_links") {
            return Json::object({{"id", "none"}});
        }
        const std::string prefix = path == "/v1/payment_links" ? "plink_" : "cs_";
        const auto [found, fresh] = byKey_.emplace(key, prefix + unique("p"));
        if (fresh) {
            Thing& made = things_[found->second];
            made.id = found->second;
            constexpr std::string_view Expires = "expires_at=";
            if (const std::size_t at = request.body.find(Expires); at != std::string::npos) {
                made.expiresAt = std::stoll(request.body.substr(at + Expires.size()));
            }
        }
        return json(things_[found->second]);
    }

    std::mutex mutex_;
    std::chrono::milliseconds delay_{0};
    std::int64_t refunded_ = 0;
    std::string retryAfter_;
    std::map<std::string, std::string> byKey_;
    std::map<std::string, Thing> things_;
};

} // namespace svc::test
