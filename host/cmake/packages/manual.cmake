# Writes PAGE, the manual page of PROGRAM (svc-host, of VERSION), from what `svc-host help` tells.
cmake_minimum_required(VERSION 3.25)

# svc_help(<result> <word>…): what the program tells, as text of a manual page that keeps its lines.
function(svc_help result)
  execute_process(COMMAND "${PROGRAM}" help ${ARGN} OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "\\" "\\e" text "${text}")
  string(REPLACE "-" "\\-" text "${text}")
  string(REGEX REPLACE "(^|\n)([.'])" "\\1\\\\&\\2" text "${text}")
  set(${result} ".nf\n${text}.fi\n" PARENT_SCOPE)
endfunction()

execute_process(COMMAND "${PROGRAM}" help OUTPUT_VARIABLE overview COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "\n  svc-host [a-z-]+( [a-z-]+)?  " commands "${overview}")
if(NOT commands)
  message(FATAL_ERROR "${PROGRAM} help names no command")
endif()

svc_help(text)
set(page ".TH SVC\\-HOST 1 \"\" \"svc ${VERSION}\" \"Business management service\"
.SH NAME
svc\\-host \\- the business management service
.SH SYNOPSIS
.B svc\\-host
.I COMMAND
[\\fIARGUMENT\\fR...]
.SH DESCRIPTION
${text}.SH COMMANDS\n")
foreach(command IN LISTS commands)
  string(REGEX REPLACE "\n  svc-host (.*[a-z])  " "\\1" command "${command}")
  string(REPLACE " " ";" words "${command}")
  svc_help(text ${words})
  string(APPEND page ".SS \"${command}\"\n${text}")
endforeach()
string(APPEND page ".SH FILES
.TP
.I /etc/svc/svc.yaml
The configuration; each key is described in it.
.TP
.I /etc/svc/credentials/
The master key and the password of the database.
.TP
.I /var/lib/svc/data
Data folder of the service.
.TP
.I /usr/lib/svc/plugins
The plugins of the packages svc\\-plugin\\-*.
")
file(WRITE "${PAGE}" "${page}")
