// Shared by the tests of documents: a desk that sells, and the files of its documents.
#pragma once

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "api/business/desk.hpp"
#include "support/program.hpp"

namespace svc::test {

namespace fs = std::filesystem;

class FilesOfSales : public ::testing::Test {
protected:
    void SetUp() override {
        std::string name = (fs::temp_directory_path() / "invoices.XXXXXX").string();
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        folder_ = name;
    }
    void TearDown() override { fs::remove_all(folder_); }

    std::string partner(const std::string& more = "") {
        return desk_
            .make("/partners",
                  js("{'name':'Hôtel des Quais','company':true,'country':'FR','vatNumber':'FR32123456789',"
                     "'peppolId':'0002:123456789','buyerReference':'QUAIS','address':{'line1':'12 quai du "
                     "Wault','postalCode':'59800','city':'Lille','country':'FR'}" +
                     more + "}"))
            .textOr("id");
    }
    Json sale(const std::string& partnerId, const std::string& lines, const std::string& more = "") {
        return desk_.make("/sales", js("{'partnerId':'" + partnerId + "','lines':" + lines + more + "}"));
    }
    Answer file(const Json& sale, const std::string& name, const HeaderList& headers = {}) {
        return desk_.get("/sales/" + sale.textOr("id") + "/" + name, headers);
    }
    fs::path kept(const std::string& name, const std::string& bytes) {
        const fs::path path = folder_ / name;
        std::ofstream(path, std::ios::binary) << bytes;
        return path;
    }
    /// The text on the pages.
    std::string textOf(const std::string& pdf) {
        const fs::path path = kept("read.pdf", pdf);
        return runProgram({"/usr/bin/pdftotext", "-layout", path.string(), "-"}).output;
    }

    Desk desk_{sharedService()};
    fs::path folder_;
};

/// A PNG of one pixel, half transparent.
inline constexpr const char* SmallLogo =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg";

inline const std::string Lines =
    "[{'label':'Coffee machine C2','quantity':2,'unitPrice':120,'discountPercent':10,'taxRate':20},"
    "{'label':'Beans','quantity':3,'unitPrice':16.03,'taxRate':5.5}]";

} // namespace svc::test
