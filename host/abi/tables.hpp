#pragma once

#include <svc/abi.h>

namespace svc::host::abi {

const svc_host_call& callTable();
const svc_host_database& databaseTable();
const svc_host_business& businessTable();
const svc_host_work& workTable();
const svc_host_http& httpTable();
const svc_host_secrets& secretsTable();

} // namespace svc::host::abi
