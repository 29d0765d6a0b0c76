#pragma once

namespace svc::test {

/// The deleter of a std::unique_ptr of what a C library frees by a function of its own:
/// `std::unique_ptr<EVP_PKEY, Freed<EVP_PKEY_free>>`.
template <auto Free>
struct Freed {
    template <class T>
    void operator()(T* one) const {
        Free(one);
    }
};

} // namespace svc::test
