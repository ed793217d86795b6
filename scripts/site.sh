#!/usr/bin/env bash
# Builds the page that needs no server: target/site, static files for any host. `scripts/site.sh test` then
# compares the engine in it, run by node, with `shisan analyze` of the development build, and
# `scripts/site.sh test SHISAN` with that of another one.
set -euo pipefail
cd "$(dirname "$0")/.."

target=${CARGO_TARGET_DIR:-$PWD/target}
site=$target/site
triple=wasm32-unknown-unknown
max_bytes=$((6 << 20))

fail() {
    echo "$0: $1" >&2
    exit 1
}

rm -rf "$site"
mkdir -p "$site"
cp -r crates/shisan-page/web/. "$site"

# Builds the engine with these features of wasm as this file of the page.
engine() {
    local features=$1 file=$site/engine/$2
    # A search may go down 512 plies: it gets the stack that threads get elsewhere.
    export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="-C link-arg=-zstack-size=$((8 << 20)) -C target-feature=$features"
    local build=(rustc -p shisan-wasm --lib --crate-type cdylib --release --locked --target "$triple")
    if [ -d "$(rustc --print target-libdir --target "$triple")" ] || rustup target add "$triple"; then
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

engine "" engine.wasm
engine +simd128 engine-simd.wasm
# A browser loads one of the engines.
bytes=$(du -sb --apparent-size --exclude=engine.wasm "$site" | cut -f1)
[ "$bytes" -le "$max_bytes" ] || fail "a browser loads $bytes bytes of $site, more than $max_bytes"
echo "$site: a browser loads $bytes bytes"

if [ "${1-}" = test ]; then
    command -v node >/dev/null || .ci/install nodejs
    [ $# -ge 2 ] || cargo build -p shisan
    node crates/shisan-page/tests/wasm/engine.mjs "$site/engine" "${2:-$target/debug/shisan}"
fi
