#include "host/core/job_shares.hpp"

#include <gtest/gtest.h>

namespace svc::host {
namespace {

Uuid company(char digit) {
    return *Uuid::parse("00000000-0000-7000-8000-00000000000" + std::string(1, digit));
}

TEST(JobShares, GivesAPluginOfACompanyAQuarterOfTheThreads) {
    JobShares shares(8);
    for (int i = 0; i < 2; ++i) {
        ASSERT_TRUE(shares.mayBegin(company('1'), "mail"));
        shares.begin(company('1'), "mail");
    }
    EXPECT_FALSE(shares.mayBegin(company('1'), "mail"));
    EXPECT_TRUE(shares.mayBegin(company('1'), "stock")) << "another plugin of the company";
    EXPECT_TRUE(shares.mayBegin(company('2'), "mail")) << "the plugin for another company";
    shares.end(company('1'), "mail");
    EXPECT_TRUE(shares.mayBegin(company('1'), "mail"));
}

TEST(JobShares, GivesACompanyAndAPluginHalfOfTheThreads) {
    JobShares shares(8);
    for (const char* plugin : {"mail", "mail", "stock", "stock"}) {
        shares.begin(company('1'), plugin);
    }
    EXPECT_FALSE(shares.mayBegin(company('1'), "sales"));
    for (int i = 0; i < 2; ++i) {
        shares.begin(company('2'), "mail");
    }
    EXPECT_FALSE(shares.mayBegin(company('3'), "mail"));
    EXPECT_TRUE(shares.mayBegin(company('3'), "stock"));

    const JobShares::Taken taken = shares.taken();
    EXPECT_EQ(taken.working, (std::vector<Uuid>{company('1'), company('2')}));
    EXPECT_EQ(taken.companies, (std::vector<Uuid>{company('1')}));
    EXPECT_EQ(taken.plugins, (std::vector<std::string>{"mail"}));
    EXPECT_EQ(taken.pluginsOfCompanies.size(), 3U);
}

TEST(JobShares, GivesTheLanesOfOneNameAQuarterOverAllCompanies) {
    JobShares shares(16);
    for (const char digit : {'1', '2', '3', '4'}) {
        ASSERT_TRUE(shares.mayBegin(company(digit), "integrations", "slow"));
        shares.begin(company(digit), "integrations", "slow");
    }
    EXPECT_FALSE(shares.mayBegin(company('5'), "integrations", "slow"));
    EXPECT_TRUE(shares.mayBegin(company('5'), "integrations", "quick")) << "another provider";
    EXPECT_TRUE(shares.mayBegin(company('5'), "integrations")) << "what is in no lane";
    EXPECT_TRUE(shares.mayBegin(company('5'), "compliance", "slow")) << "the lane of another plugin";
    EXPECT_EQ(shares.taken().lanes,
              (std::vector<std::pair<std::string, std::string>>{{"integrations", "slow"}}));
    shares.end(company('1'), "integrations", "slow");
    EXPECT_TRUE(shares.mayBegin(company('5'), "integrations", "slow"));
}

TEST(JobShares, LeaveAtLeastOneThreadToEach) {
    JobShares shares(2);
    EXPECT_TRUE(shares.mayBegin(company('1'), "mail"));
    shares.begin(company('1'), "mail");
    EXPECT_FALSE(shares.mayBegin(company('1'), "stock"));
    EXPECT_TRUE(shares.mayBegin(company('2'), "stock"));
}

} // namespace
} // namespace svc::host
