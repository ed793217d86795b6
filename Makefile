# For OpenBench, whose clients build by make: `make EXE=NAME` the engine, `make` alone the match runner under
# the name of fastchess. Everybody else uses cargo. docs/farm.md says more.

EXE ?=
FASTCHESS ?= fastchess
PROFILE ?= release
ifeq ($(OS),Windows_NT)
SUFFIX := .exe
endif
BUILD = cargo rustc --locked --profile $(PROFILE)

ifneq ($(EVALFILE),)
all: ; $(error EVALFILE: the networks of Shisan are in its repository: assign none to a test)
else ifeq ($(EXE),)
all: ; $(BUILD) --package shisan --bin shisan -- --emit link=$(FASTCHESS)$(SUFFIX)
else
all: ; $(BUILD) --package shisan-engine --bin pbrain-shisan -- --emit link=$(EXE:.exe=)$(SUFFIX)
endif

.PHONY: all
