#pragma once

#include <functional>
#include <string>
#include <vector>

#include <svc/list_declaration.hpp>

#include "host/db/connection.hpp"

namespace svc::host::db {

// Makes the tables of lists and the triggers of the declared ones. Of a list that is new or declared
// otherwise than before, all records are noted again, as if they were new. The triggers of lists of `schemas`
// that are declared no more go, with all that was counted: nobody would fold what they note. Run as
// svc_owner, behind the migrations.
void installLists(const Login& owner, const std::vector<std::string>& schemas,
                  const std::vector<ListDeclaration>& lists,
                  const std::function<void(const std::string&)>& log);

} // namespace svc::host::db
