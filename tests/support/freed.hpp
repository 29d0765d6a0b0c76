#pragma once

namespace svc::test {

/// Deleter of a std::unique_ptr for objects of a C library that has its own free function:
/// `std::unique_ptr<EVP_PKEY, Freed<EVP_PKEY_free>>`.
template <auto Free>
struct Freed {
    template <class T>
    void operator()(T* one) const {
        Free(one);
    }
};

} // namespace svc::test
