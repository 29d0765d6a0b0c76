#pragma once

#include <stdexcept>

namespace svc::authority {

/// A document that the authority would refuse: `<field>: <rule>`.
class Unfit : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

} // namespace svc::authority
