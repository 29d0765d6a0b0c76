#include "host/db/archive_rows.hpp"

#include <gtest/gtest.h>

namespace svc::host::db {
namespace {

const std::string Script = "--\n-- PostgreSQL database dump\n--\n\nSET row_security = off;\n\n"
                           "COPY svc.company (company_id, name) FROM stdin;\n"
                           "1\tCOPY x (y) FROM stdin;\n2\t\\\\.\n\\.\n\n\n"
                           "COPY svc.empty (id) FROM stdin;\n\\.\n\n"
                           "COPY \"odd schema\".\"a (b\" (id) FROM stdin;\n1\n\\.\n";

TEST(ArchiveRows, AreTheLinesOfEachTableHoweverTheScriptIsCut) {
    for (const std::size_t size : {std::size_t{1}, std::size_t{7}, Script.size()}) {
        ArchiveRows rows;
        for (std::size_t at = 0; at < Script.size(); at += size) {
            rows.read(std::string_view(Script).substr(at, size));
        }
        EXPECT_EQ(rows.tables().at("svc.company"), 2U);
        EXPECT_EQ(rows.tables().at("svc.empty"), 0U);
        EXPECT_EQ(rows.tables().size(), 3U);
    }
}

TEST(ArchiveRows, OfALongLineIsOne) {
    ArchiveRows rows;
    rows.read("COPY svc.file (bytes) FROM stdin;\n");
    for (int i = 0; i < 1000; ++i) {
        rows.read(std::string(4096, 'x'));
    }
    rows.read("\n\\.\n");
    EXPECT_EQ(rows.tables(), (TableRows{{"svc.file", 1}}));
}

TEST(ArchiveRows, DifferWhenOneIsMissing) {
    const TableRows expected{{"svc.company", 2}, {"svc.empty", 0}};
    EXPECT_EQ(differenceOf(expected, expected), "");
    EXPECT_EQ(differenceOf(expected, {{"svc.company", 1}, {"svc.empty", 0}}),
              "svc.company has 2 rows, in the archive 1");
    EXPECT_EQ(differenceOf(expected, {{"svc.company", 2}}), "svc.empty is not in the archive");
    EXPECT_EQ(differenceOf(TableRows{{"svc.empty", 0}}, expected), "svc.company is in the archive alone");
}

} // namespace
} // namespace svc::host::db
