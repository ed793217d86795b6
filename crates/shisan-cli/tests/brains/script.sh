#!/bin/sh
# A brain that does as it is told, for the tests of matches. Each argument is what it does when
# it is asked for a move, in turn; when there is none left it says nothing.
#
#   7,7             says this line; \n begins another, and _ is a blank
#   sleep:0.5:7,7   says it after half a second
#   stderr:7,7      says it on standard error, and does the next
#   flood:lines     says a few megabytes, then does the next; flood:bytes without an end of line
#   memory:N        takes N bytes, and does the next
#   bye:7,7         says it and exits
#   unplug:7,7      closes its input and says it
#   exit:3 signal:KILL close
#   orphan:3        exits, and leaves a child that holds the output
#   hang deaf       says nothing; reads nothing more either
#   watch:FILE      counts the lines of FILE for a while, tells them, and does the next
#
# Before them:
#   start:X         does X when a game begins, instead of saying OK
#   stubborn        ignores END and every mild signal, and has a child that does so too
#   tick:FILE       adds a line to FILE again and again from now on
ulimit -c 0
carriage_return=$(printf '\r')
start=OK
end=exit
while :; do
    case $1 in
    start:*) start=${1#start:} ;;
    stubborn)
        end=ignore
        trap '' TERM INT HUP PIPE
        sleep 1000 &
        ;;
    tick:*)
        ticks=${1#tick:}
        while :; do
            echo tick >>"$ticks"
            sleep 0.05
        done >/dev/null &
        ;;
    *) break ;;
    esac
    shift
done

act() {
    case $1 in
    sleep:*)
        rest=${1#sleep:}
        sleep "${rest%%:*}"
        printf '%b\n' "${rest#*:}"
        ;;
    stderr:*)
        echo "${1#stderr:}" | tr _ ' ' >&2
        next
        ;;
    flood:lines)
        yes '7,7,7 no move' | head -c 4000000 | tr 7 x
        echo
        next
        ;;
    flood:bytes)
        head -c 4000000 /dev/zero | tr '\0' x
        echo
        next
        ;;
    memory:*)
        hoard=$(head -c "${1#memory:}" /dev/zero | tr '\0' x)
        next
        ;;
    exit:*) exit "${1#exit:}" ;;
    signal:*) kill -s "${1#signal:}" $$ ;;
    close)
        exec >&-
        sleep 1000
        ;;
    unplug:*)
        exec <&-
        echo "${1#unplug:}"
        sleep 1000
        ;;
    orphan:*)
        sleep 1000 &
        exit "${1#orphan:}"
        ;;
    deaf) sleep 1000 ;;
    hang) ;;
    watch:*)
        before=$(wc -l <"${1#watch:}")
        sleep 1.5
        after=$(wc -l <"${1#watch:}")
        echo "MESSAGE ticks $before $after"
        next
        ;;
    bye:*)
        echo "${1#bye:}"
        exit 0
        ;;
    *) printf '%b\n' "$1" | tr _ ' ' ;;
    esac
}

next() {
    turn=$((turn + 1))
    eval "act \"\${answer_$turn:-hang}\""
}

count=0
for answer; do
    count=$((count + 1))
    eval "answer_$count=\$answer"
done
turn=0
while read -r line; do
    case ${line%"$carriage_return"} in
    START* | RECTSTART*)
        turn=0
        act "$start"
        ;;
    BEGIN | TURN* | DONE) next ;;
    END) [ "$end" = ignore ] || exit 0 ;;
    esac
done
[ "$end" = ignore ] && sleep 1000
