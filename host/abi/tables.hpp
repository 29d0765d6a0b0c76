#pragma once

#include <svc/abi.h>

namespace svc::host::abi {

const svc_host_call& callTable();
const svc_host_database& databaseTable();
const svc_host_business& businessTable();

} // namespace svc::host::abi
