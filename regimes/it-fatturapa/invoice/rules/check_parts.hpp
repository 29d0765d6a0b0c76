// The parts of check(): one for the header, one for each invoice in the file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <svc/decimal.hpp>

#include "invoice/rules/check.hpp"
#include "xml/xml_document.hpp"

namespace svc::it_fatturapa {

/// Adds the finding of a code, with the text of the specification.
void note(std::vector<Finding>& findings, std::string_view code, std::string_view where);

/// The element at the end of the path, or nothing.
std::optional<xml::XmlNode> nodeAt(const xml::XmlNode& from, std::initializer_list<std::string_view> path);
/// Text of that element; empty when it is not there.
std::string textAt(const xml::XmlNode& from, std::initializer_list<std::string_view> path);

void checkHeader(const xml::XmlNode& root, const CheckFacts& facts, std::vector<Finding>& findings);
/// `header` has the seller and the buyer.
void checkBody(const xml::XmlNode& header, const xml::XmlNode& body, const CheckFacts& facts,
               std::vector<Finding>& findings);

} // namespace svc::it_fatturapa
