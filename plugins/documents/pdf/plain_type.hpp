#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct _cairo;
struct _PangoContext;

namespace svc::documents {

/// A text on one line as glyphs of one font. Lengths are points.
struct PlainLine {
    struct Glyph {
        unsigned long index;
        double x;  ///< from the left end of the line
        int bytes; ///< of the character in the text
    };
    std::string text;
    std::vector<Glyph> glyphs;
    double width = 0;
};

/// Sets texts that need no shaping: Latin, one glyph per character, moved only by the kerning with the
/// previous letter. Most text of a business document is like this, and setting it from cached kerning pairs
/// costs a tenth of shaping. Other texts (other scripts, characters missing in the font) are left to Pango;
/// so is measuring each pair once. Ligatures are not used, and every space is written as the common one:
/// either would add a second font subset to the file, which costs more than all the rest of the text.
class PlainType {
public:
    /// The instance of this thread for a language, drawing with the fonts that `family` means in this
    /// context.
    static PlainType& of(_PangoContext* context, const char* family, std::string_view language);
    ~PlainType();
    PlainType(const PlainType&) = delete;
    PlainType& operator=(const PlainType&) = delete;

    /// False when the text is not plain.
    bool set(std::string_view text, double size, bool bold, PlainLine& line);

    double ascent(double size, bool bold);
    double height(double size, bool bold);
    /// Draws the line with its left end here.
    void show(_cairo* cairo, double x, double baseline, double size, bool bold, const PlainLine& line);

private:
    struct Parts;
    PlainType(_PangoContext* context, const char* family);
    std::unique_ptr<Parts> parts_;
};

} // namespace svc::documents
