# Everything one does here. The work itself is in deploy/local (Go), deploy/setup and tools (scripts).

# The tests that wait longest begin first, while others compile and compute.
PKG  ?= ./services/media ./services/generation/... ./platform/events ./platform/jobs ./platform/postgres ./services/wall ./services/gallery/... ./gateway ./...
ARGS ?=

local    := bin/local
linter   := bin/golangci-lint
go_tests := bin/gotestsum

# Every program and test is compiled alike, without what debuggers read: with other flags each library is compiled again, for minutes.
export CGO_ENABLED := 0
export GOFLAGS += -ldflags=-s -gcflags=all=-dwarf=false

# Compilers and tests allocate much and keep little: collected as rarely as the services are, they take a fifth less processor time.
# Linters keep what they read.
export GOGC ?= 400
export GOMEMLIMIT ?= 1500MiB
lint: export GOGC := 100
lint: export GOMEMLIMIT := off

# RACE=1 has the tests look for data races, which takes half as long again and compiles all of it a second time; .ci/run does. Libraries
# that count pixels and pack bytes are not looked at: they share no memory.
RACE ?=
unwatched := image/... golang.org/x/image/... compress/... github.com/klauspost/compress/... hash/...
go_flags  := -vet=off # make lint vets
ifneq ($(RACE),)
go_flags += -race $(unwatched:%='-gcflags=%=-dwarf=false -race=false')
endif

.DEFAULT_GOAL := help
.PHONY: help setup ready run dev build test test-go test-web charts collector fuzz-api e2e e2e-crowded e2e-secure e2e-webkit lighthouse screenshots gameday chaos abuse-sim restore-drill cdn-drill verify lint check generate contracts bench bench-peers bench-tls loadtest images outdated scan clean $(local)

help: ## this list
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## install what this machine lacks (make run and make test do it too)
	@deploy/setup/setup.sh test

ready: # before the compiler: without Go it says so
	@deploy/setup/setup.sh run

run: ready $(local) ## the whole platform; prints its address (ARGS='--empty', '--offset 2500')
	@$(local) run $(ARGS)

dev: ready $(local) ## the same, restarted as you save; prints the address of the dev server
	@$(local) dev $(ARGS)

build: ready $(local) ## compile the services and the page
	@$(local) build

test: ## all tests: test-go, charts, test-web, fuzz-api, e2e
	@deploy/setup/setup.sh test
	@deploy/setup/parts.sh test-go+charts+test-web+fuzz-api e2e

# The services run ffmpeg and rsvg-convert at low priority, which beside a dozen busy tests would starve them past their deadlines: the
# tests have the lowest priority themselves.
test-go: $(local) $(go_tests) ## Go tests with real servers (PKG=./platform/... ARGS='-run Like')
	@deploy/setup/setup.sh test
	@$(local) testenv --apache-kafka -- env CGO_ENABLED=$(if $(RACE),1,0) nice -n 19 $(go_tests) --format standard-quiet --junitfile .local/test/test-go.xml -- $(go_flags) -timeout 25m -p $$(($$(getconf _NPROCESSORS_ONLN) + 2)) -parallel 4 $(ARGS) $(PKG)

test-web: ## unit tests of the page
	@deploy/setup/setup.sh page
	@npm --prefix frontend run --silent test

charts: $(go_tests) ## tests of the Helm charts (ARGS='-run Network')
	@cd charts/check && ../../$(go_tests) --format standard-quiet --junitfile ../../.local/test/charts.xml -- -vet=off -timeout 60m $(ARGS) ./...

collector: $(go_tests) ## a real OpenTelemetry Collector reads our configuration (minutes to compile, so not part of make test)
	@cd deploy/observability/collector && ../../../$(go_tests) --format standard-quiet -- $(ARGS) ./...

e2e: $(local) ## journeys in a browser, on platforms of their own (on the first alone: ARGS='gallery.spec.ts --headed')
	@deploy/setup/setup.sh test
	@VIDEO_SIZE=360x640 $(local) run --data .local/e2e --offset 1000 -- npm --prefix frontend run --silent e2e -- $(ARGS)
