#!/bin/sh
# A brain that thinks for ever. Its first argument says what it does at SIGTERM:
#
#   die             the usual
#   exit            exits with code 3
#   close           closes its output and stays
#   babble          says a line that is not a move
#   ignore          nothing
#
# `params --json` behind it lists a parameter.
case $* in
*params*--json)
    echo '[{"name":"depth","value":3,"min":1,"max":9,"step":2}]'
    exit
    ;;
esac
case $1 in
exit) trap 'exit 3' TERM ;;
close) trap 'exec >&-' TERM ;;
babble) trap 'echo terminated' TERM ;;
ignore) trap '' TERM ;;
esac
carriage_return=$(printf '\r')
while read -r line; do
    case ${line%"$carriage_return"} in
    START* | RECTSTART* | RESTART) echo OK ;;
    BEGIN | TURN* | DONE)
        sleep 1000 &
        wait
        ;;
    END) exit 0 ;;
    esac
done
