#!/usr/bin/env bash
# Builds the page that needs no server: target/site, static files for any host. `scripts/site.sh test` then
# compares the engine in it, run by node, with `shisan analyze` of the development build, and
# `scripts/site.sh test SHISAN` with that of another one, by their nodes a second too.
set -euo pipefail
cd "$(dirname "$0")/.."

# Cargo would take these instead of the flags of an engine.
unset RUSTFLAGS CARGO_ENCODED_RUSTFLAGS
target=${CARGO_TARGET_DIR:-$PWD/target}
site=$target/site
max_bytes=$((6 << 20))

fail() {
    echo "$0: $1" >&2
    exit 1
}

rm -rf "$site"
mkdir -p "$site"
cp -r crates/shisan-page/web/. "$site"

# A browser that finds modules one behind the other waits for the network at each: the page names them all.
modules() {
    local start='<script type="module"'
    sed "/$start/,\$d" crates/shisan-page/web/index.html
    (cd crates/shisan-page/web && find . -name '*.js' ! -name service-worker.js ! -name types.js) |
        grep -Ev '/(thread|wasi|wasm|worker)\.js$' |
        LC_ALL=C sort | sed 's|^\./\(.*\)|<link rel="modulepreload" href="\1">|'
    sed -n "/$start/,\$p" crates/shisan-page/web/index.html
}
modules >"$site/index.html"

# Builds the engine with these features of wasm as this file of the page.
engine() {
    local triple=$1 features=$2 file=$site/engine/$3
    # A search may go down 512 plies: it gets the stack that threads get elsewhere.
    local flags="-C link-arg=-zstack-size=$((8 << 20)) -C target-feature=$features ${4-}"
    local name=${triple^^}
    export "CARGO_TARGET_${name//-/_}_RUSTFLAGS=$flags"
    local build=(rustc -p shisan-wasm --lib --crate-type cdylib --release --locked --target "$triple")
    if has_library "$triple"; then
        cargo "${build[@]}"
    else
        # Debian's own compiler has the sources of the library, as in .ci/windows, and wants a linker of its LLVM.
        .ci/install rustc-web cargo-web rust-web-src
        local llvm
        llvm=$(/usr/bin/rustc -vV | sed -n 's/^LLVM version: \([0-9]*\).*/\1/p')
        .ci/install "lld-$llvm"
        env RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER="wasm-ld-$llvm" \
            /usr/bin/cargo "${build[@]}" -Z build-std=std,panic_abort
    fi
    install -m 644 "$target/$triple/release/shisan_wasm.wasm" "$file"
    echo "$file: $(stat -c %s "$file") bytes, $(gzip -9c "$file" | wc -c) compressed"
}

# Whether the compiler has the standard library for a target.
has_library() { [ -d "$(library "$1")" ] || rustup target add "$1"; }
library() { rustc --print target-libdir --target "$1"; }

engine wasm32-unknown-unknown "" engine.wasm
engine wasm32-unknown-unknown +simd128 engine-simd.wasm
threads=wasm32-wasip1-threads
if has_library "$threads"; then
    # It is a library that is started once for its memory; `engine/threads.js` knows how much it begins with.
    start="-C link-arg=$(library "$threads")/self-contained/crt1-reactor.o -C link-arg=--export=_initialize"
    memory="-C link-arg=--initial-memory=$((32 << 20)) -C link-arg=--max-memory=$((2 << 30))"
    engine "$threads" +simd128 engine-threads.wasm "$start $memory"
else
    echo "$0: without the target $threads the page has no engine with threads" >&2
fi
# A browser loads one of the engines.
bytes=$(du -sb --apparent-size --exclude=engine.wasm --exclude=engine-threads.wasm "$site" | cut -f1)
[ "$bytes" -le "$max_bytes" ] || fail "a browser loads $bytes bytes of $site, more than $max_bytes"
echo "$site: a browser loads $bytes bytes"

if [ "${1-}" = test ]; then
    .ci/site "$site" "${@:2}"
fi
