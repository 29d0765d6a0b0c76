#pragma once

#include <cstddef>
#include <string>
#include <vector>

class QPDF;

namespace svc::documents {

/// The logical structure of a document, for screen readers (ISO 32000-1, 14.7 and 14.8): the elements in
/// their order, and the element of each piece of content.
class Structure {
public:
    static constexpr std::size_t None = static_cast<std::size_t>(-1);

    struct Element {
        std::string type;        ///< H1, P, Table, TR, TH, TD, Figure
        std::size_t parent;      ///< None: the document
        std::string alternative; ///< the description of a figure
    };
    /// A piece of content, in the order in which it is drawn.
    struct Piece {
        std::size_t page;
        std::size_t element; ///< None: an artifact, such as a rule or the page number
    };

    /// Content drawn until the matching end() belongs to a new element; to none when the type is Artifact.
    void begin(const std::string& type, const std::string& alternative = {});
    void end() { open_.pop_back(); }
    void turnPage() { ++page_; }
    void addPiece() { pieces_.push_back({page_, open_.empty() ? None : open_.back()}); }
    void addArtifact() { pieces_.push_back({page_, None}); }

    const std::vector<Element>& elements() const noexcept { return elements_; }
    const std::vector<Piece>& pieces() const noexcept { return pieces_; }

private:
    std::vector<Element> elements_;
    std::vector<Piece> pieces_;
    std::vector<std::size_t> open_;
    std::size_t page_ = 0;
};

/// Drawn pages, with each piece of content tagged, and their structure.
struct Drawing {
    std::string pdf;
    Structure structure;
};

/// Adds the structure to the PDF drawn with it: PDF/UA-1 and level A of PDF/A.
void addStructure(QPDF& pdf, const Structure& structure);

} // namespace svc::documents
