/// @file Creates or removes the data folder that tests copy (service_seed.hpp).

#include <exception>
#include <iostream>
#include <string_view>

#include "support/service_seed.hpp"

int main(int count, char** words) {
    const std::string_view word = count == 2 ? words[1] : "";
    try {
        if (word == "make") {
            svc::test::ServiceSeed::make();
            return 0;
        }
        if (word == "remove") {
            svc::test::ServiceSeed::remove();
            return 0;
        }
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
    std::cerr << "usage: svc_service_seed make|remove\n";
    return 2;
}
