#!/bin/sh
# A well-behaved brain that plays along the seventh row from the right, for the tests of `check` and
# `spsa`. Its first argument is its one bad habit, if any. `params --json` behind it lists parameters, and
# each start adds the arguments to the file $MANNERS_WORDS, if that is set.
#
#   untunable       has no parameters
#   backward        has one outside its range
#   wordy           lists them as text
#   lost            answers ERROR where a move is due
#   banner          prints a word before anything is asked
#   ready           answers START by "OK - ready"
#   boundless       plays on every size
#   clinging        keeps the stones of the last game
#   stubborn        ignores END
#   chatty          answers INFO
#   shrugging       answers UNKNOWN to nothing
#   lean            knows neither RESTART nor TAKEBACK
#   forgetful       says OK to TAKEBACK and leaves the stone
#   blind           plays on after a TURN on a stone
#   blank           writes its moves with a blank
#   slow            thinks for a second and a half
#   loud            writes on standard error
#   mortal          dies when it is to begin
#   hog             takes 40 MB
#   squatter        plays on the opponent's last stone
#   late            needs 1.3 s for its first move
#   picky           plays on 20x20 only
#   choosy          plays on no board
#   delicate        crashes on other boards
#   broken          crashes when a game begins, as Python does
#   unflushed       prints everything when it exits
#   returning       ends its lines by a carriage return alone
#   mute            answers nothing to RESTART, TAKEBACK, RECTSTART and SWAP2BOARD
#   bracketed       writes its moves in brackets
#   fouler          as Black makes a double three
#   swapless        opens by swap2, and answers ERROR where it is to choose
#   greedy          plays two stones in the last stage of swap2, too
ulimit -c 0
[ -z "$MANNERS_WORDS" ] || echo "$*" >>"$MANNERS_WORDS"
habit=$1
crash() {
    printf 'Traceback (most recent call last):\n  File "b.py", line 1\nKeyError: 3\n' >&2
    exit 1
}

case $* in
untunable*params*)
    printf '\nhabits: no parameters here\nsecond line\n' >&2
    exit 3
    ;;
broken*params*)
    crash
    ;;
unflushed*)
    # shellcheck disable=SC2016 # the inner shell expands it
    exec sh -c '"$0" | { all=$(cat); printf "%s\n" "$all"; }' "$0"
    ;;
returning*)
    "$0" | while read -r line; do printf '%s\r' "$line"; done
    exit
    ;;
wordy*params*)
    echo 'depth = 3'
    exit
    ;;
*params*--json)
    depth=3
    [ "$habit" = backward ] && depth=0
    echo "[{\"name\":\"depth\",\"value\":$depth,\"min\":1,\"max\":9,\"step\":2,\"doc\":\"Plies\",
    \"values\":{\"freestyle\":3,\"renju\":5},\"unit\":\"ply\"},
    {\"name\":\"speed\",\"value\":80,\"min\":0,\"max\":100,\"step\":10}]"
    exit
    ;;
esac
carriage_return=$(printf '\r')
size=15
taken=' '
hoard=
last=
plan=

clear() {
    [ "$habit" = clinging ] || taken=' '
}

move() {
    [ "$habit" = lost ] && echo 'ERROR where am I' && return
    [ "$habit" = slow ] && sleep 1.5
    [ "$habit" = late ] && [ -z "$hoard" ] && sleep 1.3 && hoard=slept
    if [ "$habit" = squatter ] && [ -n "$last" ]; then
        echo "$last"
        return
    fi
    [ "$habit" = loud ] && echo 'thinking' >&2
    [ "$habit" = hog ] && [ -z "$hoard" ] && hoard=$(head -c 40000000 /dev/zero | tr '\0' x)
    if [ "$habit" = fouler ]; then
        echo "${plan%% *}"
        plan=${plan#* }
        return
    fi
    x=$((size - 1))
    while :; do
        case $taken in
        *" $x,6 "*) x=$((x - 1)) ;;
        *) break ;;
        esac
    done
    taken="$taken$x,6 "
    case $habit in
    blank) echo "$x, 6" ;;
    bracketed) echo "($x, 6)" ;;
    *) echo "$x,6" ;;
    esac
}

# Puts the opponent's stone down, or says why not.
put() {
    if [ "${1%,*}" -ge "$size" ]; then
        echo ERROR off the board
        return 1
    fi
    case $taken in
    *" $1 "*)
        [ "$habit" = blind ] && return 0
        echo ERROR occupied
        return 1
        ;;
    esac
    taken="$taken$1 "
    last=$1
}

[ "$habit" = banner ] && echo hello
while read -r line; do
    line=${line%"$carriage_return"}
    if [ "$habit" = mute ]; then
        case $line in
        RESTART | TAKEBACK* | RECTSTART* | SWAP2BOARD | DONE) continue ;;
        esac
    fi
    case $habit,$line in
    swapless,SWAP2BOARD | greedy,SWAP2BOARD)
        count=0
        while read -r line; do
            [ "${line%"$carriage_return"}" = DONE ] && break
            count=$((count + 1))
        done
        case $habit,$count in
        *,0) echo 0,0 1,0 2,0 ;;
        swapless,*) echo ERROR no swap ;;
        *) echo 3,0 4,0 ;;
        esac
        continue
        ;;
    esac
    case $line in
    '' | ' ') ;;
    START*)
        size=${line#START }
        if [ "$size" -lt 5 ] && [ "$habit" != boundless ]; then
            echo ERROR unsupported size
        elif [ "$habit" = choosy ]; then
            echo ERROR unsupported size
        elif [ "$habit" = broken ]; then
            crash
        elif [ "$habit" = delicate ] && [ "$size" != 20 ]; then
            crash
        elif [ "$habit" = picky ] && [ "$size" != 20 ]; then
            echo ERROR unsupported size
        elif [ "$habit" = ready ]; then
            echo OK - ready
        else
            clear
            echo OK
        fi
        ;;
    ABOUT) echo 'name="Habits", version="1.0"' ;;
    BEGIN)
        [ "$habit" = mortal ] && exit 3
        move
        ;;
    TURN*) put "${line#TURN }" && move ;;
    BOARD)
        taken=' '
        count=0
        while read -r line; do
            line=${line%"$carriage_return"}
            [ "$line" = DONE ] && break
            last=${line%,*}
            taken="$taken$last "
            count=$((count + 1))
        done
        # After the three stones of the judge's opening it is White.
        [ $count = 3 ] && plan='0,0 0,2 0,4 0,6 0,8 '
        [ $count = 4 ] && plan='7,7 6,7 8,8 8,9 8,7 '
        move
        ;;
    RESTART)
        if [ "$habit" = lean ]; then
            echo UNKNOWN command
        else
            clear
            echo OK
        fi
        ;;
    TAKEBACK*)
        if [ "$habit" = lean ]; then
            echo UNKNOWN command
        else
            cell=${line#TAKEBACK }
            [ "$habit" = forgetful ] || taken="${taken%% "$cell" *} ${taken#* "$cell" }"
            echo OK
        fi
        ;;
    INFO*) [ "$habit" = chatty ] && echo OK ;;
    END) [ "$habit" = stubborn ] || exit 0 ;;
    *) [ "$habit" = shrugging ] || echo UNKNOWN command ;;
    esac
done
