#pragma once

#include <deque>
#include <mutex>
#include <string>
#include <vector>

#include "api/business/desk.hpp"
#include "api/business/provider_service.hpp"

namespace svc::test {

/// A file that was deposited.
struct DepositedFlow {
    std::string id;
    Json info; ///< flowInfo
    std::string file;
    Json acknowledgement = Json::object({{"status", "Pending"}});

    std::string syntax() const { return info.textOr("flowSyntax"); }
};

/// The stand-in of an approved platform: flow service, directory and tokens. Every request is checked against
/// the contract (tests/data/regimes/fr-einvoicing); what does not fit is answered with 400 and kept in
/// `mistakes`. It knows the client of one test alone.
class FrenchPlatform {
public:
    explicit FrenchPlatform(std::string client);

    Reaction answer(const Received& request);
    /// Deposits of a syntax (CII, UBL, Factur-X, CDAR, FRR) so far; all when it is empty.
    std::vector<DepositedFlow> deposits(const std::string& syntax = {});
    /// The same, once there are so many.
    std::vector<DepositedFlow> waitFor(const std::string& syntax, std::size_t count);
    /// What is said of all deposits that are pending, and of those to come.
    void acknowledge(const Json& acknowledgement);
    /// A flow that comes to the company; without a file the platform does not give one.
    std::string bring(const std::string& type, const std::string& file, const Json& more = Json::object());
    /// Answers the next deposits so, in their order, before it takes any again. `taken`: it keeps the file
    /// all the same, as when the answer is lost on its way.
    void answerNext(const Reaction& reaction, bool taken = false);
    /// Who has an address in the directory.
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
