# Run by cpack on the staged files of all components, before it packs them (CPACK_PRE_BUILD_SCRIPTS). Adds copyright,
# changelog and bill of materials to each package, compresses manual pages, and writes the configuration of svc-host.
cmake_minimum_required(VERSION 3.25)

string(TIMESTAMP svc_release_date "%Y-%m-%dT%H:%M:%SZ" UTC) # of SOURCE_DATE_EPOCH
set(svc_mode_of_files OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)

# svc_compress(<file>): replaces the file by <file>.gz without name and time in it.
function(svc_compress file)
  execute_process(COMMAND gzip -9n "${file}" COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# svc_replace_in(<variable> <old> <new>): the text must be there, so that a changed configuration is noticed here.
function(svc_replace_in variable old new)
  string(FIND "${${variable}}" "${old}" at)
  if(at EQUAL -1)
    message(FATAL_ERROR "config/svc.yaml has changed: stage.cmake does not find ${old}")
  endif()
  string(REPLACE "${old}" "${new}" text "${${variable}}")
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

# The configuration of the package: that of the sources, with the places of an installed service.
function(svc_write_configuration file)
  file(READ "${CPACK_SVC_SOURCE_FOLDER}/config/svc.yaml" text)
  svc_replace_in(text "\n# Relative paths start at" "\n# After a change: svc-host check-config, then systemctl restart svc-host.\n# Relative paths start at")
  svc_replace_in(text "\ndatabase: embedded " "\n# The password is in a line \"localhost:5432:svc:svc:<password>\" of /etc/svc/credentials/database.pgpass.\n\
database:\n  url: \"postgresql://svc@localhost:5432/svc?passfile=\${CREDENTIALS_DIRECTORY}/database.pgpass\"\n\
  migrations: command       # the administrator runs svc-host migrate; serve never does\n# ")
  svc_replace_in(text "masterKeyFile: null " "masterKeyFile: \"\${CREDENTIALS_DIRECTORY}/master.key\" ")
  svc_replace_in(text "\n  store: null " "\n  store: /var/lib/svc/plugins ")
  file(WRITE "${file}" "${text}")
  file(CHMOD "${file}" PERMISSIONS ${svc_mode_of_files})
endfunction()

# svc_package_of(<library> <result>): "<package> <version> <architecture> <file>" of an installed shared library.
function(svc_package_of library result)
  string(MAKE_C_IDENTIFIER "${library}" key)
  get_property(known GLOBAL PROPERTY svc_package_of_${key})
  if(NOT known)
    execute_process(COMMAND dpkg-query -S "*/${library}" OUTPUT_VARIABLE found COMMAND_ERROR_IS_FATAL ANY)
    # One library may be there for several architectures or processors; the first line is enough.
    string(REGEX MATCH "^([^ ,:]+)[^ ]*: (/[^\n]+)" line "${found}")
    set(package "${CMAKE_MATCH_1}")
    set(file "${CMAKE_MATCH_2}")
    execute_process(COMMAND dpkg-query -W -f "\${Version} \${Architecture}\n" "${package}" OUTPUT_VARIABLE version
                    COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX MATCH "^[^\n]+" version "${version}")
    set(known "${package} ${version} ${file}")
    set_property(GLOBAL PROPERTY svc_package_of_${key} "${known}")
  endif()
  set(${result} "${known}" PARENT_SCOPE)
endfunction()

# svc_write_bill(<package> <version> <folder> <file>): the libraries that the programs and libraries below the folder
# need, as CycloneDX 1.5. Without any, no file is written.
function(svc_write_bill package version folder file)
  file(GLOB_RECURSE programs "${folder}/usr/bin/*" "${folder}/usr/lib/*.so")
  if(NOT programs)
    return()
  endif()
  set(needed)
  foreach(program IN LISTS programs)
    execute_process(COMMAND "${CPACK_SVC_OBJDUMP}" -p "${program}" OUTPUT_VARIABLE headers COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX MATCHALL "NEEDED +[^\n]+" lines "${headers}")
    list(TRANSFORM lines REPLACE "NEEDED +" "")
    list(APPEND needed ${lines})
  endforeach()
  list(REMOVE_DUPLICATES needed)
  list(SORT needed)
  # Boost.JSON is compiled into every program and library of ours.
  string(CONFIGURE [[{"type":"library","name":"boost","version":"@CPACK_SVC_BOOST@","purl":"pkg:generic/boost@@CPACK_SVC_BOOST@","licenses":[{"license":{"id":"BSL-1.0"}}]}]]
         components @ONLY)
  foreach(library IN LISTS needed)
    svc_package_of("${library}" origin)
    separate_arguments(origin)
    list(GET origin 0 name)
    list(GET origin 1 its_version)
    list(GET origin 2 architecture)
    list(GET origin 3 path)
    file(SHA256 "${path}" digest)
    string(REPLACE "+" "%2B" quoted "${name}@${its_version}")
    string(REPLACE ":" "%3A" quoted "${quoted}")
    set(purl "pkg:deb/debian/${quoted}?arch=${architecture}")
    string(APPEND components ",\n  {\"type\":\"library\",\"name\":\"${library}\",\"version\":\"${its_version}\",\"purl\":\"${purl}\","
           "\"hashes\":[{\"alg\":\"SHA-256\",\"content\":\"${digest}\"}]}")
  endforeach()
  string(CONFIGURE [[{"bomFormat":"CycloneDX","specVersion":"1.5","version":1,
 "metadata":{"timestamp":"@svc_release_date@",
  "component":{"type":"application","name":"@package@","version":"@version@","purl":"pkg:deb/svc/@package@@@version@","licenses":[{"license":{"id":"Apache-2.0"}}]}},
 "components":[
  @components@]}
]] text @ONLY)
  file(WRITE "${file}" "${text}")
endfunction()

foreach(component IN LISTS CPACK_COMPONENTS_ALL)
  string(TOUPPER ${component} name)
  set(package ${CPACK_DEBIAN_${name}_PACKAGE_NAME})
  set(folder "${CPACK_TEMPORARY_DIRECTORY}/${component}")
  set(documents "${folder}/usr/share/doc/${package}")
  file(MAKE_DIRECTORY "${documents}")

  file(READ "${CPACK_SVC_SOURCE_FOLDER}/LICENSE" license)
  file(WRITE "${documents}/copyright" "Business management service, under the Apache License 2.0. On Debian its text is also in
/usr/share/common-licenses/Apache-2.0.\n${license}")
  execute_process(COMMAND date -Ru -d "${svc_release_date}" OUTPUT_VARIABLE date OUTPUT_STRIP_TRAILING_WHITESPACE
                  COMMAND_ERROR_IS_FATAL ANY)
  file(WRITE "${documents}/changelog" "svc (${CPACK_PACKAGE_VERSION}) bookworm; urgency=medium\n\n  * Release ${CPACK_PACKAGE_VERSION}.\n\n\
 -- ${CPACK_PACKAGE_CONTACT}  ${date}\n")
  svc_compress("${documents}/changelog")
  svc_write_bill(${package} ${CPACK_PACKAGE_VERSION} "${folder}" "${documents}/sbom.cdx.json")
  file(GLOB written "${documents}/copyright" "${documents}/changelog.gz" "${documents}/sbom.cdx.json")
  file(CHMOD ${written} PERMISSIONS ${svc_mode_of_files})

  file(GLOB_RECURSE pages "${folder}/usr/share/man/*.[1-8]")
  foreach(page IN LISTS pages)
    svc_compress("${page}")
  endforeach()
endforeach()

if("host" IN_LIST CPACK_COMPONENTS_ALL)
  svc_write_configuration("${CPACK_TEMPORARY_DIRECTORY}/host/etc/svc/svc.yaml")
endif()

# Whatever the umask was.
foreach(component IN LISTS CPACK_COMPONENTS_ALL)
  file(CHMOD_RECURSE "${CPACK_TEMPORARY_DIRECTORY}/${component}" DIRECTORY_PERMISSIONS
       OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
endforeach()
