#pragma once

#include <map>
#include <string>

#include <svc/plugin.hpp>
#include <svc/static_files.hpp>

namespace svc::console {

/// All that the console answers. It is read at the first request and kept in memory.
struct Site {
    StaticFile page; ///< loads the application; without a built application it says how to build it
    StaticFiles application;
    StaticFile manifest;
    std::map<std::string, StaticFile, std::less<>> extensions; ///< by their addresses
};

const Site& site(Call& call);

/// The answer with the headers that protect the application in a browser.
Response secured(Response response);

/// A file whose name or address changes with its content.
Response keptForAYear(const Request& request, const StaticFile& file);
/// A file that clients revalidate each time.
Response revalidated(const Request& request, const StaticFile& file);

} // namespace svc::console
