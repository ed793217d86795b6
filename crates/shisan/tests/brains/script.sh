#!/bin/sh
# A brain that does as it is told, for the tests of matches. Each argument is what it does when
# it is asked for a move, in turn; when there is none left it says nothing.
#
#   7,7             says this line; \n begins another, and _ is a blank
#   sleep:0.5:7,7   says it after half a second
#   stderr:7,7      says it on standard error, and does the next
#   partial:7,7     says it without an end of line
#   later:7,7       says it when it exits
#   flood:lines     says a few megabytes of messages, then does the next; flood:bytes in one line
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
#   unflushed       says everything when it exits
#   stubborn        ignores END and every mild signal, and has a child that does so too
#   away:FILE       has a child with this file in a session of its own
#   tick:FILE       adds a line to FILE again and again from now on
ulimit -c 0
carriage_return=$(printf '\r')
start=OK
end=exit
held=
while :; do
    case $1 in
    unflushed) unflushed=yes ;;
    start:*) start=${1#start:} ;;
    stubborn)
        end=ignore
        trap '' TERM INT HUP PIPE
        sleep 1000 &
        ;;
    away:*) setsid tail -f "${1#away:}" >/dev/null 2>&1 & ;;
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

say() {
    if [ -n "$unflushed" ]; then
        hold "$1"
    else
        printf '%b\n' "$1" | tr _ ' '
    fi
}

hold() {
    held="$held$(printf '%b' "$1" | tr _ ' ')
"
}

leave() {
    printf '%s' "$held"
    exit 0
}

act() {
    case $1 in
    partial:*) printf '%s' "${1#partial:}" ;;
    later:*) hold "${1#later:}" ;;
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
        yes 'MESSAGE 7,7 no move' | head -c 4000000
        echo
        next
        ;;
    flood:bytes)
        printf 'MESSAGE '
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
    *) say "$1" ;;
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
    END) [ "$end" = ignore ] || leave ;;
    esac
done
[ "$end" = ignore ] && sleep 1000
leave
