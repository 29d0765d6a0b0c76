# svc_add_plugin(<id> MIN_SDK <minor> SOURCES <files>… [LIBS <static libraries>…] [FOLDER <folder>]
#                [BINDINGS] [CONTRACTS <folders>…] [STATIC_RUNTIME])
#
# Builds the shared library of a plugin and lays out its folder, ready to be listed under `plugins.folders`:
#
#   <FOLDER>/<id>/plugin.yaml, openapi.yaml, migrations/, invariants/, vectors/, assets/, lib<id>.so
#
# FOLDER defaults to the variable SVC_PLUGINS_FOLDER, else to <build>/plugins. plugin.yaml, openapi.yaml, migrations/,
# invariants/, vectors/ (of regimes, svc/vectors.hpp) and assets/ (for the web console) are taken from the current source folder. MIN_SDK is the lowest
# minor version of the SDK that the plugin needs.
#
# The link flags are defined only here: three exported symbols, everything else local, no unresolved symbols,
# immediate binding. A plugin links its own libraries statically: otherwise the dynamic linker would resolve
# their symbols to the host's version of the same library.
#
# STATIC_RUNTIME links the C++ runtime into the library, for machines that have another version of it. With
# -stdlib=libc++ it is always linked in: otherwise parts of it would be resolved to the host's runtime.
#
# BINDINGS runs svc-bind on plugin.yaml and openapi.yaml. It generates three files in <build>/bind/<id>:
# bindings.hpp, which the sources include; records.hpp, the part of it that does not need the host; and
# bindings.cpp, which is compiled with them and starts the plugin (docs/sdk/bindings.md). A plugin
# without BINDINGS, such as one in C, exports its three functions itself.
# CONTRACTS are folders with one folder per plugin whose commands this plugin uses, in addition to those of
# the service itself.
#
# The plugin is installed below lib/svc/plugins, as the component plugin-<id>. The global property SVC_PLUGINS lists all
# plugins of the build.
#
# svc_add_plugin_test(<id> SOURCES <files>… [LIBS <libraries>…])
#
# Adds a GoogleTest program with the test kit (svc/testing/plugin_test.hpp) for a plugin of the same build as
# a ctest test. SVC_PLUGIN_FOLDER is the folder of the built plugin. Needs GoogleTest and libpq.
#
# svc_add_test_kit()
#
# Defines the target svc_sdk_testing: the code of the test kit, compiled once for all tests of the build.
# svc_add_plugin_test calls it and links the target; any other program that includes svc/testing/*.hpp links
# it privately and adds the code of Json ($<TARGET_OBJECTS:svc_sdk_json>) to its sources.
#
# svc_add_json()
#
# Defines the target svc_sdk_json: the code of Json with the source of Boost.JSON, compiled once for the whole
# build. svc_add_plugin calls it.

set(SVC_SDK_CMAKE_DIR ${CMAKE_CURRENT_LIST_DIR})

function(svc_add_json)
  if(NOT TARGET svc_sdk_json)
    add_library(svc_sdk_json OBJECT ${SVC_SDK_JSON_SOURCE})
    target_link_libraries(svc_sdk_json PRIVATE Svc::Sdk)
    set_target_properties(svc_sdk_json PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden
                                                  VISIBILITY_INLINES_HIDDEN ON)
  endif()
endfunction()