ifeq ($(strip $(ARGS)),) # the projects and files that ARGS names are those of the first
	@AI_PROVIDERS_FILE=frontend/e2e/priced.yaml AI_BUDGET_MICRO_USD=0 MEDIA_ADDRESS_LIFETIME=6s VIDEO_SIZE=360x640 \
		$(local) run --data .local/variant --offset 1000 --empty --pgbouncer -- npm --prefix frontend run --silent e2e:variant
endif

e2e-crowded: $(local) ## visitors who share an address, with the gateway's own challenges (ARGS='--headed')
	@deploy/setup/setup.sh test
	@LIMITS_FILE='$(CURDIR)/frontend/e2e/crowded-limits.json' DEVICE_SETTLES_AFTER=30m \
		$(local) run --data .local/crowded --offset 1000 --empty -- npm --prefix frontend run --silent e2e:crowded -- $(ARGS)

e2e-secure: $(local) ## the same with certificates, TLS to every store and names at the broker; needs Java and Maven
	@deploy/setup/setup.sh test
	@VIDEO_SIZE=360x640 $(local) run --data .local/secure --offset 1000 --secure --apache-kafka -- npm --prefix frontend run --silent e2e:secure -- $(ARGS)

e2e-webkit: $(local) ## the main journeys in WebKit, of which the browsers of iPhones are made (ARGS='-g video')
	@deploy/setup/setup.sh webkit
	@VIDEO_SIZE=360x640 $(local) run --data .local/webkit --offset 1000 --empty -- npm --prefix frontend run --silent e2e:webkit -- $(ARGS)

fuzz-api: $(local) ## odd requests of every kind that the public document knows (ARGS="--include-operation-id likeImage")
	@deploy/setup/setup.sh test
	@rm -rf .local/fuzz
	@LIMITS_FILE='$(CURDIR)/tools/fuzz/limits.json' VIDEO_SIZE=360x640 $(local) run --data .local/fuzz --offset 500 --empty -- .local/python/bin/python tools/fuzz/fuzz.py $(ARGS)

lighthouse: $(local) ## every page over TLS and HTTP/2 five times, medians (ARGS='/ /gallery', RUNS=1, BESIDE_PLAIN=1, THROTTLING=devtools)
	@deploy/setup/setup.sh test
	@tools/lighthouse/lighthouse.sh $(ARGS)

screenshots: $(local) ## every page in every state and width, to look at in frontend/shots (ARGS='-g gallery')
	@deploy/setup/setup.sh test
	@VIDEO_SIZE=360x640 $(local) run --data .local/e2e --offset 1000 -- npm --prefix frontend run --silent screenshots -- $(ARGS)

gameday: $(local) ## break a platform in six ways, and see which alert, trace and runbook say so (ARGS=Redis)
	@deploy/setup/setup.sh test
	@go build -o bin/gameday ./deploy/gameday
	@$(local) run --data .local/gameday --offset 1500 -- bin/gameday $(ARGS)

chaos: $(local) ## break a platform by a seeded schedule under load, and judge its history (ARGS='--seed 7 --for 60s')
	@deploy/setup/setup.sh test
	@go build -o bin/chaos ./deploy/chaos
	@OFFSET=$(OFFSET) deploy/chaos/run.sh $(ARGS)

abuse-sim: $(local) ## a launch day with bots in the crowd, judged against the same day without (ARGS='--for 60s --rate 6')
	@deploy/setup/setup.sh test
	@go build -o bin/abusesim ./deploy/abusesim
	@OFFSET=$(OFFSET) deploy/abusesim/run.sh $(ARGS)

