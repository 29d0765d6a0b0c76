# A step of the build of the web console, run with `cmake -P` by host/cmake/SvcConsole.cmake. When the packages cannot
# be fetched and MODE is AUTO, the build goes on without the application, and the next one tries again.
cmake_minimum_required(VERSION 3.25)

set(packages ${FOLDER}/packages)

function(fetch_packages)
  file(REMOVE ${FOLDER}/packages.stamp)
  file(REMOVE_RECURSE ${packages}/node_modules)
  file(COPY ${SOURCE}/package.json ${SOURCE}/package-lock.json DESTINATION ${packages})
  set(environment npm_config_update_notifier=false)
  if(NOT DEFINED ENV{npm_config_cache})
    list(APPEND environment npm_config_cache=${FOLDER}/npm-cache)
  endif()
  execute_process(
    COMMAND ${CMAKE_COMMAND} -E env ${environment} ${NPM} ci --ignore-scripts --no-audit --no-fund --loglevel=error
    WORKING_DIRECTORY ${packages} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(result EQUAL 0)
    file(TOUCH ${FOLDER}/packages.stamp)
    return()
  endif()
  file(REMOVE_RECURSE ${packages}/node_modules)
  if(NOT MODE STREQUAL "AUTO")
    message(FATAL_ERROR "npm could not fetch the packages of the web console:\n${output}")
  endif()
  string(REGEX REPLACE "\n.*" "" first "${output}")
  message("warning: the web console is not built: npm could not fetch its packages (${first})")
endfunction()

function(build_application)
  set(target ${PLUGIN}/data/app)
  file(REMOVE ${FOLDER}/application.stamp)
  if(NOT EXISTS ${packages}/node_modules)
    file(REMOVE_RECURSE ${target})
    return() # told above
  endif()
  set(made ${FOLDER}/application)
  file(REMOVE_RECURSE ${made})
  execute_process(
    COMMAND ${NODE} ${SOURCE}/build.mjs --openapi ${FOLDER}/openapi.json --modules ${packages}/node_modules --out ${made}
    WORKING_DIRECTORY ${FOLDER} RESULT_VARIABLE result)
  if(NOT result EQUAL 0 OR NOT EXISTS ${made}/index.html)
    message(FATAL_ERROR "the web console could not be built")
  endif()
  # The host refuses files that others may write.
  file(REMOVE_RECURSE ${target})
  file(COPY ${made}/ DESTINATION ${target}
       FILE_PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ
       DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
  file(TOUCH ${FOLDER}/application.stamp)
endfunction()

if(STEP STREQUAL "packages")
  fetch_packages()
else()
  build_application()
endif()
