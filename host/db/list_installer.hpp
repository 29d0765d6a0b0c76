#pragma once

#include <functional>
#include <string>
#include <vector>

#include <svc/list_declaration.hpp>

#include "host/db/connection.hpp"

namespace svc::host::db {

// Called with a list whose expressions PostgreSQL refuses, and its message.
using WrongList = std::function<void(const ListDeclaration&, const std::string& reason)>;

// Creates the tables of lists and the triggers of the declared ones. For a list that is new or whose
// declaration has changed, all records are noted again as if they were new. A wrong list changes nothing and
// is passed to `wrong`; without `wrong` the error is thrown. For lists of `schemas` that are no longer
// declared, triggers and counters are removed: nobody would fold what the triggers note. Runs as svc_owner,
// after the migrations.
void installLists(const Login& owner, const std::vector<std::string>& schemas,
                  const std::vector<ListDeclaration>& lists,
                  const std::function<void(const std::string&)>& log, const WrongList& wrong = {});

} // namespace svc::host::db