restore-drill: $(local) ## lose a platform of its own and restore it to a moment from its backups (ARGS='--seed 7')
	@deploy/setup/setup.sh restore
	@go build -o bin/restore-drill ./deploy/restore
	@AI_PROVIDERS_FILE=deploy/chaos/providers.yaml AI_BUDGET_MICRO_USD=3000000 AI_BUDGET_BY_HOUR=false VIDEO_SIZE=360x640 bin/restore-drill $(ARGS)

cdn-drill: $(local) ## put a real Varnish before a platform of its own, and take pictures down behind it (ARGS='--times 1')
	@deploy/setup/setup.sh cdn
	@go build -o bin/cdndrill ./deploy/cdn
	@OFFSET=$(OFFSET) deploy/cdn/run.sh $(ARGS)

verify: ## what is too long for make test: crowded, secure, bots in the crowd, a seeded minute of chaos (SEED=7)
	@failed=; \
	run() { $(MAKE) --no-print-directory "$$@" || failed="$$failed $$1"; }; \
	run e2e-crowded; \
	run e2e-secure; \
	run abuse-sim ARGS='--for 60s --rate 8 --wait-ratio 6 --honest-share 0.85'; \
	run chaos ARGS='--seed $(or $(SEED),7) --for 45s'; \
	[ -z "$$failed" ] || { echo "failed:$$failed" >&2; exit 1; }

lint: $(linter) ## golangci-lint and biome
	@deploy/setup/setup.sh page
	@$(linter) run
	@cd charts/check && ../../$(linter) run
	@npm --prefix frontend run --silent lint
	@npm --prefix frontend run --silent typecheck

check: ## fail when generated code is not what the contracts say, or these break the last release
	@deploy/setup/setup.sh page
	@deploy/setup/check.sh

generate: ## write generated code anew
	@deploy/setup/setup.sh generate
	@tools/generate.sh

contracts: ## with each release: keep its contracts, which check holds later ones to
	@deploy/setup/setup.sh generate
	@tools/generate.sh >/dev/null && tools/contracts.sh keep

bench: $(local) ## Go benchmarks with real servers (PKG=./services/media/...)
	@$(local) testenv --lasting -- go test -run '^$$' -bench . -benchmem $(ARGS) $(PKG)

bench-peers: $(local) ## CPU per request, beside net/http, nginx and PocketBase, as Markdown (ARGS='--only page --for 10s')
	@deploy/setup/setup.sh peers
	@go build -o bin/peers ./deploy/peers
	@OFFSET=$(OFFSET) deploy/peers/run.sh $(ARGS)

bench-tls: $(local) ## what --secure costs in CPU per request, as Markdown (a quarter of an hour; ROUNDS=4)
	@deploy/setup/setup.sh peers
	@go build -o bin/peers ./deploy/peers
	@OFFSET=$(OFFSET) deploy/peers/tls.sh $(ARGS)

loadtest: $(local) ## what requests, pictures, jobs and streams cost, as docs/reports/load.md (nine minutes at most)
	@deploy/setup/setup.sh peers
	@OFFSET=$(OFFSET) tools/loadtest.sh $(ARGS)

images: ## container images of all that runs in a cluster (TAG=1.0.0, PREFIX=mcwick/)
	@deploy/images/build.sh $(or $(TAG),dev)

scan: ## known vulnerabilities in what we import; says so when a database could not be asked
	@tools/scan.sh

outdated: ## what we import and has a newer version (takes a minute, changes nothing)
	@tools/outdated.sh

clean: ## remove what was built, and the local data
	rm -rf bin .local frontend/dist frontend/dist.next frontend/console/dist frontend/shots frontend/test-results

$(local):
	@[ -e $@ ] || echo "compiling $@, which starts all of it (once, a minute or two)"
	@go build -o $@ ./deploy/local

$(linter): tools/go.mod
	@echo "building golangci-lint (once, about a minute)"
	@cd tools && go build -o ../$@ github.com/golangci/golangci-lint/v2/cmd/golangci-lint

$(go_tests): tools/go.mod
	@cd tools && go build -o ../$@ gotest.tools/gotestsum
