# Debian packages of the installed components: `ninja packages` in a Release build writes them to <build>/packages.
#
#   svc-host          component host, and what only packages have: /etc/svc/svc.yaml, maintainer scripts
#   svc-sdk-dev       component sdk
#   svc-plugin-<id>   component plugin-<id>, one for each plugin of plugins/, regimes/ and connectors/
#   svc-business      nothing; depends on the plugins that config/svc.yaml enables
#
# packages/stage.cmake adds to each package what Debian asks of every one: copyright, changelog, bill of materials.
set(SVC_PACKAGE_VERSION "${PROJECT_VERSION}" CACHE STRING "Version of the Debian packages")
set(SVC_PACKAGE_CONTACT "svc packages <packages@svc.invalid>" CACHE STRING "Maintainer of the Debian packages")

set(svc_packages_folder "${CMAKE_CURRENT_LIST_DIR}/packages")

# What plugins load at run time by name, which no tool can see in their libraries.
set(svc_package_files_of_documents fonts-noto-core fonts-noto-cjk icc-profiles-free)

# svc_read_plugin(<plugin.yaml> <prefix>): sets <prefix>_kind, <prefix>_name (English) and <prefix>_requires.
function(svc_read_plugin file prefix)
  file(READ "${file}" text)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
  if(NOT "\n${text}" MATCHES "\nkind: +([a-z]+)\n")
    message(FATAL_ERROR "${file}: kind is not understood")
  endif()
  set(${prefix}_kind ${CMAKE_MATCH_1} PARENT_SCOPE)
  if(NOT "\n${text}" MATCHES "\nname: *(\n +|{ *)en: +([^,\n]+)")
    message(FATAL_ERROR "${file}: name is not understood")
  endif()
  set(${prefix}_name "${CMAKE_MATCH_2}" PARENT_SCOPE)
  set(requires)
  if("\n${text}" MATCHES "\nrequires: +\\[([a-z0-9, -]*)\\]")
    string(REGEX MATCHALL "[a-z][a-z0-9-]+" requires "${CMAKE_MATCH_1}")
  elseif("\n${text}" MATCHES "\nrequires:")
    message(FATAL_ERROR "${file}: requires is not understood")
  endif()
  set(${prefix}_requires "${requires}" PARENT_SCOPE)
endfunction()

# svc_package(<component> <package> <section> <summary> <text> [DEPENDS …] [RECOMMENDS …] [PROVIDES …])
macro(svc_package component package section summary text)
  cmake_parse_arguments(arg "" "" "DEPENDS;RECOMMENDS;PROVIDES" ${ARGN})
  list(APPEND CPACK_COMPONENTS_ALL ${component})
  string(TOUPPER ${component} name)
  set(CPACK_DEBIAN_${name}_PACKAGE_NAME ${package})
  set(CPACK_DEBIAN_${name}_PACKAGE_SECTION ${section})
  set(CPACK_DEBIAN_${name}_DESCRIPTION "${summary}\n${text}")
  foreach(relation DEPENDS RECOMMENDS PROVIDES)
    list(JOIN arg_${relation} ", " CPACK_DEBIAN_${name}_PACKAGE_${relation})
  endforeach()
endmacro()

# Ids of the plugins that config/svc.yaml enables, in its order.
function(svc_enabled_plugins result)
  set(file "${CMAKE_SOURCE_DIR}/config/svc.yaml")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
  file(STRINGS "${file}" lines ENCODING UTF-8 REGEX "^    [a-z][a-z-]+: {}")
  list(TRANSFORM lines REPLACE "^    ([a-z-]+): .*" "\\1")
  set(${result} "${lines}" PARENT_SCOPE)
endfunction()

set(CPACK_COMPONENTS_ALL)
svc_package(host svc-host net "Business management service"
  "Sales, purchases, stock, treasury, books and documents of any number of companies behind one HTTP API.
This package has the program, its systemd units and its configuration; what it does is in plugins, which are
packages of their own."
  DEPENDS ca-certificates tzdata "systemd | systemd-standalone-sysusers" "systemd | systemd-standalone-tmpfiles"
  RECOMMENDS svc-business "postgresql (>= 15)" "postgresql-client (>= 15)"
  PROVIDES "svc-sdk-abi-1 (= 1.${SVC_SDK_MINOR})")
svc_package(sdk svc-sdk-dev libdevel "Business management service: development kit for plugins"
  "Headers, CMake package, generator of bindings, template, examples and test kit for plugins of svc-host."
  DEPENDS cmake g++ libboost1.81-dev RECOMMENDS svc-host libgtest-dev libpq-dev)

get_property(plugins GLOBAL PROPERTY SVC_PLUGINS)
list(SORT plugins)
foreach(id IN LISTS plugins)
  get_target_property(folder plugin_${id} SOURCE_DIR)
  if(NOT folder MATCHES "^${CMAKE_SOURCE_DIR}/(plugins|regimes|connectors)/${id}$")
    continue() # a plugin of the tests or of somebody else
  endif()
  svc_read_plugin("${folder}/plugin.yaml" plugin)
  get_target_property(sdk plugin_${id} SVC_PLUGIN_MIN_SDK)
  list(TRANSFORM plugin_requires PREPEND svc-plugin-)
  svc_package(plugin-${id} svc-plugin-${id} net "Business management service: ${plugin_name}"
    "The ${plugin_kind} \"${id}\" of svc-host. It is used when it is listed under plugins.enabled in
/etc/svc/svc.yaml."
    DEPENDS svc-host "svc-sdk-abi-1 (>= 1.${sdk})" ${plugin_requires} ${svc_package_files_of_${id}})
endforeach()

svc_enabled_plugins(usual)
list(TRANSFORM usual PREPEND svc-plugin-)
svc_package(business svc-business metapackages "Business management service: the usual plugins"
  "Installs svc-host with the plugins that its configuration enables at first."
  DEPENDS svc-host ${usual})
set(CPACK_DEBIAN_BUSINESS_PACKAGE_ARCHITECTURE all)

set(CPACK_DEBIAN_HOST_PACKAGE_CONTROL_EXTRA "${svc_packages_folder}/conffiles;${svc_packages_folder}/postinst;\
${svc_packages_folder}/prerm;${svc_packages_folder}/postrm")
set(CPACK_DEBIAN_HOST_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_GENERATOR DEB)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_NAME svc)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # each package has its own
set(CPACK_PACKAGE_VERSION "${SVC_PACKAGE_VERSION}")
set(CPACK_PACKAGE_CONTACT "${SVC_PACKAGE_CONTACT}")
set(CPACK_PACKAGE_DIRECTORY "${CMAKE_BINARY_DIR}/packages")
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS "${svc_packages_folder}/stage.cmake")
# For stage.cmake.
set(CPACK_SVC_SOURCE_FOLDER "${CMAKE_SOURCE_DIR}")
set(CPACK_SVC_OBJDUMP "${CMAKE_OBJDUMP}")
set(CPACK_SVC_BOOST "${Boost_VERSION_STRING}")
include(CPack)

add_custom_target(packages
  COMMAND ${CMAKE_COMMAND} -D "CPACK=${CMAKE_CPACK_COMMAND}" -D "BUILD=${CMAKE_BINARY_DIR}" -D "SOURCES=${CMAKE_SOURCE_DIR}"
          -P "${svc_packages_folder}/make.cmake"
  USES_TERMINAL COMMENT "Making the Debian packages in ${CMAKE_BINARY_DIR}/packages" VERBATIM)
