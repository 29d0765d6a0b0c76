#pragma once

#include "host/api/company_maker.hpp"

#include <svc/json.hpp>

#include <functional>
#include <string>

namespace svc::host::api {

/// A company that can be used at once: an owner with a random password, a live and a test key with every
/// scope that a key may hold, the plan `unlimited`. For the first start of the service and for `svc-host
/// company create`.
class Demonstration {
public:
    Demonstration(Services& services, CompanyMaker& maker) : services_(services), maker_(maker) {}

    struct Order {
        std::string name = "Café Lumière";
        std::string country = "FR";
        std::string ownerEmail = "owner@lumiere.example";
        std::string baseUrl;
        /// Items, partners and the like, through each plugin's command `demonstrate`.
        bool withData = true;
        /// More fields of the company's body.
        Json more = Json::object();
        /// Receives the answer before the commit, so that a crash in between leaves no company whose keys
        /// nobody knows.
        std::function<void(const Json&)> beforeCommit;
    };

    /// The content of first-run.json; ownerPassword is null when the address has an account already.
    Json make(const Order& order);

    /// The order for the demonstration company of the first start.
    static Order firstStart(std::string baseUrl);

private:
    Services& services_;
    CompanyMaker& maker_;
};

} // namespace svc::host::api
