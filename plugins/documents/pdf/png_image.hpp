#pragma once

#include <cstdint>
#include <memory>
#include <string>

struct _cairo_surface;

namespace svc::documents {

/// A PNG that was decoded, to be drawn on papers.
class PngImage {
public:
    /// Nothing is decoded of a PNG of more pixels or of a longer side.
    static constexpr std::uint32_t MostPixels = 4'000'000;
    static constexpr std::uint32_t LongestSide = 4000;

    /// None.
    PngImage() = default;
    /// None when the bytes are no whole PNG, or one that is too large.
    explicit PngImage(const std::string& png);

    explicit operator bool() const { return surface_ != nullptr; }
    int width() const;
    int height() const;
    /// The factor that fits it into this width and height; 0 of none.
    double scaleInto(double width, double height) const;
    _cairo_surface* surface() const { return surface_.get(); }

private:
    struct Free {
        void operator()(_cairo_surface* surface) const;
    };
    std::unique_ptr<_cairo_surface, Free> surface_;
};

} // namespace svc::documents
