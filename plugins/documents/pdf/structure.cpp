#include "pdf/structure.hpp"

#include <map>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <utility>

// PointerHolder is a shared pointer of the library's own or of the standard library; 4 selects the latter.
#define POINTERHOLDER_TRANSITION 4
#include <qpdf/Buffer.hh>
#include <qpdf/Pl_Buffer.hh>
#include <qpdf/QPDF.hh>
#include <qpdf/QPDFObjectHandle.hh>
#include <qpdf/QPDFPageDocumentHelper.hh>
#include <qpdf/QPDFPageObjectHelper.hh>

namespace svc::documents {
namespace {

QPDFObjectHandle named(const std::string& value) {
    return QPDFObjectHandle::newName(value);
}

/// Gives the tags in the content of one page their types and numbers.
class Marker : public QPDFObjectHandle::TokenFilter {
public:
    Marker(const Structure& structure, std::size_t& next) : structure_(structure), next_(next) {}

    /// The structure element of each marked-content number of the page.
    const std::vector<std::size_t>& owners() const noexcept { return owners_; }

    void handleToken(const QPDFTokenizer::Token& token) override {
        if (token.getType() != QPDFTokenizer::tt_word) {
            operands_ += token.getRawValue();
            return;
        }
        // Cairo tags text that reads differently from its glyphs (ActualText) without number.
        if (token.getValue() == "BDC" && operands_.find("/MCID") != std::string::npos) {
            write(mark());
        } else {
            write(operands_);
            writeToken(token);
        }
        operands_.clear();
    }
    void handleEOF() override { write(operands_); }

private:
    std::string mark() {
        if (next_ == structure_.pieces().size()) {
            throw std::logic_error("a page has more marks than pieces were drawn");
        }
        const std::size_t element = structure_.pieces()[next_++].element;
        if (element == Structure::None) {
            return "\n/Artifact BMC";
        }
        owners_.push_back(element);
        return "\n/" + structure_.elements()[element].type + " <</MCID " +
               std::to_string(owners_.size() - 1) + ">> BDC";
    }

    const Structure& structure_;
    std::size_t& next_;
    std::string operands_; ///< of the operator that comes next
    std::vector<std::size_t> owners_;
};

class Builder {
public:
    Builder(QPDF& pdf, const Structure& structure) : pdf_(pdf), structure_(structure) {}

    void build() {
        root_ = pdf_.makeIndirectObject(QPDFObjectHandle::newDictionary());
        document_ = element("Document", root_);
        makeElements();
        markPages();
        for (std::size_t i = 0; i < elements_.size(); ++i) {
            const std::vector<QPDFObjectHandle>& kids = kids_[i];
            if (!kids.empty()) {
                elements_[i].replaceKey("/K", kids.size() == 1 ? kids[0] : QPDFObjectHandle::newArray(kids));
            }
        }
        document_.replaceKey("/K", QPDFObjectHandle::newArray(top_));
        root_.replaceKey("/Type", named("/StructTreeRoot"));
        root_.replaceKey("/K", document_);
        QPDFObjectHandle numbers = QPDFObjectHandle::newDictionary();
        numbers.replaceKey("/Nums", QPDFObjectHandle::newArray(parents_));
        root_.replaceKey("/ParentTree", pdf_.makeIndirectObject(numbers));

        QPDFObjectHandle catalogue = pdf_.getRoot();
        catalogue.replaceKey("/StructTreeRoot", root_);
        catalogue.replaceKey("/MarkInfo", QPDFObjectHandle::parse("<< /Marked true >>"));
        catalogue.replaceKey("/ViewerPreferences", QPDFObjectHandle::parse("<< /DisplayDocTitle true >>"));
    }

private:
    QPDFObjectHandle element(const std::string& type, QPDFObjectHandle parent) {
        QPDFObjectHandle made = QPDFObjectHandle::newDictionary();
        QPDFObjectHandle& name = types_[type];
        if (!name.isInitialized()) {
            name = named("/" + type);
        }
        made.replaceKey("/S", name);
        made.replaceKey("/P", std::move(parent));
        return pdf_.makeIndirectObject(made);
    }

