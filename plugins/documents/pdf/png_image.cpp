#include "pdf/png_image.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>

#include <cairo.h>

namespace svc::documents {
namespace {

struct PngReader {
    const std::string* bytes;
    std::size_t at = 0;
};

cairo_status_t readPng(void* closure, unsigned char* data, unsigned int length) {
    auto* reader = static_cast<PngReader*>(closure);
    if (reader->bytes->size() - reader->at < length) {
        return CAIRO_STATUS_READ_ERROR;
    }
    std::memcpy(data, reader->bytes->data() + reader->at, length);
    reader->at += length;
    return CAIRO_STATUS_SUCCESS;
}

/// Four bytes, the highest first.
std::uint32_t numberAt(const std::string& bytes, std::size_t at) {
    std::uint32_t number = 0;
    for (std::size_t i = at; i < at + 4; ++i) {
        number = number << 8U | static_cast<unsigned char>(bytes[i]);
    }
    return number;
}

/// Checks the size in the first chunk (IHDR) before anything is decoded: few bytes may hold very many pixels.
bool isOfFairSize(const std::string& png) {
    constexpr std::string_view Signature = "\x89PNG\r\n\x1a\n";
    constexpr std::size_t HeaderType = 12;
    constexpr std::size_t Width = 16;
    constexpr std::size_t Height = 20;
    if (png.size() < Height + 4 || !png.starts_with(Signature) || png.compare(HeaderType, 4, "IHDR") != 0) {
        return false;
    }
    const std::uint64_t width = numberAt(png, Width);
    const std::uint64_t height = numberAt(png, Height);
    return width > 0 && height > 0 && std::max(width, height) <= PngImage::LongestSide &&
           width * height <= PngImage::MostPixels;
}

} // namespace

void PngImage::Free::operator()(_cairo_surface* surface) const {
    cairo_surface_destroy(surface);
}

PngImage::PngImage(const std::string& png) {
    if (!isOfFairSize(png)) {
        return;
    }
    PngReader reader{&png};
    surface_.reset(cairo_image_surface_create_from_png_stream(readPng, &reader));
    if (cairo_surface_status(surface_.get()) != CAIRO_STATUS_SUCCESS) {
        surface_.reset();
    }
}

int PngImage::width() const {
    return surface_ ? cairo_image_surface_get_width(surface_.get()) : 0;
}

int PngImage::height() const {
    return surface_ ? cairo_image_surface_get_height(surface_.get()) : 0;
}

double PngImage::scaleInto(double width, double height) const {
    return surface_ ? std::min(width / this->width(), height / this->height()) : 0;
}

} // namespace svc::documents
