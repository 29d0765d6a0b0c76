// Published examples, and variants of them with replaced texts.
#pragma once

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "invoice/rules/check.hpp"

namespace svc::it_fatturapa::testing {

inline std::string fileText(const std::string& path) {
    std::ifstream in(std::string(SVC_FATTURAPA_DATA "/") + path, std::ios::binary);
    EXPECT_TRUE(in) << path;
    return {std::istreambuf_iterator<char>(in), {}};
}

/// Replaces the first occurrence; fails the test when there is none.
inline std::string replaced(std::string text, const std::string& part, const std::string& by) {
    const std::size_t at = text.find(part);
    EXPECT_NE(at, std::string::npos) << part;
    return at == std::string::npos ? text : text.replace(at, part.size(), by);
}

/// An official example with a correct check digit in IdTrasmittente; that of the original 01234567890 is
/// wrong.
inline std::string example(const std::string& name) {
    std::string text = fileText("examples/" + name);
    const std::size_t at = text.find("<IdCodice>01234567890");
    return at == std::string::npos ? text : text.replace(at, 21, "<IdCodice>12345678903");
}

inline const xml::XmlSchema& schema() {
    static const xml::XmlSchema one = invoiceSchema(SVC_FATTURAPA_SCHEMA);
    return one;
}

inline CheckFacts facts() {
    return {.today = Date::parse("2026-11-24").value(), .withoutAddress = false, .offices = {}};
}

inline std::vector<std::string> codesOf(const std::string& xml, const CheckFacts& known = facts()) {
    std::vector<std::string> codes;
    for (const Finding& finding : check(xml, schema(), known)) {
        codes.push_back(finding.code);
    }
    return codes;
}

} // namespace svc::it_fatturapa::testing
