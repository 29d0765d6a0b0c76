#pragma once

#include <deque>
#include <mutex>
#include <string>
#include <vector>

#include "api/business/desk.hpp"
#include "api/business/provider_service.hpp"

namespace svc::test {

/// A file that the company has deposited.
struct DepositedFlow {
    std::string id;
    Json info; ///< flowInfo
    std::string file;
    Json acknowledgement = Json::object({{"status", "Pending"}});

    std::string syntax() const { return info.textOr("flowSyntax"); }
};

/// A fake of an approved platform: flow service, directory and tokens. It validates every request against the
/// contract (tests/data/regimes/fr-einvoicing), answers an invalid one with 400 and records it in `mistakes`.
/// It knows the client of only one test.
class FrenchPlatform {
public:
    explicit FrenchPlatform(std::string client);

    Reaction answer(const Received& request);
    /// Deposits of a syntax (CII, UBL, Factur-X, CDAR, FRR) so far; empty: all.
    std::vector<DepositedFlow> deposits(const std::string& syntax = {});
    /// Like deposits(), once there are this many.
    std::vector<DepositedFlow> waitFor(const std::string& syntax, std::size_t count);
    /// Sets the acknowledgement of all pending and future deposits.
    void acknowledge(const Json& acknowledgement);
    /// Adds a flow for the company and returns its id; without a file the platform has no file for it.
    std::string bring(const std::string& type, const std::string& file, const Json& more = Json::object());
    /// Answers the next deposit with `reaction`; several calls are used in their order. `taken`: the deposit
    /// is stored all the same, as when an answer is lost.
    void answerNext(const Reaction& reaction, bool taken = false);
    /// Adds a company with an address to the directory.
    void enlist(const std::string& siren, const std::string& status = "Enabled");
    std::vector<std::string> mistakes();
    int tokens();

private:
    struct Incoming {
        Json flow;
        std::string file;
    };
    struct Answered {
        Reaction reaction;
        bool taken = false;
    };
    Reaction route(const Received& request);
    Reaction deposit(const Received& request);
    Reaction search(const Received& request);
    Reaction read(const std::string& target);
    Reaction look(const Received& request);
    bool fits(const std::string& schema, const Json& value);

    std::string client_;
    Json contract_;
    std::mutex mutex_;
    std::vector<DepositedFlow> deposits_;
    std::vector<Incoming> incoming_;
    std::vector<std::pair<std::string, std::string>> directory_;
    std::deque<Answered> next_;
    Json acknowledgement_ = Json::object({{"status", "Pending"}});
    std::vector<std::string> mistakes_;
    int tokens_ = 0;
};

/// A status message of a platform or a buyer.
std::string statusMessage(const std::string& code, const std::string& number, const std::string& reason = {});

} // namespace svc::test
