#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "einvoice/file_reader.hpp"
#include "xml/xml_document.hpp"

namespace svc::einvoice {

/// Business terms read from the elements of a file, where elements may be missing. A malformed value throws a
/// FileFault with the term.
using Node = std::optional<xml::XmlNode>;

/// Follows the path of first children; nothing when one is missing.
Node at(const Node& node, std::initializer_list<std::string_view> path);
std::string textAt(const Node& node, std::initializer_list<std::string_view> path);
std::optional<std::string> optionalTextAt(const Node& node, std::initializer_list<std::string_view> path);

std::string requiredText(std::string_view text, const char* term);
/// A decimal of XML Schema: a sign, digits with a point before, between or after them, no exponent.
Decimal decimalOf(std::string_view text, const char* term);
/// Major units as minor ones, rounded to whole ones where the file has more decimals than the currency; 0 for
/// an empty text.
std::int64_t amountOf(std::string_view text, Currency currency, const char* term);
Currency currencyOf(std::string_view text, const char* term);
/// `2026-11-20` (a time zone after it is ignored) or `20261120`.
Date dateOf(std::string_view text, const char* term);
std::optional<Date> optionalDateOf(std::string_view text, const char* term);
int typeCodeOf(std::string_view text);
/// The price of one unit in minor units. BT-146 is the price of `baseQuantity` units.
Decimal priceOf(std::string_view price, std::string_view baseQuantity, Currency currency);
bool isTrue(std::string_view indicator);
/// Nothing for an empty text.
std::optional<std::string> given(std::string text);

/// Rules that the file breaks and that cannot be checked on the invoice read from it.
std::vector<Finding> ublFindings(xml::XmlNode root, const ReceivedInvoice& received);
std::vector<Finding> ciiFindings(xml::XmlNode root, const ReceivedInvoice& received);

ReceivedInvoice readUbl(xml::XmlNode root);
ReceivedInvoice readCii(xml::XmlNode root);

} // namespace svc::einvoice
