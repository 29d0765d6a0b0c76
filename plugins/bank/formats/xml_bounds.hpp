#pragma once

#include <string_view>

namespace svc::bank {

/// Looks once through the bytes of a document, in time that grows with their number alone, and throws
/// FileError with the line for what the XML library would need far more time or memory for: many attributes,
/// long names, deep nesting, long texts, a DTD, an encoding in which markup may be hidden. It does not say
/// that a document is well formed.
void checkXmlBounds(std::string_view bytes);

} // namespace svc::bank
