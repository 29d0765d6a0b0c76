#pragma once

#include <memory>
#include <string>
#include <string_view>

struct _xmlSchema;

namespace svc::fatturapa {

/// The schema of ordinary invoices 1.2.2, as the tax agency publishes it. May be used by several threads.
class Schema {
public:
    /// `folder`: where FatturaPA_v1.2.2.xsd and xmldsig-core.xsd are. Throws std::runtime_error when they
    /// cannot be read.
    explicit Schema(const std::string& folder);

    /// What the schema has against the invoice; empty when nothing. At most the first few complaints.
    std::string complaint(std::string_view xml) const;

private:
    struct Free {
        void operator()(_xmlSchema* schema) const;
    };
    std::unique_ptr<_xmlSchema, Free> schema_;
};

} // namespace svc::fatturapa
