#pragma once

#include <memory>
#include <string>

struct _cairo;
struct _cairo_surface;

namespace svc::documents {

struct SurfaceDestroy {
    void operator()(_cairo_surface* surface) const;
};

/// The dark modules of a QR code as a mask of one bit per pixel; null when the payload is too long.
using QrMask = std::unique_ptr<_cairo_surface, SurfaceDestroy>;
QrMask qrCode(const std::string& payload);

/// Draws it in a square of this size, black.
void drawQrCode(_cairo* cairo, double x, double y, double size, _cairo_surface* mask);

} // namespace svc::documents
