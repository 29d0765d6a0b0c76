// Documents as screen readers get them: structure, order, texts for pictures.
#include <algorithm>
#include <memory>
#include <set>

#define POINTERHOLDER_TRANSITION 4
#include <qpdf/QPDF.hh>
#include <qpdf/QPDFObjectHandle.hh>
#include <qpdf/QPDFPageDocumentHelper.hh>
#include <qpdf/QPDFPageObjectHelper.hh>

#include "pdf/archive.hpp"
#include "tests/papers.hpp"

namespace svc::documents {
namespace {

/// Finds content outside of any tag, and counts the numbers of the tags.
class ContentReader : public QPDFObjectHandle::ParserCallbacks {
public:
    void handleObject(QPDFObjectHandle object) override {
        if (!object.isOperator()) {
            operands_.push_back(object);
            return;
        }
        const std::string name = object.getOperatorValue();
        if (name == "BDC" || name == "BMC") {
            open_.push_back(operands_.front().getName());
            if (operands_.size() > 1 && operands_[1].isDictionary() && operands_[1].hasKey("/MCID")) {
                numbers.push_back(operands_[1].getKey("/MCID").getIntValue());
            }
        } else if (name == "EMC") {
            open_.pop_back();
        } else if (Paints.count(name) != 0 && open_.empty()) {
            unmarked.push_back(name);
        }
        operands_.clear();
    }
    void handleEOF() override {}

    std::vector<std::string> unmarked; ///< operators that paint outside of all tags
    std::vector<long long> numbers;

private:
    inline static const std::set<std::string> Paints = {"Tj", "TJ", "'",  "\"", "f", "F",  "f*", "B",
                                                        "B*", "b",  "b*", "S",  "s", "Do", "sh", "EI"};
    std::vector<QPDFObjectHandle> operands_;
    std::vector<std::string> open_;
};

class Structures : public Papers {
protected:
    /// Opens the archived PDF of the document.
    QPDF& open(const Paper& paper, bool ticket = false) {
        bytes_ = archivePdf(ticket ? drawTicket(paper) : drawSheet(paper),
                            {paper.title + ' ' + paper.number, paper.senderName, "en", paper.madeAt}, {});
        pdf_ = std::make_unique<QPDF>();
        pdf_->processMemoryFile("paper", bytes_.data(), bytes_.size());
        return *pdf_;
    }
    static std::vector<QPDFObjectHandle> kidsOf(QPDFObjectHandle element) {
        QPDFObjectHandle kids = element.getKey("/K");
        return kids.isArray() ? kids.getArrayAsVector() : std::vector<QPDFObjectHandle>{kids};
    }
    static std::string typeOf(QPDFObjectHandle element) {
        return element.isDictionary() && element.hasKey("/S") ? element.getKey("/S").getName() : "";
    }
    /// Types of all elements in their order; also checks the required members of each type.
    void walk(QPDFObjectHandle element, std::vector<std::string>& types) {
        const std::string type = typeOf(element);
        types.push_back(type);
        if (type == "/Figure") {
            EXPECT_TRUE(element.hasKey("/Alt"));
        }
        if (type == "/TH") {
            EXPECT_EQ(element.getKey("/A").getKey("/Scope").getName(), "/Column");
        }
        if (type == "/Table") {
            std::set<std::size_t> cells;
            for (QPDFObjectHandle& row : kidsOf(element)) {
                EXPECT_EQ(typeOf(row), "/TR");
                cells.insert(kidsOf(row).size());
            }
            EXPECT_EQ(cells.size(), 1U) << "all rows have as many cells";
        }
        for (QPDFObjectHandle& kid : kidsOf(element)) {
            if (!typeOf(kid).empty()) {
                EXPECT_EQ(kid.getKey("/P").getObjGen(), element.getObjGen());
                walk(kid, types);
            }
        }
    }
    std::vector<std::string> check(QPDF& pdf) {
        QPDFObjectHandle root = pdf.getRoot();
        EXPECT_TRUE(root.getKey("/MarkInfo").getKey("/Marked").getBoolValue());
        EXPECT_TRUE(root.getKey("/ViewerPreferences").getKey("/DisplayDocTitle").getBoolValue());
        EXPECT_EQ(root.getKey("/Lang").getUTF8Value(), "en");
        QPDFObjectHandle tree = root.getKey("/StructTreeRoot");
        std::vector<QPDFObjectHandle> numbers = tree.getKey("/ParentTree").getKey("/Nums").getArrayAsVector();
        std::size_t page = 0;
        for (QPDFPageObjectHelper& one : QPDFPageDocumentHelper(pdf).getAllPages()) {
            ContentReader content;
            one.parseContents(&content);
            EXPECT_TRUE(content.unmarked.empty()) << content.unmarked.front() << " on page " << page + 1;
            EXPECT_EQ(one.getObjectHandle().getKey("/StructParents").getIntValue(),
                      numbers[2 * page].getIntValue());
            EXPECT_EQ(numbers[2 * page + 1].getArrayNItems(), static_cast<int>(content.numbers.size()));
            EXPECT_TRUE(std::is_sorted(content.numbers.begin(), content.numbers.end()));
            ++page;
        }
        std::vector<std::string> types;
        walk(tree.getKey("/K"), types);
        return types;
    }
    /// What pdftotext reads in the order of the content.
    std::string readOut() {
        std::ofstream(folder_ / "read.pdf", std::ios::binary) << bytes_;
        const std::string command =
            "cd '" + folder_.string() + "' && pdfinfo -struct-text read.pdf > read.txt";
        EXPECT_EQ(std::system(command.c_str()), 0);
        std::ifstream file(folder_ / "read.txt");
        return {std::istreambuf_iterator<char>(file), {}};
    }

