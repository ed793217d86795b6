# For scripts that the same command continues, to be sourced first. An interrupt ends them with exit code 75, a
# failure with 2. Paths in their variables are those of the caller.
set -Eeuo pipefail
# Whatever code a command fails with is no result.
trap 'code=$?; [ $code = 75 ] || code=2; exit $code' ERR
# Runs a program that an interrupt ends: bash takes no signal while one runs in the foreground. It has a process
# group of its own, since a second interrupt, such as the terminal's, would end it at once.
step() {
    set -m
    "$@" </dev/null &
    set +m
    wait $!
}
trap 'kill $(jobs -p) 2>/dev/null || :; wait; exit 75' INT TERM HUP
# The steps say nothing of how to continue them.
export SHISAN_STEP=1
printf -v command ' %q' "$0" "$@"
trap '[ $? != 75 ] || echo "to continue:$command" >&2' EXIT
for variable in PROGRAM OUTPUT EXAMS; do
    [[ ${!variable:-/} = /* ]] || printf -v "$variable" %s "$PWD/${!variable}"
done
cd "$(dirname "$0")/.."
