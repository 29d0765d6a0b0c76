// Runs the official validator, where it is installed, on the files: schemas and Schematron rules of EN 16931,
// Peppol and XRechnung.
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <tuple>

#include "einvoice/check.hpp"
#include "einvoice/code_lists.hpp"
#include "einvoice/tests/broken.hpp"
#include "einvoice/tests/samples.hpp"

namespace svc::einvoice {
namespace {

namespace fs = std::filesystem;
using samples::Agreed;

/// The validator beside the source tree; nothing when it is missing or cannot run.
std::optional<fs::path> validator() {
    const fs::path tool = fs::path(SVC_SOURCE_TREE) / ".." / "shared" / "tools" / "validate-einvoice";
    const bool installed = fs::exists("/usr/share/java/Saxon-HE.jar") && fs::exists("/usr/bin/java");
    return fs::exists(tool) && installed ? std::optional(tool) : std::nullopt;
}

class OfficialRules : public ::testing::Test {
protected:
    void SetUp() override {
        tool_ = validator();
        if (!tool_) {
            GTEST_SKIP()
                << "the validator of invoices (or libsaxonhe-java, default-jre-headless) is not installed";
        }
        std::string name = (fs::temp_directory_path() / "invoices.XXXXXX").string();
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        folder_ = name;
    }
    void TearDown() override {
        if (!folder_.empty()) {
            fs::remove_all(folder_);
        }
    }

    void add(const std::string& name, const Invoice& invoice) {
        write(name + ".ubl.en16931.xml", writeUbl(invoice, Profile::En16931));
        write(name + ".ubl.peppol.xml", writeUbl(invoice, Profile::Peppol));
        write(name + ".ubl.xrechnung.xml", writeUbl(invoice, Profile::XRechnung));
        write(name + ".cii.en16931.xml", writeCii(invoice, Profile::En16931));
        write(name + ".cii.xrechnung.xml", writeCii(invoice, Profile::XRechnung));
        const CodeLists& lists = codeLists();
        for (const Profile profile : {Profile::En16931, Profile::Peppol, Profile::XRechnung}) {
            for (const Finding& finding : checkInvoice(invoice, profile, lists)) {
                ADD_FAILURE() << name << " " << nameOf(profile) << ": " << finding.rule << " "
                              << finding.field;
            }
        }
    }
    void write(const std::string& name, const std::string& bytes) {
        std::ofstream(folder_ / name, std::ios::binary) << bytes;
        ++files_;
    }
    static std::string linesOf(const std::string& text, std::size_t file) {
        std::istringstream lines(text);
        std::string found;
        for (std::string line; std::getline(lines, line);) {
            if (line.starts_with("broken" + std::to_string(file) + ".xml")) {
                found += line.substr(0, 200) + "\n";
            }
        }
        return found;
    }
    static int count(const std::string& text, const std::string& part) {
        int found = 0;
        for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
            ++found;
        }
        return found;
    }

    /// Runs the validator over all files; true when every one is valid. `said` is its output.
    bool valid(std::string& said) {
        const fs::path output = folder_ / "said.txt";
        const std::string command = "cd '" + folder_.string() + "' && '" + tool_->string() +
                                    "' --warnings-fail *.xml > '" + output.string() + "' 2>&1";
        const int result = std::system(command.c_str());
        std::ifstream file(output);
        std::ostringstream text;
        text << file.rdbuf();
        said = text.str();
        return result == 0;
    }