    std::string bytes_;
    std::unique_ptr<QPDF> pdf_;
};

TEST_F(Structures, OfAnInvoiceIsReadInTheOrderOfThePage) {
    Look look;
    look.logo = logo();
    const std::vector<std::string> types =
        check(open(composeInvoice(shortInvoice(), book().in("en"), "en", look, false)));
    EXPECT_EQ(std::count(types.begin(), types.end(), "/H1"), 1);
    EXPECT_EQ(std::count(types.begin(), types.end(), "/Table"), 2) << "the lines and the taxes";
    EXPECT_EQ(std::count(types.begin(), types.end(), "/Figure"), 2) << "the logo and the code to scan";
    EXPECT_LT(std::find(types.begin(), types.end(), "/H1"), std::find(types.begin(), types.end(), "/H2"));
    const std::string text = readOut();
    std::size_t at = 0;
    for (const char* part : {"59800 Lille", "Invoice", "INV-2026-000123", "Hôtel des Quais",
                             "€232.03 due on 20 Dec 2026", "Description", "Coffee machine C2",
                             "Discount €24.00", "120.00", "Total without VAT", "IBAN", "Lumière SARL ·"}) {
        const std::size_t found = text.find(part, at);
        ASSERT_NE(found, std::string::npos) << part << " does not follow in\n" << text;
        at = found;
    }
    EXPECT_NE(bytes_.find("<pdfaid:conformance>A<"), std::string::npos);
    EXPECT_NE(bytes_.find("<pdfuaid:part>1<"), std::string::npos);
}

TEST_F(Structures, OfLongPapersLeaveOutWhatEachPageRepeats) {
    std::vector<samples::Agreed> lines(60);
    check(open(composeInvoice(samples::invoice(lines), book().in("en"), "en", {}, false)));
    const std::string text = readOut();
    EXPECT_EQ(countOn(text, "Carried forward"), 0);
    EXPECT_EQ(countOn(text, "1 / "), 0);
    EXPECT_EQ(countOn(text, "Lumière SARL ·"), 1) << text;
}

TEST_F(Structures, HoldTheCodesOfAuthoritiesWithWhatTheyAreFor) {
    Invoice invoice = shortInvoice();
    invoice.marks = {{"clearance", {"Authority: REF-7", "Certified program 12"}, "CODE;REF-7", "Authority"},
                     {"words", {"Printed words alone"}, "", ""}};
    for (const bool ticket : {false, true}) {
        invoice.isTicket = ticket;
        const std::vector<std::string> types =
            check(open(composeInvoice(invoice, book().in("en"), "en", {}, ticket), ticket));
        EXPECT_EQ(std::count(types.begin(), types.end(), "/Figure"), ticket ? 1 : 2);
        const std::string text = readOut();
        for (const char* part : {"Authority: REF-7", "Certified program 12", "Printed words alone"}) {
            EXPECT_EQ(countOn(text, part), 1) << text;
        }
        std::vector<std::string> alternatives;
        for (QPDFObjectHandle& object : pdf_->getAllObjects()) {
            if (typeOf(object) == "/Figure") {
                alternatives.push_back(object.getKey("/Alt").getUTF8Value());
            }
        }
        EXPECT_EQ(std::count(alternatives.begin(), alternatives.end(), "QR code: Authority"), 1);
    }
}

TEST_F(Structures, AreWholeInEachKindOfPaper) {
    OtherFacts facts;
    for (const Kind kind : {Kind::Quote, Kind::DeliveryNote, Kind::PurchaseOrder}) {
        facts.kind = kind;
        check(open(composeOther(shortInvoice(), facts, book().in("en"), "en", {})));
    }
    check(open(composeStatement(shortInvoice(), account(), book().in("en"), "en", {})));
    check(open(composeInvoice(shortInvoice({.paid = true}), book().in("en"), "en", {}, true), true));
}

} // namespace
} // namespace svc::documents