function(svc_add_plugin id)
  cmake_parse_arguments(PARSE_ARGV 1 PLUGIN "STATIC_RUNTIME;BINDINGS" "MIN_SDK;FOLDER" "SOURCES;LIBS;CONTRACTS")
  if(NOT id MATCHES "^[a-z][a-z0-9-]+$")
    message(FATAL_ERROR "svc_add_plugin: '${id}' is not a plugin id ([a-z][a-z0-9-]+)")
  endif()
  if(NOT PLUGIN_SOURCES OR PLUGIN_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "svc_add_plugin(${id}): SOURCES missing, or not understood: ${PLUGIN_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT DEFINED PLUGIN_MIN_SDK)
    set(PLUGIN_MIN_SDK 0)
  endif()
  if(PLUGIN_MIN_SDK GREATER SVC_SDK_MINOR)
    message(FATAL_ERROR "svc_add_plugin(${id}): needs SDK 1.${PLUGIN_MIN_SDK}, installed is 1.${SVC_SDK_MINOR}")
  endif()
  if(NOT PLUGIN_FOLDER)
    set(PLUGIN_FOLDER ${CMAKE_BINARY_DIR}/plugins)
    if(SVC_PLUGINS_FOLDER)
      set(PLUGIN_FOLDER ${SVC_PLUGINS_FOLDER})
    endif()
  endif()

  # The code of Json is linked into each plugin, except in a project with only C, which cannot compile it.
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  set(json)
  if(CXX IN_LIST languages)
    svc_add_json()
    set(json $<TARGET_OBJECTS:svc_sdk_json>)
  elseif(PLUGIN_BINDINGS)
    message(FATAL_ERROR "svc_add_plugin(${id}): BINDINGS are C++: the project enables the language CXX")
  endif()

  if(PLUGIN_BINDINGS)
    svc_generate_bindings(${id} "${PLUGIN_CONTRACTS}" bindings)
    list(APPEND PLUGIN_SOURCES ${bindings})
  endif()

  set(target plugin_${id})
  set_property(GLOBAL APPEND PROPERTY SVC_PLUGINS ${id})
  add_library(${target} MODULE ${PLUGIN_SOURCES} ${json})
  target_link_libraries(${target} PRIVATE Svc::Sdk ${PLUGIN_LIBS})
  # What a program links that contains the code of the plugin, such as a debug host of the service's own build.
  add_library(${target}_libraries INTERFACE)
  target_link_libraries(${target}_libraries INTERFACE ${PLUGIN_LIBS})
  if(TARGET svc_warnings)
    target_link_libraries(${target} PRIVATE svc_warnings)
  endif()
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  if(PLUGIN_BINDINGS)
    target_include_directories(${target} PRIVATE ${CMAKE_BINARY_DIR}/bind/${id})
  endif()
  if(PLUGIN_MIN_SDK GREATER 0)
    target_compile_definitions(${target} PRIVATE SVC_PLUGIN_MIN_MINOR=${PLUGIN_MIN_SDK})
  endif()
  set_target_properties(${target} PROPERTIES
    SVC_PLUGIN_FOLDER ${PLUGIN_FOLDER}/${id}
    SVC_PLUGIN_MIN_SDK ${PLUGIN_MIN_SDK}
    OUTPUT_NAME ${id} PREFIX lib
    LIBRARY_OUTPUT_DIRECTORY ${PLUGIN_FOLDER}/${id}
    CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON
    LINK_DEPENDS ${SVC_SDK_CMAKE_DIR}/exports.map)
  target_link_options(${target} PRIVATE
    -Wl,--version-script=${SVC_SDK_CMAKE_DIR}/exports.map -Wl,-z,now)
  if(NOT (CMAKE_CXX_COMPILER_ID MATCHES Clang AND SVC_SANITIZE))
    target_link_options(${target} PRIVATE -Wl,-z,defs)
  endif()

  if(CMAKE_CXX_FLAGS MATCHES "-stdlib=libc[+][+]")
    target_link_options(${target} PRIVATE -nostdlib++)
    target_link_libraries(${target} PRIVATE -Wl,--push-state,-Bstatic -lc++ -lc++abi -Wl,--pop-state)
  elseif(PLUGIN_STATIC_RUNTIME)
    target_link_options(${target} PRIVATE -static-libstdc++ -static-libgcc)
  endif()

  # The host rejects files that other users may write, and a checkout may contain such files.
  add_custom_command(TARGET ${target} POST_BUILD COMMAND chmod -R go-w ${PLUGIN_FOLDER}/${id} VERBATIM)

  # Copies the data files of the plugin beside its library when they change. Only the known places are
  # searched, because a plugin's build folder is often below its sources and holds copies of these files.
  file(GLOB data CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR}
       ${CMAKE_CURRENT_SOURCE_DIR}/plugin.yaml ${CMAKE_CURRENT_SOURCE_DIR}/openapi.yaml
       ${CMAKE_CURRENT_SOURCE_DIR}/migrations/*.sql ${CMAKE_CURRENT_SOURCE_DIR}/invariants/*.sql
       ${CMAKE_CURRENT_SOURCE_DIR}/vectors/*.json ${CMAKE_CURRENT_SOURCE_DIR}/assets/*)
  file(GLOB_RECURSE deep CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/data/*)
  list(APPEND data ${deep})
  # Removes assets, checks, migrations and vectors that no longer exist in the sources; an older build may have copied them.
  file(GLOB old RELATIVE ${PLUGIN_FOLDER}/${id} ${PLUGIN_FOLDER}/${id}/invariants/*.sql
       ${PLUGIN_FOLDER}/${id}/migrations/*.sql ${PLUGIN_FOLDER}/${id}/vectors/*.json ${PLUGIN_FOLDER}/${id}/assets/*)
  foreach(file IN LISTS old)
    if(NOT file IN_LIST data)
      file(REMOVE ${PLUGIN_FOLDER}/${id}/${file})
    endif()
  endforeach()
  set(copies)
  foreach(file IN LISTS data)
    set(copy ${PLUGIN_FOLDER}/${id}/${file})
    add_custom_command(OUTPUT ${copy}
      COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_CURRENT_SOURCE_DIR}/${file} ${copy}
      COMMAND chmod go-w ${copy}
      DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${file} VERBATIM)
    list(APPEND copies ${copy})
    get_filename_component(folder ${file} DIRECTORY)
    install(FILES ${file} DESTINATION lib/svc/plugins/${id}/${folder} COMPONENT plugin-${id})
  endforeach()
  add_custom_target(${target}_data ALL DEPENDS ${copies})
  add_dependencies(${target} ${target}_data)
  install(TARGETS ${target} LIBRARY DESTINATION lib/svc/plugins/${id} COMPONENT plugin-${id})
endfunction()

# Runs svc-bind for the plugin of the current folder; `result` is the generated source.
function(svc_generate_bindings id contracts result)
  set(folder ${CMAKE_BINARY_DIR}/bind/${id})
  set(options)
  foreach(contract IN LISTS contracts SVC_CONTRACT_FOLDERS)
    list(APPEND options --contracts ${contract})
  endforeach()
  file(GLOB yaml CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/plugin.yaml ${CMAKE_CURRENT_SOURCE_DIR}/openapi.yaml)
  file(MAKE_DIRECTORY ${folder})
  # The stamp is written at each run, the generated files only when their text has changed.
  add_custom_command(OUTPUT ${folder}/bindings.stamp
    BYPRODUCTS ${folder}/records.hpp ${folder}/bindings.hpp ${folder}/bindings.cpp
    COMMAND Svc::bind ${CMAKE_CURRENT_SOURCE_DIR} ${folder} ${options}
    COMMAND ${CMAKE_COMMAND} -E touch ${folder}/bindings.stamp
    DEPENDS Svc::bind ${yaml} DEPFILE ${folder}/bindings.d COMMENT "Generating the bindings of ${id}" VERBATIM)
  set_source_files_properties(${folder}/bindings.cpp PROPERTIES GENERATED ON)
  set(${result} ${folder}/bindings.cpp ${folder}/bindings.stamp PARENT_SCOPE)
endfunction()

function(svc_add_test_kit)
  if(TARGET svc_sdk_testing)
    return()
  endif()
  find_package(GTest 1.12 REQUIRED)
  find_package(PostgreSQL REQUIRED)
  file(GLOB sources CONFIGURE_DEPENDS ${SVC_SDK_TESTING_FOLDER}/*.cpp)
  add_library(svc_sdk_testing OBJECT ${sources})
  target_link_libraries(svc_sdk_testing PUBLIC Svc::Sdk GTest::gtest PostgreSQL::PostgreSQL ${CMAKE_DL_LIBS})
  if(TARGET svc_warnings)
    target_link_libraries(svc_sdk_testing PRIVATE svc_warnings)
  else()
    # The kit changes only with this tree: compiled as one source it takes a third of the time.
    set_target_properties(svc_sdk_testing PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
  endif()
  # A precompiled header of the build is compiled with other options.
  set_target_properties(svc_sdk_testing PROPERTIES POSITION_INDEPENDENT_CODE ON DISABLE_PRECOMPILE_HEADERS ON)
  svc_compile_test_code(svc_sdk_testing)
endfunction()

# The code under test is compiled with all sanitizers. Test code is compiled with lighter instrumentation: the
# full one would double its compile time.
function(svc_compile_test_code target)
  if(SVC_SANITIZE)
    target_compile_options(${target} PRIVATE -O0)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND SVC_SANITIZE MATCHES address)
      target_compile_options(${target} PRIVATE --param=asan-instrumentation-with-call-threshold=0)
    endif()
    if(SVC_SANITIZE MATCHES undefined)
      target_compile_options(${target} PRIVATE -fno-sanitize=undefined)
    endif()
  endif()
endfunction()

function(svc_add_plugin_test id)
  cmake_parse_arguments(PARSE_ARGV 1 TEST "" "" "SOURCES;LIBS")
  if(NOT TARGET plugin_${id} OR NOT TEST_SOURCES)
    message(FATAL_ERROR "svc_add_plugin_test(${id}): svc_add_plugin(${id}) comes first, and SOURCES is needed")
  endif()
  find_package(GTest 1.12 REQUIRED)
  find_package(PostgreSQL REQUIRED)
  svc_add_test_kit()
  set(target plugin_${id}_test)
  add_executable(${target} ${TEST_SOURCES} $<TARGET_OBJECTS:svc_sdk_json>)
  target_link_libraries(${target} PRIVATE svc_sdk_testing ${TEST_LIBS} GTest::gtest_main)
  if(TARGET svc_warnings)
    target_link_libraries(${target} PRIVATE svc_warnings svc_sanitizer)
  endif()
  svc_compile_test_code(${target})
  target_compile_definitions(${target} PRIVATE
    SVC_PLUGIN_FOLDER="$<TARGET_PROPERTY:plugin_${id},SVC_PLUGIN_FOLDER>"
    SVC_TEST_DATA="${CMAKE_CURRENT_SOURCE_DIR}/tests/data")
  add_dependencies(${target} plugin_${id})
  add_test(NAME ${target} COMMAND ${target})
  set_tests_properties(${target} PROPERTIES LABELS unit TIMEOUT 300)
endfunction()
