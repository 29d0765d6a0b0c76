#include "document/rules/gtin.hpp"

namespace svc::documents {

bool isGtin(std::string_view code) {
    if (code.size() != 8 && (code.size() < 12 || code.size() > 14)) {
        return false;
    }
    int sum = 0;
    for (std::size_t i = 0; i < code.size(); ++i) {
        const char digit = code[code.size() - 1 - i];
        if (digit < '0' || digit > '9') {
            return false;
        }
        sum += (digit - '0') * (i % 2 == 1 ? 3 : 1);
    }
    return sum % 10 == 0;
}

} // namespace svc::documents
