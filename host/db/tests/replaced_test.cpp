#include "host/db/tests/catalogue.hpp"
#include "host/db/tests/scratch_cluster.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace svc::host::db::testing {
namespace {

namespace fs = std::filesystem;

using ::testing::IsEmpty;
using ::testing::IsSupersetOf;

// The folders of tests/data/replaced_migrations, that of the host first.
std::vector<std::string> replacedFolders() {
    std::vector<std::string> names;
    for (const auto& entry :
         fs::directory_iterator(ScratchCluster::sourceTree() / "tests/data/replaced_migrations"))
        if (entry.is_directory() && entry.path().filename() != "host")
            names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    names.insert(names.begin(), "host");
    return names;
}

std::string schemaOf(std::string plugin) {
    std::replace(plugin.begin(), plugin.end(), '-', '_');
    return plugin == "host" ? "svc" : plugin;
}

std::vector<MigrationSet> replacedSets() {
    std::vector<MigrationSet> sets;
    for (const std::string& name : replacedFolders())
        sets.push_back(
            {name, schemaOf(name), ScratchCluster::sourceTree() / "tests/data/replaced_migrations" / name});
    return sets;
}

std::vector<MigrationSet> presentSets() {
    std::vector<MigrationSet> sets;
    for (const std::string& name : replacedFolders()) {
        fs::path folder = ScratchCluster::sourceTree() / name / "migrations";
        for (const char* parent : {"plugins", "regimes"})
            if (fs::exists(ScratchCluster::sourceTree() / parent / name))
                folder = ScratchCluster::sourceTree() / parent / name / "migrations";
        sets.push_back({name, schemaOf(name), folder});
    }
    return sets;
}

class ReplacedMigrations : public ::testing::Test {
protected:
    static Migrator migratorOf(const ScratchCluster& cluster) {
        MigratorOptions options;
        options.now = [] { return std::string("2026-11-20 09:00:00+00"); };
        return Migrator(cluster.access().owner, options);
    }
    static std::vector<std::string> bookOf(const ScratchCluster& cluster) {
        Connection connection(ScratchCluster::optionsFor(cluster.superuser()));
        const Rows rows = connection.query("SELECT m::text FROM svc.migration m");
        std::vector<std::string> book;
        for (std::size_t i = 0; i < rows.count(); ++i)
            book.emplace_back(rows.text(i, 0));
        return book;
    }
    static std::map<std::string, std::string> catalogue(const ScratchCluster& cluster) {
        std::string schemas;
        for (const std::string& name : replacedFolders())
            schemas += (schemas.empty() ? "" : ",") + schemaOf(name);
        Connection connection(ScratchCluster::optionsFor(cluster.superuser()));
        return catalogueOf(connection, schemas);
    }
    // Number of the last file of each replaced folder.
    static int lastOf(const std::string& plugin) {
        return readMigrations(ScratchCluster::sourceTree() / "tests/data/replaced_migrations" / plugin)
            .back()
            .number;
    }
};

TEST_F(ReplacedMigrations, ADatabaseThatHasThemGoesOn) {
    ScratchCluster cluster;
    migratorOf(cluster).apply(replacedSets());
    const std::vector<std::string> book = bookOf(cluster);
    for (const PendingMigration& file : migratorOf(cluster).pending(presentSets()))
        EXPECT_GT(file.number, lastOf(file.plugin)) << file.plugin << ' ' << file.name;
    EXPECT_THAT(migratorOf(cluster).rehearse(presentSets()), IsEmpty());
    migratorOf(cluster).apply(presentSets());
    EXPECT_THAT(bookOf(cluster), IsSupersetOf(book));
    EXPECT_TRUE(migratorOf(cluster).pending(replacedSets()).empty()) << "the version before starts again";
}

TEST_F(ReplacedMigrations, ANewDatabaseHasTheSameSchema) {
    std::map<std::string, std::string> replaced;
    {
        ScratchCluster cluster;
        migratorOf(cluster).apply(replacedSets());
        migratorOf(cluster).apply(presentSets());
        replaced = catalogue(cluster);
    }
    ScratchCluster cluster;
    EXPECT_FALSE(migratorOf(cluster).apply(presentSets()).empty());
    const std::map<std::string, std::string> present = catalogue(cluster);
    EXPECT_GT(present.size(), 1000U);
    EXPECT_FALSE(present.at("rows of svc.clock_offset").empty());
    for (const auto& [what, how] : replaced) {
        const auto found = present.find(what);
        if (found == present.end())
            ADD_FAILURE() << "A new database lacks the " << what << ":\n  " << how;
        else
            EXPECT_EQ(how, found->second)
                << "The " << what << " of an older database (first) and of a new one";
    }
    for (const auto& [what, how] : present)
        EXPECT_EQ(replaced.count(what), 1U) << "A new database alone has the " << what << ":\n  " << how;
}

} // namespace
} // namespace svc::host::db::testing