    std::optional<fs::path> tool_;
    fs::path folder_;
    int files_ = 0;
};

TEST_F(OfficialRules, FindNothingInAnyKindOfInvoice) {
    add("plain", samples::invoice({{.quantity = Decimal(2)}, {.name = "Installation"}}));
    add("excl", samples::invoice({{.quantity = Decimal(3), .unitPrice = Decimal::parse("3333.3").value()}},
                                 {.pricesIncludeTax = false}));
    add("discount", samples::invoice({{.quantity = Decimal(2), .unitPrice = Decimal(12000), .discount = 2400},
                                      {.unitPrice = Decimal(5000), .taxRate = Decimal::parse("5.5").value()}},
                                     {.discount = 1500}));
    add("freight",
        samples::invoice({{}, {.unitPrice = Decimal(5000), .taxRate = Decimal::parse("5.5").value()}},
                         {.pricesIncludeTax = false, .discount = 1500, .freight = 1250}));
    add("rounding", samples::invoice({{.unitPrice = Decimal(1603)}}));
    add("paid", samples::invoice({{}}, {.paid = true}));
    add("credit", samples::invoice({{}}, {.credit = true}));
    Invoice part = samples::invoice({{.unitPrice = Decimal(92), .taxRate = Decimal::parse("5.5").value()}},
                                    {.credit = true});
    deriveTerms(part, {{"S", Decimal::parse("5.5").value(), 88, 4}}, Extent::Part);
    add("part", part);
    add("corrected", samples::invoice({{}}, {.typeCode = 384}));
    add("corrected-german", samples::invoice({{}}, {.typeCode = 384, .german = true}));
    add("prepayment", samples::invoice({{}}, {.typeCode = 386}));
    add("prepayment-german", samples::invoice({{}}, {.typeCode = 386, .german = true}));
    Invoice coded = samples::invoice({{}});
    coded.lines[0].sellerCode = "BEAN-A1";
    coded.lines[0].gtin = "3760000000017";
    add("coded", coded);
    add("zero", samples::invoice({{.taxCategory = "Z", .taxRate = Decimal(0)}, {}}));
    add("exempt",
        samples::invoice(
            {{.taxCategory = "E", .taxRate = Decimal(0), .exemption = "Exempt, article 261-4-1 CGI"}}));
    add("exempt-code",
        samples::invoice({{.taxCategory = "E", .taxRate = Decimal(0), .exemption = "VATEX-EU-132"}}));
    add("reverse", samples::invoice({{.taxCategory = "AE", .taxRate = Decimal(0)}}));
    add("intra", samples::invoice({{.taxCategory = "K", .taxRate = Decimal(0)}}));
    add("export", samples::invoice({{.taxCategory = "G", .taxRate = Decimal(0)}}));
    add("outside", samples::invoice({{.taxCategory = "O", .taxRate = Decimal(0)}}));
    add("outside-german", samples::invoice({{.taxCategory = "O", .taxRate = Decimal(0)}}, {.german = true}));
    add("usd", samples::invoice({{.unitPrice = Decimal(10842)}},
                                {.currency = Currency::of("USD"), .exchangeRate = Decimal(10842, 4)}));
    add("xof", samples::invoice({{.quantity = Decimal(3), .unitPrice = Decimal(1999)}},
                                {.currency = Currency::of("XOF"), .exchangeRate = Decimal(655957, 3)}));
    Invoice tunisian = samples::invoice({{.unitPrice = Decimal(12000)}});
    tunisian.bookCurrency = Currency::of("TND");
    tunisian.exchangeRate = Decimal(3, 1);
    add("books-of-three-decimals", tunisian);
    Invoice senegalese = samples::invoice({{}});
    senegalese.seller.address.country = "SN";
    senegalese.seller.vatNumber = "0012345 2G3";
    add("outside-union", senegalese);
    add("negative",
        samples::invoice({{.unitPrice = Decimal(12000)},
                          {.name = "Empties", .quantity = Decimal(-3), .unitPrice = Decimal(100)}}));
    add("hostile", samples::invoice({{.name = "<b>\"&'</b> \x01\x1f \xEF\xBF\xBE \xE2\x80\xAE"
                                              "evil =SUM(A1)"},
                                     {.name = std::string(1000, 'x')}}));
    for (const auto& [country, registration, vatNumber] :
         {std::tuple("NL", "12345678", "NL123456789B12"),
          std::tuple("NL", "00000001234567890000", "NL123456789B12"),
          std::tuple("DK", "12345678", "DK12345678"), std::tuple("IS", "4501052780", "IS12345"),
          std::tuple("DE", "HRB 12345", "DE987654321")}) {
        for (const bool credit : {false, true}) {
            Invoice national = samples::invoice({{}}, {.credit = credit});
            for (Party* party : {&national.seller, &national.buyer}) {
                party->address.country = country;
                party->registration = registration;
                party->vatNumber = vatNumber;
            }
            const std::string name = std::string(country) + std::to_string(std::strlen(registration)) +
                                     (credit ? "credit" : "invoice");
            add(name, national);
            national.totals.prepaid = credit ? 0 : national.totals.withTax;
            national.totals.due = national.totals.withTax - national.totals.prepaid;
            national.payment = {.code = "", .text = {}, .iban = {}, .bic = {}, .reference = "RF40"};
            add(name + "-unasked", national);
        }
    }
    std::mt19937_64 random(7);
    for (int i = 0; i < 12; ++i) {
        add("random" + std::to_string(i), samples::randomInvoice(random));
    }
    std::string said;
    EXPECT_TRUE(valid(said)) << said;
    EXPECT_EQ(count(said, ": valid ("), files_) << said;
    EXPECT_EQ(count(said, ": valid (peppol"), files_ / 5) << said;
    EXPECT_EQ(count(said, ": valid (xrechnung-cii"), files_ / 5) << said;
}

TEST_F(OfficialRules, BlameTheSameRulesAsOurOwnCheck) {
    const std::vector<samples::Broken> all = samples::brokenInvoices();
    for (std::size_t i = 0; i < all.size(); ++i) {
        write("broken" + std::to_string(i) + ".xml", writeUbl(all[i].make(), all[i].profile));
    }
    std::string said;
    EXPECT_FALSE(valid(said));
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::string finding = "broken" + std::to_string(i) + ".xml: [" + all[i].rule + "]";
        EXPECT_NE(said.find(finding), std::string::npos) << finding << " is not in\n" << linesOf(said, i);
    }
}

} // namespace
} // namespace svc::einvoice
