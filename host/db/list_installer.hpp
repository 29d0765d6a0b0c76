#pragma once

#include <functional>
#include <string>
#include <vector>

#include <svc/list_declaration.hpp>

#include "host/db/connection.hpp"

namespace svc::host::db {

// Told of a list whose expressions PostgreSQL does not take, in its words.
using WrongList = std::function<void(const ListDeclaration&, const std::string& reason)>;

// Makes the tables of lists and the triggers of the declared ones. Of a list that is new or declared
// otherwise than before, all records are noted again, as if they were new. Of a wrong list nothing is changed
// and `wrong` is told; without `wrong` the first one is thrown. The triggers of lists of `schemas`
// that are declared no more go, with all that was counted: nobody would fold what they note. Run as
// svc_owner, behind the migrations.
void installLists(const Login& owner, const std::vector<std::string>& schemas,
                  const std::vector<ListDeclaration>& lists,
                  const std::function<void(const std::string&)>& log, const WrongList& wrong = {});

} // namespace svc::host::db