    void makeElements() {
        const QPDFObjectHandle headOfColumn =
            pdf_.makeIndirectObject(QPDFObjectHandle::parse("<< /O /Table /Scope /Column >>"));
        kids_.resize(structure_.elements().size());
        for (const Structure::Element& one : structure_.elements()) {
            const bool top = one.parent == Structure::None;
            QPDFObjectHandle made = element(one.type, top ? document_ : elements_[one.parent]);
            (top ? top_ : kids_[one.parent]).push_back(made);
            if (one.type == "TH") {
                made.replaceKey("/A", headOfColumn);
            }
            if (!one.alternative.empty()) {
                made.replaceKey("/Alt", QPDFObjectHandle::newUnicodeString(one.alternative));
            }
            elements_.push_back(std::move(made));
        }
    }

    void markPages() {
        std::size_t next = 0;
        long long number = 0;
        for (QPDFPageObjectHelper& page : QPDFPageDocumentHelper(pdf_).getAllPages()) {
            Marker marker(structure_, next);
            Pl_Buffer marked("content");
            page.filterContents(&marker, &marked);
            marked.finish();
            QPDFObjectHandle object = page.getObjectHandle();
            object.replaceKey("/Contents",
                              QPDFObjectHandle::newStream(&pdf_, marked.getBufferSharedPointer()));
            object.replaceKey("/StructParents", QPDFObjectHandle::newInteger(number));
            object.replaceKey("/Tabs", named("/S"));
            std::vector<QPDFObjectHandle> owners;
            for (std::size_t i = 0; i < marker.owners().size(); ++i) {
                addContent(marker.owners()[i], object, static_cast<long long>(i));
                owners.push_back(elements_[marker.owners()[i]]);
            }
            parents_.push_back(QPDFObjectHandle::newInteger(number));
            parents_.push_back(pdf_.makeIndirectObject(QPDFObjectHandle::newArray(owners)));
            ++number;
        }
        if (next != structure_.pieces().size()) {
            throw std::logic_error("more pieces were drawn than the pages have marks");
        }
    }

    /// The page of an element is that of its first content; content on other pages names its page.
    void addContent(std::size_t element, QPDFObjectHandle page, long long number) {
        QPDFObjectHandle& owner = elements_[element];
        if (!owner.hasKey("/Pg")) {
            owner.replaceKey("/Pg", page);
        }
        while (static_cast<std::size_t>(number) >= numbers_.size()) {
            numbers_.push_back(QPDFObjectHandle::newInteger(static_cast<long long>(numbers_.size())));
        }
        const QPDFObjectHandle& content = numbers_[static_cast<std::size_t>(number)];
        if (owner.getKey("/Pg").getObjGen() == page.getObjGen()) {
            kids_[element].push_back(content);
            return;
        }
        QPDFObjectHandle elsewhere = QPDFObjectHandle::newDictionary();
        elsewhere.replaceKey("/Type", named("/MCR"));
        elsewhere.replaceKey("/Pg", page);
        elsewhere.replaceKey("/MCID", content);
        kids_[element].push_back(elsewhere);
    }

    QPDF& pdf_;
    const Structure& structure_;
    QPDFObjectHandle root_;
    QPDFObjectHandle document_;
    std::vector<QPDFObjectHandle> elements_;
    std::vector<std::vector<QPDFObjectHandle>> kids_;
    std::vector<QPDFObjectHandle> top_;
    // Shared objects, because a long document has very many of them.
    std::map<std::string, QPDFObjectHandle> types_;
    std::vector<QPDFObjectHandle> numbers_;
    std::vector<QPDFObjectHandle>
        parents_; ///< the number tree: page numbers and the elements of their content
};

} // namespace

void Structure::begin(const std::string& type, const std::string& alternative) {
    if (type == "Artifact" || (!open_.empty() && open_.back() == None)) {
        open_.push_back(None);
        return;
    }
    elements_.push_back({type, open_.empty() ? None : open_.back(), alternative});
    open_.push_back(elements_.size() - 1);
}

void addStructure(QPDF& pdf, const Structure& structure) {
    Builder(pdf, structure).build();
}

} // namespace svc::documents
