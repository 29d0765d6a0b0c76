#include "domain/code_lists.hpp"

#include <fstream>
#include <stdexcept>

namespace svc::documents {
namespace {

std::set<std::string, std::less<>> readList(const std::string& path) {
    std::ifstream file(path);
    if (!file) {
        throw std::runtime_error("the code list " + path + " cannot be read");
    }
    std::set<std::string, std::less<>> codes;
    for (std::string line; std::getline(file, line);) {
        codes.insert(line.substr(0, line.find('\t')));
    }
    return codes;
}

} // namespace

CodeLists readCodeLists(const std::string& folder) {
    return {readList(folder + "/unit.txt"), readList(folder + "/eas.txt"), readList(folder + "/vatex.txt"),
            readList(folder + "/country.txt")};
}

} // namespace svc::documents
