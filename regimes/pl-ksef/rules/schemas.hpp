#pragma once

#include <string>

#include "xml/xml_schema.hpp"

namespace svc::pl_ksef {

/// The schemas of the ministry, read from the files of the plugin.
struct Schemas {
    /// `folder`: where the .xsd files are.
    explicit Schemas(const std::string& folder);

    xml::XmlSchema invoice; ///< FA(3) 1-0E
    xml::XmlSchema receipt; ///< UPO 4.3
    xml::XmlSchema
        testReceipt; ///< the same with any name of the authority, since test platforms use other names
};

} // namespace svc::pl_ksef
