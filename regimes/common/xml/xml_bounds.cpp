#include "xml/xml_bounds.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include <svc/text.hpp>

namespace svc::xml {

namespace {

constexpr std::size_t MostAttributes = 64; // of one element
constexpr std::size_t MostAttributesAround =
    256; // of an element and all its ancestors, as they may be namespaces
constexpr std::size_t MostDepth = 64;
constexpr std::size_t MostName = 128;

/// The characters of the document. All markup is ASCII: every other character reads as 'x'.
class Characters {
public:
    explicit Characters(std::string_view bytes) : bytes_(bytes) {
        constexpr std::string_view LittleEndian("\xFF\xFE", 2);
        constexpr std::string_view BigEndian("\xFE\xFF", 2);
        if (bytes.starts_with(LittleEndian) || bytes.starts_with(BigEndian)) {
            wide_ = true;
            low_ = bytes.starts_with(LittleEndian) ? 0 : 1;
            at_ = 2;
        } else if (bytes.starts_with("\xEF\xBB\xBF")) {
            at_ = 3;
        }
    }

    bool wide() const { return wide_; }
    bool atEnd() const { return at_ >= bytes_.size(); }
    int line() const { return line_; }
    /// Column of the next character, counted in bytes of UTF-8 or in units of UTF-16.
    int column() const { return static_cast<int>((at_ - lineStart_) / (wide_ ? 2U : 1U)) + 1; }
    /// The next character, NUL at the end.
    char peek() const {
        if (at_ >= bytes_.size()) {
            return '\0';
        }
        if (!wide_) {
            return bytes_[at_];
        }
        if (at_ + 1 >= bytes_.size()) {
            return 'x';
        }
        return bytes_[at_ + 1 - low_] == '\0' ? bytes_[at_ + low_] : 'x';
    }
    char take() {
        const char c = peek();
        at_ += wide_ ? 2 : 1;
        if (c == '\n') {
            ++line_;
            lineStart_ = at_;
        }
        return c;
    }
    /// Consumes `text` if it comes next.
    bool take(std::string_view text) {
        const std::size_t at = at_;
        const int line = line_;
        const std::size_t lineStart = lineStart_;
        for (const char c : text) {
            if (atEnd() || take() != c) {
                at_ = at;
                line_ = line;
                lineStart_ = lineStart;
                return false;
            }
        }
        return true;
    }

private:
    std::string_view bytes_;
    bool wide_ = false;
    std::size_t low_ = 0; ///< offset of the low byte in a pair
    std::size_t at_ = 0;
    int line_ = 1;
    std::size_t lineStart_ = 0;
};

constexpr bool isWhitespace(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

class Scan {
public:
    Scan(std::string_view bytes, const XmlBounds& bounds) : characters_(bytes), bounds_(bounds) {}

    void run() {
        declaration();
        while (!characters_.atEnd()) {
            text();
            if (!characters_.atEnd()) {
                markup();
            }
        }
        if (!open_.empty()) {
            refuse("truncated", "the XML ends in the middle");
        }
    }

private:
    [[noreturn]] void refuse(std::string_view reason, const std::string& why) const {
        throw XmlFault(characters_.line(), characters_.column(), reason, why);
    }

    /// The encoding decides what the library reads as markup: only encodings that are compatible with ASCII
    /// pass.
    void declaration() {
        while (isWhitespace(characters_.peek())) {
            characters_.take();
        }
        if (!characters_.take("<?xml")) {
            if (characters_.peek() != '<') {
                refuse("encoding", "not XML in UTF-8, UTF-16 or an encoding with the letters of ASCII");
            }
            return;
        }
        const std::string head = lowerAscii(until("?>"));
        const std::size_t start = head.find("encoding");
        if (start == std::string::npos) {
            return;
        }
        const std::size_t open = head.find_first_of("\"'", start);
        const std::size_t close = open == std::string::npos ? open : head.find_first_of("\"'", open + 1);
        if (close == std::string::npos) {
            refuse("xml", "an XML declaration that is not well formed");
        }
        const std::string name = head.substr(open + 1, close - open - 1);
        constexpr std::array<std::string_view, 6> Known = {"utf-8",     "us-ascii", "ascii",
                                                           "iso-8859-", "iso8859-", "windows-125"};
        bool known = characters_.wide() && name.starts_with("utf-16");
        for (const std::string_view prefix : Known) {
            known = known || (!characters_.wide() && name.starts_with(prefix));
        }
        if (!known) {
            refuse("encoding", "an encoding that is not taken: " + name);
        }
    }

    /// Consumes and returns the text before `end`, and consumes `end` too.
    std::string until(std::string_view end) {
        std::string passed;
        while (!characters_.take(end)) {
            if (characters_.atEnd()) {
                refuse("truncated", "the XML ends in the middle");
            }
            if (passed.size() == bounds_.text) {
                refuse("size", "a text of more than " + std::to_string(bounds_.text) + " characters");
            }
            passed += characters_.take();
        }
        return passed;
    }

    void text() {
        std::size_t length = 0;
        while (!characters_.atEnd() && characters_.peek() != '<') {
            characters_.take();
            if (++length > bounds_.text) {
                refuse("size", "a text of more than " + std::to_string(bounds_.text) + " characters");
            }
        }
    }

    void markup() {
        if (characters_.take("<!--")) {
            until("-->");
        } else if (characters_.take("<![CDATA[")) {
            until("]]>");
        } else if (characters_.take("<!")) {
            refuse("doctype", "a DTD is not allowed");
        } else if (characters_.take("<?")) {
            until("?>");
        } else if (characters_.take("</")) {
            name();
            while (!characters_.atEnd() && characters_.take() != '>') {
            }
            if (!open_.empty()) {
                attributesAround_ -= open_.back();
                open_.pop_back();
            }
        } else {
            characters_.take();
            element();
        }
    }

    void name() {
        std::size_t length = 0;
        for (char c = characters_.peek();
             !characters_.atEnd() && !isWhitespace(c) && c != '=' && c != '/' && c != '>';
             c = characters_.peek()) {
            characters_.take();
            if (++length > MostName) {
                refuse("size", "a name of more than " + std::to_string(MostName) + " characters");
            }
        }
    }

    void element() {
        if (++elements_ > bounds_.elements) {
            refuse("size", "more than " + std::to_string(bounds_.elements) + " elements");
        }
        name();
        std::size_t attributes = 0;
        while (!characters_.atEnd()) {
            const char c = characters_.peek();
            if (c == '>' || c == '/') {
                break;
            }
            if (isWhitespace(c) || c == '=') {
                characters_.take();
            } else if (c == '"' || c == '\'') {
                characters_.take();
                until(std::string_view(&c, 1));
            } else {
                name();
                if (++attributes > MostAttributes || attributesAround_ + attributes > MostAttributesAround) {
                    refuse("size", "too many attributes");
                }
            }
        }
        const bool empty = characters_.take("/");
        characters_.take(">");
        if (empty) {
            return;
        }
        open_.push_back(attributes);
        attributesAround_ += attributes;
        if (open_.size() > MostDepth) {
            refuse("depth", "elements in more than " + std::to_string(MostDepth) + " others");
        }
    }

    Characters characters_;
    XmlBounds bounds_;
    std::size_t elements_ = 0;
    std::vector<std::size_t> open_; ///< attributes of each element that is open
    std::size_t attributesAround_ = 0;
};

} // namespace

void checkXmlBounds(std::string_view bytes, const XmlBounds& bounds) {
    Scan(bytes, bounds).run();
}

} // namespace svc::xml
