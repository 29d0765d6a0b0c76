#pragma once

#include "host/db/tests/scratch_cluster.hpp"

#include <gtest/gtest.h>
#include <memory>

namespace svc::host::db::testing {

// One cluster with the host's tables and two companies for all tests of a program.
class SharedCluster : public ::testing::Environment {
public:
    static constexpr const char* First = "01935000-0000-7000-8000-000000000001";
    static constexpr const char* Second = "01935000-0000-7000-8000-000000000002";

    void SetUp() override {
        cluster() = std::make_unique<ScratchCluster>();
        cluster()->migrate();
        cluster()->createCompany(First, "first");
        cluster()->createCompany(Second, "second");
    }
    void TearDown() override { cluster().reset(); }

    static std::unique_ptr<ScratchCluster>& cluster() {
        static std::unique_ptr<ScratchCluster> shared;
        return shared;
    }
};

inline ScratchCluster& shared() {
    return *SharedCluster::cluster();
}

} // namespace svc::host::db::testing
