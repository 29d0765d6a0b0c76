# The application of the web console, plugins/console/app. SVC_CONSOLE: ON builds it with Node and npm, OFF does not,
# AUTO builds it where they are. Without it the service runs, and /console says that it was not built.
#
# Everything is made in <build>/console, nothing in the source tree:
#   openapi.json     the document of the enabled modules, from which the application makes its types
#   packages/        node_modules, made anew when package-lock.json changes
#   application/     what build.mjs writes
# The finished application is copied into data/app of the plugin's folder, beside its library.
set(SVC_CONSOLE AUTO CACHE STRING "Build the web console: AUTO (where Node and npm are), ON or OFF")
set_property(CACHE SVC_CONSOLE PROPERTY STRINGS AUTO ON OFF)

set(svc_console_source ${CMAKE_SOURCE_DIR}/plugins/console/app)
set(svc_console_least_node 18.20)

# Sets `result` to the reason why the console cannot be built; empty when it can.
function(svc_console_obstacle result)
  find_program(SVC_NODE node)
  find_program(SVC_NPM npm)
  mark_as_advanced(SVC_NODE SVC_NPM)
  set(obstacle)
  file(GLOB lock CONFIGURE_DEPENDS ${svc_console_source}/package-lock.json)
  if(NOT lock)
    set(obstacle "this tree has no plugins/console/app")
  elseif(NOT SVC_NODE OR NOT SVC_NPM)
    set(obstacle "node ${svc_console_least_node} or later and npm are needed")
  else()
    execute_process(COMMAND ${SVC_NODE} --version OUTPUT_VARIABLE version OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(NOT version MATCHES "^v([0-9.]+)" OR CMAKE_MATCH_1 VERSION_LESS ${svc_console_least_node})
      set(obstacle "node ${svc_console_least_node} or later is needed, ${SVC_NODE} is ${version}")
    endif()
  endif()
  set(${result} "${obstacle}" PARENT_SCOPE)
endfunction()

function(svc_add_console)
  get_target_property(plugin plugin_console SVC_PLUGIN_FOLDER)
  set(obstacle "SVC_CONSOLE is OFF")
  if(SVC_CONSOLE)
    svc_console_obstacle(obstacle)
  endif()
  if(obstacle)
    if(SVC_CONSOLE AND NOT SVC_CONSOLE STREQUAL "AUTO")
      message(FATAL_ERROR "SVC_CONSOLE is ON: ${obstacle}")
    endif()
    message(STATUS "The web console is not built: ${obstacle}")
    file(REMOVE_RECURSE ${plugin}/data/app)
    return()
  endif()

  set(folder ${CMAKE_BINARY_DIR}/console)
  get_property(plugins GLOBAL PROPERTY SVC_PLUGINS)
  list(TRANSFORM plugins PREPEND plugin_)
  # Depends on all code, and changes only when a contract does.
  add_custom_command(OUTPUT ${folder}/openapi.json
    COMMAND svc-host openapi --config ${CMAKE_SOURCE_DIR}/config/svc.yaml > ${folder}/openapi.new
    COMMAND ${CMAKE_COMMAND} -E copy_if_different ${folder}/openapi.new ${folder}/openapi.json
    DEPENDS svc-host ${plugins} ${CMAKE_SOURCE_DIR}/config/svc.yaml
    COMMENT "Writing the OpenAPI document for the web console" VERBATIM)

  set(script ${CMAKE_SOURCE_DIR}/host/cmake/console/build.cmake)
  set(options -DMODE=${SVC_CONSOLE} -DSOURCE=${svc_console_source} -DFOLDER=${folder} -DPLUGIN=${plugin}
              -DNODE=${SVC_NODE} -DNPM=${SVC_NPM})
  set(packages ${svc_console_source}/package.json ${svc_console_source}/package-lock.json)
  add_custom_command(OUTPUT ${folder}/packages.stamp
    COMMAND ${CMAKE_COMMAND} -DSTEP=packages ${options} -P ${script}
    DEPENDS ${packages} ${script} COMMENT "Fetching the packages of the web console" VERBATIM)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${svc_console_source}/*)
  list(FILTER sources EXCLUDE REGEX "/node_modules/")
  add_custom_command(OUTPUT ${folder}/application.stamp
    COMMAND ${CMAKE_COMMAND} -DSTEP=application ${options} -P ${script}
    DEPENDS ${folder}/openapi.json ${folder}/packages.stamp ${sources} ${script}
    COMMENT "Building the web console" VERBATIM)
  add_custom_target(console_application ALL DEPENDS ${folder}/application.stamp)
  install(DIRECTORY ${plugin}/data/app DESTINATION lib/svc/plugins/console/data COMPONENT plugin-console OPTIONAL)
endfunction()

if(TARGET plugin_console)
  svc_add_console()
endif()
