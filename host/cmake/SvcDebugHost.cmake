# svc_add_debug_host(<name> PLUGINS <id>… [TESTS <files>…] [LIBS <libraries>…])
#
# A program <build>/bin/<name> with the commands of svc-host that contains these plugins: it runs their code in itself
# instead of opening their libraries, so one debugger session or sanitizer sees host and plugins alike. Their folders
# (plugin.yaml, openapi.yaml, migrations) are used as always; other plugins are opened as libraries.
# TESTS are GoogleTest sources that become a part of the program too: without a command it runs them. They may start the
# host in their own process (host/app/program.hpp). To be called when the plugins and their libraries are defined.
#
# The objects of a plugin and of the libraries of this tree that it links become one object file, in which every symbol
# is local but the three entry points; these get the id of the plugin at their end. So two plugins never meet, as
# in their shared libraries: each has its own copy of what the SDK keeps (svc/host.hpp) and of inline functions.
#
# svc_add_outside_plugin(<folder>)
#
# Adds the targets of a plugin outside of this tree, whose CMakeLists.txt finds the package SvcSdk: it gets the SDK of
# this tree. They are built when something needs them. The plugin's folder is <build>/debug-plugins/<id>.
#
# SVC_DEBUG_PLUGINS and SVC_DEBUG_FOLDERS (lists of ids, and of such folders) make the program `svc-host-debug`.
set(SVC_DEBUG_PLUGINS "" CACHE STRING "Plugins inside of the program svc-host-debug, for a debugger")
set(SVC_DEBUG_FOLDERS "" CACHE STRING "Folders of plugins outside of this tree, for SVC_DEBUG_PLUGINS")

# Adds the static libraries of this tree that a target links, directly or not, to the list named `result`.
function(svc_add_archives target result)
  set(all_archives ${${result}})
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "INTERFACE_LIBRARY")
    get_target_property(libraries ${target} INTERFACE_LINK_LIBRARIES)
  else()
    get_target_property(libraries ${target} LINK_LIBRARIES)
  endif()
  foreach(library IN LISTS libraries)
    string(REGEX REPLACE "^\\$<LINK_ONLY:(.*)>$" "\\1" library "${library}")
    if(NOT TARGET "${library}")
      continue()
    endif()
    get_target_property(real ${library} ALIASED_TARGET)
    if(real)
      set(library ${real})
    endif()
    get_target_property(imported ${library} IMPORTED)
    get_target_property(type ${library} TYPE)
    if(NOT imported AND type MATCHES "^(STATIC|INTERFACE)_LIBRARY$" AND NOT library IN_LIST all_archives)
      if(type STREQUAL "STATIC_LIBRARY")
        list(APPEND all_archives ${library})
      endif()
      svc_add_archives(${library} all_archives)
    endif()
  endforeach()
  set(${result} ${all_archives} PARENT_SCOPE)
endfunction()

