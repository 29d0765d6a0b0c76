#pragma once

#include "host/config/countries.hpp"
#include "host/core/services.hpp"
#include "host/core/unit_of_work.hpp"

#include <svc/json.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace svc::host::api {

/// Creates companies: the row and all initial records, in one unit of work. Each plugin takes part through
/// its command companyCreated, so the host knows nothing of locations and wallets.
class CompanyMaker {
public:
    /// Services and countries must outlive it. `modules`: ids of the enabled plugins.
    CompanyMaker(Services& services, const config::Countries& countries, std::vector<std::string> modules)
        : services_(services), countries_(countries), modules_(std::move(modules)) {}

    struct Order {
        Json body; ///< as in POST /companies; must have `name` and `country`
        std::string plan;
        Actor actor; ///< of the owner where a person creates the company
        std::string actorLabel;
        std::string requestId;
        /// The person who becomes the owner; without one, an account is created with these fields.
        std::optional<Uuid> owner;
        std::string ownerEmail;
        std::string ownerName;
        std::string ownerPasswordHash;
        /// Runs first in the unit of work; it may bind the transaction to others.
        std::function<void(db::Transaction&)> begin;
    };

    struct Made {
        Uuid company;
        Uuid businessUnit;
        Uuid owner;
        bool ownerIsNew = false;
        /// What the plugins answered, as public identifiers.
        std::optional<std::string> locationId;
        std::optional<std::string> walletId;
        std::optional<std::string> cashWalletId;
        std::optional<std::string> bankWalletId;
    };

    /// `more` runs in the same unit of work, last before its commit.
    Made make(const Order& order, const std::function<void(UnitOfWork&, const Made&)>& more = {});

    /// Runs companyCreated of plugins that were enabled after a company was created, once for each company.
    /// Returns the number of calls.
    std::size_t initialiseCompanies();

private:
    Made makeOnce(const Order& order, Json record, const std::function<void(UnitOfWork&, const Made&)>& more);
    void meetPlugins(UnitOfWork& work, Made& made, const Json& record);
    bool meetPlugin(const Lifecycle& lifecycle, const std::string& companyId);

    Services& services_;
    const config::Countries& countries_;
    std::vector<std::string> modules_;
};

/// A business unit's code from its name: its first three letters or digits, in capitals.
std::string unitCodeOf(std::string_view name);

} // namespace svc::host::api
