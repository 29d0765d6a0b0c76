#pragma once

#include <cstdint>
#include <memory>
#include <string>

struct _cairo_surface;

namespace svc::documents {

/// A decoded PNG, to be drawn on documents.
class PngImage {
public:
    /// A PNG with more pixels or a longer side is not decoded.
    static constexpr std::uint32_t MostPixels = 4'000'000;
    static constexpr std::uint32_t LongestSide = 4000;

    /// No image.
    PngImage() = default;
    /// No image when the bytes are not a complete PNG, or it is too large.
    explicit PngImage(const std::string& png);

    explicit operator bool() const { return surface_ != nullptr; }
    int width() const;
    int height() const;
    /// The factor that scales the image into this width and height; 0 without an image.
    double scaleInto(double width, double height) const;
    _cairo_surface* surface() const { return surface_.get(); }

private:
    struct Free {
        void operator()(_cairo_surface* surface) const;
    };
    std::unique_ptr<_cairo_surface, Free> surface_;
};

} // namespace svc::documents
