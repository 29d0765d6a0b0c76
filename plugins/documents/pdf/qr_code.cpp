#include "pdf/qr_code.hpp"

#include <cstddef>

#include <cairo.h>
#include <qrencode.h>

namespace svc::documents {

void SurfaceDestroy::operator()(cairo_surface_t* surface) const {
    cairo_surface_destroy(surface);
}

QrMask qrCode(const std::string& payload) {
    const std::unique_ptr<QRcode, void (*)(QRcode*)> code(
        QRcode_encodeData(static_cast<int>(payload.size()),
                          reinterpret_cast<const unsigned char*>(payload.data()), 0, QR_ECLEVEL_M),
        QRcode_free);
    if (!code) {
        return nullptr;
    }
    // A bitmap of one bit per pixel takes some hundred bytes; a picture takes thousands, and as many
    // rectangles twenty times more. Several pixels per module keep the edges sharp where a viewer smooths.
    constexpr int Pixels = 4;
    const int side = code->width * Pixels;
    QrMask mask(cairo_image_surface_create(CAIRO_FORMAT_A1, side, side));
    cairo_surface_flush(mask.get());
    unsigned char* data = cairo_image_surface_get_data(mask.get());
    const int stride = cairo_image_surface_get_stride(mask.get());
    for (int row = 0; row < side; ++row) {
        // Cairo stores the bits in native byte order; this code counts them from the lowest.
        unsigned char* line = data + static_cast<std::ptrdiff_t>(row) * stride;
        const unsigned char* modules = code->data + static_cast<std::ptrdiff_t>(row / Pixels) * code->width;
        for (int column = 0; column < side; ++column) {
            if ((modules[column / Pixels] & 1) != 0) {
                line[column / 8] = static_cast<unsigned char>(line[column / 8] | (1U << (column % 8)));
            }
        }
    }
    cairo_surface_mark_dirty(mask.get());
    return mask;
}

void drawQrCode(cairo_t* cairo, double x, double y, double size, cairo_surface_t* mask) {
    if (mask == nullptr) {
        return;
    }
    const double scale = size / cairo_image_surface_get_width(mask);
    cairo_save(cairo);
    cairo_translate(cairo, x, y);
    cairo_scale(cairo, scale, scale);
    cairo_set_source_rgb(cairo, 0, 0, 0);
    cairo_pattern_t* pattern = cairo_pattern_create_for_surface(mask);
    cairo_pattern_set_filter(pattern, CAIRO_FILTER_NEAREST); // PDF/A forbids interpolation
    cairo_mask(cairo, pattern);
    cairo_pattern_destroy(pattern);
    cairo_restore(cairo);
}

} // namespace svc::documents