# Makes the object file of a plugin. `folder_target` is a name for the object that says where its folder is
# (svc/data_folder.hpp).
function(svc_make_inside_object id object folder_target)
  set(archives)
  svc_add_archives(plugin_${id} archives)
  get_target_property(sources plugin_${id} SOURCES)
  list(FILTER sources INCLUDE REGEX "^\\$<TARGET_OBJECTS:")
  get_target_property(folder plugin_${id} SVC_PLUGIN_FOLDER)
  file(CONFIGURE OUTPUT ${object}.folder.c CONTENT "const char* svc_plugin_folder(void);
const char* svc_plugin_folder(void) {
    return \"${folder}\";
}
" @ONLY)
  add_library(${folder_target} OBJECT EXCLUDE_FROM_ALL ${object}.folder.c)
  set(files $<TARGET_OBJECTS:plugin_${id}> ${sources} $<TARGET_OBJECTS:${folder_target}>)
  list(TRANSFORM archives REPLACE "(.+)" "$<TARGET_FILE:\\1>" OUTPUT_VARIABLE archive_files)
  string(MAKE_C_IDENTIFIER "${id}" name)
  set(symbols)
  foreach(symbol IN ITEMS manifest start stop)
    list(APPEND symbols --redefine-sym svc_plugin_${symbol}_v1=svc_plugin_${symbol}_v1_${name}
         --keep-global-symbol svc_plugin_${symbol}_v1_${name})
  endforeach()
  # Symbols that the linker must keep unique (static variables of templates) become local only once they are weak.
  add_custom_command(OUTPUT ${object}
    COMMAND ${CMAKE_LINKER} -r --force-group-allocation -o ${object} ${files} --start-group ${archive_files} --end-group
    COMMAND ${CMAKE_OBJCOPY} --weaken ${object}
    COMMAND ${CMAKE_OBJCOPY} ${symbols} ${object}
    COMMAND chmod -R go-w ${folder}
    DEPENDS ${files} ${archives} ${archive_files} plugin_${id}_data
    COMMENT "Putting the plugin ${id} into one object" COMMAND_EXPAND_LISTS VERBATIM)
endfunction()

function(svc_add_debug_host name)
  cmake_parse_arguments(PARSE_ARGV 1 HOST "" "" "PLUGINS;TESTS;LIBS")
  if(NOT HOST_PLUGINS OR HOST_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "svc_add_debug_host(${name}): PLUGINS missing, or not understood: ${HOST_UNPARSED_ARGUMENTS}")
  endif()
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${name}.inside)
  file(MAKE_DIRECTORY ${folder})
  set(objects)
  set(libraries ${HOST_LIBS})
  set(code "#include \"host/plugin/inside.hpp\"\n\nusing svc::host::plugin::addInside;\n")
  foreach(id IN LISTS HOST_PLUGINS)
    if(NOT TARGET plugin_${id})
      message(FATAL_ERROR "svc_add_debug_host(${name}): there is no plugin '${id}' in this tree or in SVC_DEBUG_FOLDERS")
    endif()
    svc_make_inside_object(${id} ${folder}/${id}.o ${name}_${id}_folder)
    list(APPEND objects ${folder}/${id}.o)
    list(APPEND libraries plugin_${id}_libraries)
    string(MAKE_C_IDENTIFIER "${id}" symbol)
    string(APPEND code "
extern \"C\" const svc_manifest* svc_plugin_manifest_v1_${symbol}(void);
extern \"C\" int32_t svc_plugin_start_v1_${symbol}(const svc_host*, svc_plugin*);
extern \"C\" void svc_plugin_stop_v1_${symbol}(void);
static const bool inside_${symbol} =
    addInside(\"${id}\", {svc_plugin_manifest_v1_${symbol}, svc_plugin_start_v1_${symbol}, svc_plugin_stop_v1_${symbol}});
")
  endforeach()
  file(CONFIGURE OUTPUT ${folder}/inside.cpp CONTENT "${code}" @ONLY)
  set(main ${PROJECT_SOURCE_DIR}/host/main.cpp)
  if(HOST_TESTS)
    set(main ${PROJECT_SOURCE_DIR}/host/debug_main.cpp)
    list(APPEND libraries GTest::gtest)
  endif()
  add_executable(${name} ${main} ${folder}/inside.cpp ${HOST_TESTS} ${objects})
  set_source_files_properties(${objects} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
  target_link_libraries(${name} PRIVATE svc_host_app svc_sanitizer ${libraries})
  if(HOST_TESTS)
    svc_compile_test_code(${name})
  endif()
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
endfunction()

function(svc_add_outside_plugin folder)
  get_filename_component(folder ${folder} ABSOLUTE)
  get_property(known GLOBAL PROPERTY SVC_OUTSIDE_PLUGINS)
  if(folder IN_LIST known)
    return()
  endif()
  set_property(GLOBAL APPEND PROPERTY SVC_OUTSIDE_PLUGINS ${folder})
  # find_package looks into this folder first. Everything that the package would define is here already.
  file(WRITE ${CMAKE_FIND_PACKAGE_REDIRECTS_DIR}/svcsdk-config.cmake "")
  file(WRITE ${CMAKE_FIND_PACKAGE_REDIRECTS_DIR}/svcsdk-config-version.cmake "set(PACKAGE_VERSION_COMPATIBLE TRUE)\n")
  set(SVC_PLUGINS_FOLDER ${CMAKE_BINARY_DIR}/debug-plugins)
  set(BUILD_TESTING OFF)
  string(SHA1 name ${folder})
  add_subdirectory(${folder} ${CMAKE_BINARY_DIR}/outside/${name} EXCLUDE_FROM_ALL)
endfunction()
