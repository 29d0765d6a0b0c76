// Payouts of Stripe to the bank, and the payments in them: for automatic payouts, their balance transactions.
// Stripe cannot break down manual payouts.
#include "amounts.hpp"
#include "client.hpp"

namespace svc::stripe {
namespace {

using connector::jsonOf;
using connector::textOf;

constexpr std::int32_t MostBytes = 8 * 1024 * 1024;
/// Days that the first run reads.
constexpr int FirstDays = 90;
/// Seconds that each run reads again: a payout is announced, and some days later paid or refused.
constexpr std::int64_t Overlap = 14 * 24 * 3600;
/// Payouts per page of the feed; each needs further requests of its own.
constexpr const char* Listed = "5";

HttpReply ask(Call& call, const std::string& path) {
    return withKey(call.http().get(url(path))).most(MostBytes).send();
}

Json read(Call& call, const std::string& path) {
    const HttpReply reply = ask(call, path);
    return jsonOf(connector::fetched(call, reply, codeOf(reply)));
}

std::string kindOf(const Json& entry) {
    const std::string type = entry.textOr("type");
    if (type == "charge" || type == "payment") {
        return "payment";
    }
    if (type == "refund" || type == "payment_refund") {
        return "refund";
    }
    return entry.textOr("reporting_category") == "fee" || type.ends_with("_fee") ? "fee" : "other";
}

/// Payments are referenced by their payment intent, as in payment_state; other entries by their source.
std::string referenceOf(const Json& entry) {
    const Json& source = entry["source"];
    if (source.isObject()) {
        return source.textOr("payment_intent", source.textOr("id"));
    }
    return source.isString() ? source.text() : textOf(entry, "id");
}

/// Refuses amounts beyond any plausible balance as unreadable.
std::int64_t amountOf(const Json& amount, Currency currency) {
    constexpr std::int64_t Largest = 1'000'000'000'000'000;
    const std::int64_t value = amount.integer();
    if (value < -Largest || value > Largest) {
        throw ApiError(400, "integration-unreachable", {"answer-unreadable"});
    }
    return fromStripe(value, currency);
}

/// The entries of a payout are in its currency.
Json partOf(const Json& entry, Currency currency) {
    return Json::object({{"kind", kindOf(entry)},
                         {"reference", referenceOf(entry)},
                         {"amount", amountOf(entry["amount"], currency)},
                         {"fee", amountOf(entry["fee"], currency)}});
}

Json partsOf(Call& call, const std::string& payout, Currency currency) {
    Json parts = Json::array();
    std::string after;
    for (int page = 0; page < MostPages; ++page) {
        const Json answer = read(call, "/balance_transactions?limit=100&expand%5B%5D=data.source&payout=" +
                                           percentEncode(payout) + startingAfter(after));
        for (const Json& entry : answer["data"].items()) {
            after = textOf(entry, "id");
            if (!entry.textOr("type").starts_with("payout")) {
                parts.push(partOf(entry, currency));
            }
        }
        if (!answer.optionalBool("has_more").value_or(false)) {
            return parts;
        }
    }
    return Json::array(); // half of them would be wrong: recognised like a payout without parts
}

std::string statusOf(const Json& payout) {
    const std::string status = textOf(payout, "status");
    return status == "paid" ? "paid" : status == "failed" || status == "canceled" ? "failed" : "announced";
}

Json recordOf(Call& call, const Json& payout, Currency currency) {
    const std::string id = textOf(payout, "id");
    const bool split = payout.optionalBool("automatic").value_or(false);

    return Json::object({{"reference", id},
                         {"status", statusOf(payout)},
                         {"amount", amountOf(payout["amount"], currency)},
                         {"currency", currency.code()},
                         {"arrivesOn", instantOf(payout["arrival_date"]).utcDate()},
                         {"parts", split ? partsOf(call, id, currency) : Json::array()}});
}

/// The time in seconds since 1970 from which payouts are listed.
std::int64_t beginOf(const Json& input) {
    const Json& cursor = input["cursor"];
    if (cursor.isObject()) {
        return cursor["from"].integer();
    }
    const Date today = Date::parse(input.textOr("today")).value();
    return Instant::startOf(Date::parse(input.textOr("since")).value_or(today.addDays(-FirstDays))).seconds();
}

Json cursorOf(std::int64_t from) {
    return Json::object({{"from", from}});
}

} // namespace

/// Stripe lists the newest payouts first, so the next run begins at the time of the first page.
Json fetchPayouts(Call& call, const Json& input) {
    constexpr int Forbidden = 403;
    const Json& cursor = input["cursor"];
    const std::int64_t from = beginOf(input);
    const bool goesOn = cursor.isObject() && cursor.contains("after");
    const std::int64_t began = goesOn ? cursor["began"].integer() : call.now().seconds();
    const HttpReply reply =
        ask(call, std::string("/payouts?limit=") + Listed + "&created%5Bgte%5D=" + std::to_string(from) +
                      startingAfter(goesOn ? cursor["after"].text() : ""));
    if (reply.status == Forbidden) {
        // A restricted key without access to payouts still works for payments.
        Json page = connector::pageOf(Json::array(), cursorOf(from));
        return page.set("retryAt", call.now() + Instant::Day);
    }
    const Json answer = jsonOf(connector::fetched(call, reply, codeOf(reply)));
    Json records = Json::array();
    std::string last;
    for (const Json& payout : answer["data"].items()) {
        last = textOf(payout, "id");
        if (const auto currency = Currency::parse(upperAscii(textOf(payout, "currency")))) {
            records.push(recordOf(call, payout, *currency));
        }
    }
    const bool more = answer.optionalBool("has_more").value_or(false) && !last.empty();
    return connector::pageOf(
        std::move(records),
        more ? cursorOf(from).set("began", began).set("after", last) : cursorOf(began - Overlap), more);
}

} // namespace svc::stripe
