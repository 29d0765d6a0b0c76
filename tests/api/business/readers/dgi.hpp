// A fake authority of Benin or the Democratic Republic of the Congo: it computes totals independently, keeps
// pending invoices, and can simulate faults.
#pragma once

#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <svc/decimal.hpp>
#include <svc/json.hpp>

#include "support/https_receiver.hpp"

namespace svc::test::dgi {

/// The names that the two contracts use for the same things.
struct Words {
    const char* path;
    const char* confirm;
    const char* cancel;
    const char* codeField;
};
inline constexpr Words Benin{"/invoice", "confirm", "cancel", "codeMECeFDGI"};
inline constexpr Words Congo{"/api/invoice", "CONFIRM", "CANCEL", "codeDEFDGI"};

/// The simulated fault.
enum class Fault { None, OtherTotal, LosesSubmission, LosesConfirmation, FinishesLate, Refuses, HasTooMany };

/// The authority of one test.
class Dgi {
public:
    explicit Dgi(Words words, Fault fault = Fault::None) : words_(words), fault_(fault) {}

    Reaction answer(const Received& request) {
        const std::lock_guard lock(mutex_);
        const std::string rest = request.path.substr(std::string_view(words_.path).size());
        if (rest.empty() && request.body.empty()) {
            return pendingList();
        }
        if (rest.empty()) {
            return submitted(request.json());
        }
        const std::string uid = rest.substr(1, rest.rfind('/') - 1);
        return rest.ends_with(words_.confirm) ? confirmed(uid) : cancelled(uid);
    }
    /// Adds pending invoices that the service does not know.
    void havePending(int count) {
        const std::lock_guard lock(mutex_);
        for (int i = 0; i < count; ++i) {
            pending_.insert("old-" + std::to_string(i));
        }
    }
    void mend() {
        const std::lock_guard lock(mutex_);
        fault_ = Fault::None;
    }
    std::vector<Json> requests() const {
        const std::lock_guard lock(mutex_);
        return requests_;
    }
    std::size_t certified() const {
        const std::lock_guard lock(mutex_);
        return certified_;
    }
    std::size_t pending() const {
        const std::lock_guard lock(mutex_);
        return pending_.size();
    }
    std::size_t cancellations() const {
        const std::lock_guard lock(mutex_);
        return cancellations_;
    }

private:
    static Reaction json(const Json& body) {
        return Reaction::status(200, "Content-Type: application/json\r\n", body.dump());
    }
    static Reaction error(const char* code, const char* text) {
        return json(Json::object({{"errorCode", code}, {"errorDesc", text}}));
    }
    /// The connection ends without an answer.
    static Reaction lost() { return {.text = {}, .ends = true}; }

    Reaction pendingList() const {
        Json list = Json::array();
        for (const std::string& uid : pending_) {
            list.push(Json::object({{"uid", uid}, {"date", "2026-11-20T10:00:00Z"}}));
        }
        return json(Json::object({{"status", true}, {"pendingRequestsList", std::move(list)}}));
    }
    Reaction submitted(const Json& request) {
        requests_.push_back(request);
        if (fault_ == Fault::Refuses) {
            return error("9", "tax group");
        }
        if (fault_ == Fault::HasTooMany && pending_.size() >= 10) {
            return error("1", "too many");
        }
        const std::string uid = "uid-" + std::to_string(++count_);
        pending_.insert(uid);
        if (fault_ == Fault::LosesSubmission) {
            return lost();
        }
        Decimal total;
        for (const Json& item : request["items"].items()) {
            const Json& price = item["price"];
            total += (price.isString() ? Decimal::parse(price.text()).value() : price.decimal()) *
                     item["quantity"].decimal();
        }
        if (fault_ == Fault::OtherTotal) {
            total += Decimal(1);
        }
        return json(Json::object({{"uid", uid}, {"total", total.normalized()}}));
    }
    Reaction confirmed(const std::string& uid) {
        if (pending_.erase(uid) == 0) {
            return error("20", "unknown or finished");
        }
        ++certified_;
        if (fault_ == Fault::LosesConfirmation) {
            return lost();
        }
        if (fault_ == Fault::FinishesLate) {
            return error("99", "processing");
        }
        return json(Json::object({{"dateTime", "23/11/2026 13:17:08"},
                                  {"qrCode", "F;IN01000005;QR"},
                                  {words_.codeField, "X537-E4DB-AJUU-HHXN-FWIS-FEKJ"},
                                  {"counters", "64/64 FV"},
                                  {"nim", "IN01000005"}}));
    }
    Reaction cancelled(const std::string& uid) {
        ++cancellations_;
        return pending_.erase(uid) == 0 ? error("20", "unknown or finished") : json(Json::object());
    }

    Words words_;
    mutable std::mutex mutex_;
    Fault fault_;
    int count_ = 0;
    std::size_t certified_ = 0;
    std::size_t cancellations_ = 0;
    std::set<std::string> pending_;
    std::vector<Json> requests_;
};

} // namespace svc::test::dgi
