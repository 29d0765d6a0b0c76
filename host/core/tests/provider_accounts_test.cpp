#include "host/core/provider_accounts.hpp"

#include <gtest/gtest.h>
#include <string>

#include <svc/json.hpp>

#include "host/core/tests/work_kit.hpp"
#include "host/core/unit_of_work.hpp"

namespace svc::host::testing {
namespace {

using db::testing::shared;
using db::testing::SharedCluster;

const auto* const Cluster = ::testing::AddGlobalTestEnvironment(new SharedCluster);

class ProviderAccounts : public ::testing::Test, protected WorkKit {
protected:
    ProviderAccounts() {
        offerProviderAccounts(catalogue);
        catalogue.add(Lifecycle{.plugin = "other", .companyCreated = "other.begin", .demonstrate = ""});
        catalogue.add(Lifecycle{
            .plugin = "taker", .companyCreated = "", .demonstrate = "", .providerCall = "taker.take_call"});
    }

    void name(const std::string& caller, const Json& account) {
        UnitOfWork::Options options;
        options.company.id = Uuid::parse(SharedCluster::First).value();
        options.company.timeZone = "Europe/Paris";
        UnitOfWork work(services, std::move(options));
        work.command("host.account", Json::object({{"provider", "acme"}, {"account", account}}).dump(),
                     caller);
        work.commit();
    }
    static std::string account() {
        db::Transaction transaction(shared().pool());
        const db::Rows rows = transaction.query("SELECT coalesce(string_agg(account, ','), '') FROM"
                                                " svc.provider_account WHERE provider = 'acme'");
        return std::string(rows.text(0, 0));
    }
};

TEST_F(ProviderAccounts, AreNamedByThePluginThatTheirCallsAreGivenTo) {
    name("taker", "one");
    EXPECT_EQ(account(), "one");
    name("taker", "two");
    EXPECT_EQ(account(), "two");
    name("taker", nullptr);
    EXPECT_EQ(account(), "");
    EXPECT_EQ(refused, "");
}

TEST_F(ProviderAccounts, AreNamedByNoOther) {
    for (const char* sly : {"other", "sly"}) {
        refused.clear();
        EXPECT_THROW(name(sly, "of somebody else"), Fault);
        EXPECT_EQ(refused, std::string(sly) + ": command host.account");
    }
    EXPECT_EQ(account(), "");
}

} // namespace
} // namespace svc::host::testing
