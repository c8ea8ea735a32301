#!/usr/bin/env python3
"""Runs the test suites of Go libraries, as Debian packages them, under go test and gol test.

usage: libraries.py [-o DIR] [-t SECONDS] [--race] [--known FILE] [IMPORT-PATH...]

Prints one line for each library: the test functions and examples that go passes, those of them that
gol passes, the seconds of CPU time that each took, compiling included, and the first line of what
most of the others ended with. With --race go's side is go test -race, which gol's time is compared
with. With -o what both printed for each package is kept in DIR, as NAME and NAME.go. The suites are
used as they are, in a copy of the sources in /usr/share/gocode, with GO111MODULE=off. What go's side
came to is kept in FILE (build/libraries.json), and go runs again only for a library that has changed
since, or another go, or with --again.
"""
import argparse
import collections
import hashlib
import json
import math
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading

SOURCES = "/usr/share/gocode/src"
GOL = os.path.abspath(os.environ.get("GOL", os.path.join(os.path.dirname(__file__),
                                                          "../build/gol")))

# The Debian package, and the folder of the library in it.
LIBRARIES = """
golang-github-stretchr-testify-dev github.com/stretchr/testify
golang-github-google-go-cmp-dev github.com/google/go-cmp
golang-github-spf13-cobra-dev github.com/spf13/cobra
golang-github-spf13-pflag-dev github.com/spf13/pflag
golang-gopkg-yaml.v3-dev gopkg.in/yaml.v3
golang-yaml.v2-dev gopkg.in/yaml.v2
golang-go.uber-zap-dev go.uber.org/zap
golang-go.uber-multierr-dev go.uber.org/multierr
golang-go.uber-atomic-dev go.uber.org/atomic
golang-github-sirupsen-logrus-dev github.com/sirupsen/logrus
golang-github-rs-zerolog-dev github.com/rs/zerolog
golang-github-gorilla-mux-dev github.com/gorilla/mux
golang-github-gorilla-schema-dev github.com/gorilla/schema
golang-github-gorilla-securecookie-dev github.com/gorilla/securecookie
golang-github-gorilla-websocket-dev github.com/gorilla/websocket
golang-gopkg-check.v1-dev gopkg.in/check.v1
golang-golang-x-sync-dev golang.org/x/sync
golang-golang-x-time-dev golang.org/x/time
golang-golang-x-mod-dev golang.org/x/mod
golang-golang-x-text-dev golang.org/x/text
golang-golang-x-exp-dev golang.org/x/exp
golang-github-google-btree-dev github.com/google/btree
golang-github-tidwall-gjson-dev github.com/tidwall/gjson
golang-github-tidwall-match-dev github.com/tidwall/match
golang-github-tidwall-pretty-dev github.com/tidwall/pretty
golang-github-tidwall-btree-dev github.com/tidwall/btree
golang-github-google-uuid-dev github.com/google/uuid
golang-github-burntsushi-toml-dev github.com/BurntSushi/toml
golang-github-pelletier-go-toml-dev github.com/pelletier/go-toml
golang-github-pkg-errors-dev github.com/pkg/errors
golang-github-davecgh-go-spew-dev github.com/davecgh/go-spew
golang-github-pmezard-go-difflib-dev github.com/pmezard/go-difflib
golang-github-hashicorp-golang-lru-dev github.com/hashicorp/golang-lru
golang-github-hashicorp-go-multierror-dev github.com/hashicorp/go-multierror
golang-github-hashicorp-errwrap-dev github.com/hashicorp/errwrap
golang-github-hashicorp-go-version-dev github.com/hashicorp/go-version
golang-github-hashicorp-go-immutable-radix-dev github.com/hashicorp/go-immutable-radix
golang-github-armon-go-radix-dev github.com/armon/go-radix
golang-github-mitchellh-mapstructure-dev github.com/mitchellh/mapstructure
golang-github-mitchellh-copystructure-dev github.com/mitchellh/copystructure
golang-github-mitchellh-reflectwalk-dev github.com/mitchellh/reflectwalk
golang-github-imdario-mergo-dev github.com/imdario/mergo
golang-github-gobwas-glob-dev github.com/gobwas/glob
golang-github-fatih-color-dev github.com/fatih/color
golang-github-fatih-structs-dev github.com/fatih/structs
golang-github-mattn-go-runewidth-dev github.com/mattn/go-runewidth
golang-github-rivo-uniseg-dev github.com/rivo/uniseg
golang-github-cespare-xxhash-dev github.com/cespare/xxhash
golang-github-spf13-cast-dev github.com/spf13/cast
golang-github-spf13-afero-dev github.com/spf13/afero
golang-github-patrickmn-go-cache-dev github.com/patrickmn/go-cache
golang-github-cenkalti-backoff-dev github.com/cenkalti/backoff
golang-github-dustin-go-humanize-dev github.com/dustin/go-humanize
golang-github-google-shlex-dev github.com/google/shlex
golang-github-kballard-go-shellquote-dev github.com/kballard/go-shellquote
golang-github-masterminds-semver-dev github.com/Masterminds/semver
golang-github-oklog-ulid-dev github.com/oklog/ulid
golang-github-emirpasic-gods-dev github.com/emirpasic/gods
golang-github-golang-snappy-dev github.com/golang/snappy
golang-github-russross-blackfriday-dev github.com/russross/blackfriday
golang-github-alecthomas-participle-dev github.com/alecthomas/participle
golang-github-json-iterator-go-dev github.com/json-iterator/go
golang-github-modern-go-reflect2-dev github.com/modern-go/reflect2
golang-github-jmespath-go-jmespath-dev github.com/jmespath/go-jmespath
golang-github-itchyny-gojq-dev github.com/itchyny/gojq
golang-github-julienschmidt-httprouter-dev github.com/julienschmidt/httprouter
golang-github-beorn7-perks-dev github.com/beorn7/perks
golang-github-google-gofuzz-dev github.com/google/gofuzz
golang-github-urfave-cli-dev github.com/urfave/cli
golang-github-xeipuuv-gojsonpointer-dev github.com/xeipuuv/gojsonpointer
golang-github-huandu-xstrings-dev github.com/huandu/xstrings
golang-github-shopspring-decimal-dev github.com/shopspring/decimal
golang-github-asaskevich-govalidator-dev github.com/asaskevich/govalidator
golang-github-kr-pretty-dev github.com/kr/pretty
golang-github-kr-text-dev github.com/kr/text
golang-github-lucasb-eyer-go-colorful-dev github.com/lucasb-eyer/go-colorful
golang-github-agext-levenshtein-dev github.com/agext/levenshtein
golang-github-bits-and-blooms-bitset-dev github.com/bits-and-blooms/bitset
golang-github-puerkitobio-purell-dev github.com/PuerkitoBio/purell
golang-github-xlab-treeprint-dev github.com/xlab/treeprint
golang-github-jinzhu-copier-dev github.com/jinzhu/copier
golang-github-google-renameio-dev github.com/google/renameio
golang-github-go-logr-logr-dev github.com/go-logr/logr
golang-github-evanphx-json-patch-dev github.com/evanphx/json-patch
golang-github-magiconair-properties-dev github.com/magiconair/properties
golang-github-subosito-gotenv-dev github.com/subosito/gotenv
golang-github-golang-jwt-jwt-dev github.com/golang-jwt/jwt
golang-github-go-playground-universal-translator-dev github.com/go-playground/universal-translator
golang-github-valyala-fasttemplate-dev github.com/valyala/fasttemplate
golang-github-valyala-fastjson-dev github.com/valyala/fastjson
golang-github-hashicorp-go-memdb-dev github.com/hashicorp/go-memdb
golang-github-hashicorp-go-hclog-dev github.com/hashicorp/go-hclog
golang-github-go-ini-ini-dev github.com/go-ini/ini
golang-github-robfig-cron-dev github.com/robfig/cron
golang-github-olekukonko-tablewriter-dev github.com/olekukonko/tablewriter
golang-github-gofrs-uuid-dev github.com/gofrs/uuid
golang-github-rs-xid-dev github.com/rs/xid
golang-github-rs-cors-dev github.com/rs/cors
golang-github-go-chi-chi-dev github.com/go-chi/chi
golang-github-gin-gonic-gin-dev github.com/gin-gonic/gin
golang-github-labstack-echo-dev github.com/labstack/echo
golang-github-urfave-negroni-dev github.com/urfave/negroni
golang-github-mitchellh-hashstructure-dev github.com/mitchellh/hashstructure
golang-github-sergi-go-diff-dev github.com/sergi/go-diff
golang-github-iancoleman-strcase-dev github.com/iancoleman/strcase
golang-github-jessevdk-go-flags-dev github.com/jessevdk/go-flags
golang-github-deckarep-golang-set-dev github.com/deckarep/golang-set
golang-github-go-kit-log-dev github.com/go-kit/log
golang-github-go-logfmt-logfmt-dev github.com/go-logfmt/logfmt
golang-github-google-go-querystring-dev github.com/google/go-querystring
golang-github-puerkitobio-goquery-dev github.com/PuerkitoBio/goquery
golang-github-buger-jsonparser-dev github.com/buger/jsonparser
golang-github-spf13-viper-dev github.com/spf13/viper
golang-github-oklog-run-dev github.com/oklog/run
golang-github-hashicorp-hcl-dev github.com/hashicorp/hcl
golang-github-muesli-reflow-dev github.com/muesli/reflow
golang-github-gorilla-sessions-dev github.com/gorilla/sessions
golang-github-zclconf-go-cty-dev github.com/zclconf/go-cty
golang-github-prometheus-common-dev github.com/prometheus/common
golang-github-charmbracelet-lipgloss-dev github.com/charmbracelet/lipgloss
golang-github-gorilla-handlers-dev github.com/gorilla/handlers
golang-github-dlclark-regexp2-dev github.com/dlclark/regexp2
golang-github-stretchr-objx-dev github.com/stretchr/objx
golang-github-spf13-jwalterweatherman-dev github.com/spf13/jwalterweatherman
golang-github-opentracing-opentracing-go-dev github.com/opentracing/opentracing-go
golang-github-alecthomas-units-dev github.com/alecthomas/units
golang-github-microcosm-cc-bluemonday-dev github.com/microcosm-cc/bluemonday
golang-github-antchfx-xpath-dev github.com/antchfx/xpath
golang-github-alecthomas-kong-dev github.com/alecthomas/kong
golang-github-sanity-io-litter-dev github.com/sanity-io/litter
golang-github-jonboulle-clockwork-dev github.com/jonboulle/clockwork
golang-github-ryanuber-columnize-dev github.com/ryanuber/columnize
golang-github-itchyny-timefmt-go-dev github.com/itchyny/timefmt-go
golang-github-andybalholm-cascadia-dev github.com/andybalholm/cascadia
golang-github-bmatcuk-doublestar-dev github.com/bmatcuk/doublestar
golang-github-miekg-dns-dev github.com/miekg/dns
golang-github-hashicorp-go-retryablehttp-dev github.com/hashicorp/go-retryablehttp
golang-github-go-errors-errors-dev github.com/go-errors/errors
golang-github-kylelemons-godebug-dev github.com/kylelemons/godebug
golang-github-hashicorp-yamux-dev github.com/hashicorp/yamux
golang-github-hashicorp-go-bexpr-dev github.com/hashicorp/go-bexpr
golang-github-hashicorp-hil-dev github.com/hashicorp/hil
golang-github-gomodule-redigo-dev github.com/gomodule/redigo
golang-github-gofrs-flock-dev github.com/gofrs/flock
golang-github-creasty-defaults-dev github.com/creasty/defaults
golang-github-lithammer-dedent-dev github.com/lithammer/dedent
golang-github-lithammer-fuzzysearch-dev github.com/lithammer/fuzzysearch
golang-github-goccy-go-yaml-dev github.com/goccy/go-yaml
golang-github-segmentio-ksuid-dev github.com/segmentio/ksuid
golang-github-google-jsonapi-dev github.com/google/jsonapi
golang-github-google-go-dap-dev github.com/google/go-dap
golang-github-nicksnyder-go-i18n.v2-dev github.com/nicksnyder/go-i18n
golang-github-otiai10-copy-dev github.com/otiai10/copy
golang-github-sasha-s-go-deadlock-dev github.com/sasha-s/go-deadlock
golang-github-mattn-go-zglob-dev github.com/mattn/go-zglob
golang-github-oschwald-maxminddb-golang-dev github.com/oschwald/maxminddb-golang
golang-github-tdewolff-minify-dev github.com/tdewolff/minify
golang-github-teambition-rrule-go-dev github.com/teambition/rrule-go
golang-github-yuin-goldmark-emoji-dev github.com/yuin/goldmark-emoji
golang-github-charmbracelet-bubbles-dev github.com/charmbracelet/bubbles
golang-github-charmbracelet-glamour-dev github.com/charmbracelet/glamour
golang-github-c-bata-go-prompt-dev github.com/c-bata/go-prompt
golang-github-bep-debounce-dev github.com/bep/debounce
golang-github-alecthomas-chroma-v2-dev github.com/alecthomas/chroma
golang-github-benbjohnson-immutable-dev github.com/benbjohnson/immutable
golang-github-sourcegraph-jsonrpc2-dev github.com/sourcegraph/jsonrpc2
golang-github-jackc-puddle-dev github.com/jackc/puddle
golang-github-jackc-pgproto3-v2-dev github.com/jackc/pgproto3
golang-github-gin-contrib-cors-dev github.com/gin-contrib/cors
golang-github-go-chi-cors-dev github.com/go-chi/cors
golang-github-ryanuber-go-glob-dev github.com/ryanuber/go-glob
golang-github-bep-overlayfs-dev github.com/bep/overlayfs
golang-github-alecthomas-jsonschema-dev github.com/alecthomas/jsonschema
golang-github-hashicorp-go-plugin-dev github.com/hashicorp/go-plugin
golang-github-zeebo-wyhash-dev github.com/zeebo/wyhash
golang-uber-automaxprocs-dev go.uber.org/automaxprocs
golang-gopkg-go-playground-colors.v1-dev gopkg.in/go-playground/colors.v1
golang-github-cockroachdb-apd-dev github.com/cockroachdb/apd
golang-github-disintegration-imaging-dev github.com/disintegration/imaging
golang-github-boltdb-bolt-dev github.com/boltdb/bolt
golang-gopkg-alecthomas-kingpin.v2-dev gopkg.in/alecthomas/kingpin.v2
golang-github-flosch-pongo2.v4-dev github.com/flosch/pongo2
golang-github-xeipuuv-gojsonschema-dev github.com/xeipuuv/gojsonschema
golang-github-docopt-docopt-go-dev github.com/docopt/docopt-go
golang-github-jeffail-gabs-dev github.com/Jeffail/gabs
golang-github-gomarkdown-markdown-dev github.com/gomarkdown/markdown
golang-github-fxamacker-cbor-dev github.com/fxamacker/cbor
golang-github-jszwec-csvutil-dev github.com/jszwec/csvutil
golang-github-ulikunitz-xz-dev github.com/ulikunitz/xz
golang-github-vbauerster-mpb-dev github.com/vbauerster/mpb
golang-github-jmoiron-sqlx-dev github.com/jmoiron/sqlx
golang-github-robertkrimen-otto-dev github.com/robertkrimen/otto
golang-github-dop251-goja-dev github.com/dop251/goja
golang-github-graph-gophers-graphql-go-dev github.com/graph-gophers/graphql-go
golang-github-nats-io-jwt-dev github.com/nats-io/jwt
golang-github-nats-io-nkeys-dev github.com/nats-io/nkeys
golang-github-juju-collections-dev github.com/juju/collections
golang-gopkg-tomb.v2-dev gopkg.in/tomb.v2
golang-github-hexops-gotextdiff-dev github.com/hexops/gotextdiff
golang-github-alecthomas-repr-dev github.com/alecthomas/repr
golang-github-k0kubun-pp-dev github.com/k0kubun/pp
golang-github-mitchellh-go-homedir-dev github.com/mitchellh/go-homedir
golang-github-mitchellh-go-wordwrap-dev github.com/mitchellh/go-wordwrap
golang-github-mitchellh-cli-dev github.com/mitchellh/cli
golang-github-hashicorp-hcl-v2-dev github.com/hashicorp/hcl/v2
golang-github-casbin-casbin-dev github.com/casbin/casbin
golang-github-araddon-dateparse-dev github.com/araddon/dateparse
golang-github-beevik-etree-dev github.com/beevik/etree
golang-github-knetic-govaluate-dev github.com/Knetic/govaluate
golang-github-apex-log-dev github.com/apex/log
golang-github-satori-go.uuid-dev github.com/satori/go.uuid
golang-github-agnivade-levenshtein-dev github.com/agnivade/levenshtein
golang-github-blang-semver-dev github.com/blang/semver
golang-github-coreos-go-semver-dev github.com/coreos/go-semver
golang-github-docker-go-units-dev github.com/docker/go-units
golang-github-dimchansky-utfbom-dev github.com/dimchansky/utfbom
golang-github-gabriel-vasile-mimetype-dev github.com/gabriel-vasile/mimetype
golang-github-gorilla-csrf-dev github.com/gorilla/csrf
golang-github-gorilla-css-dev github.com/gorilla/css
golang-github-h2non-parth-dev github.com/h2non/parth
golang-github-hashicorp-go-uuid-dev github.com/hashicorp/go-uuid
golang-github-hashicorp-go-cleanhttp-dev github.com/hashicorp/go-cleanhttp
golang-github-hashicorp-logutils-dev github.com/hashicorp/logutils
golang-github-ianlancetaylor-demangle-dev github.com/ianlancetaylor/demangle
golang-github-jinzhu-inflection-dev github.com/jinzhu/inflection
golang-github-jpillora-backoff-dev github.com/jpillora/backoff
golang-github-juju-ratelimit-dev github.com/juju/ratelimit
golang-github-juju-schema-dev github.com/juju/schema
golang-github-k-sone-critbitgo-dev github.com/k-sone/critbitgo
golang-github-labstack-gommon-dev github.com/labstack/gommon
golang-github-leodido-go-urn-dev github.com/leodido/go-urn
golang-github-lunixbochs-vtclean-dev github.com/lunixbochs/vtclean
golang-github-mitchellh-colorstring-dev github.com/mitchellh/colorstring
golang-github-moby-patternmatcher-dev github.com/moby/patternmatcher
golang-github-muesli-termenv-dev github.com/muesli/termenv
golang-github-opencontainers-go-digest-dev github.com/opencontainers/go-digest
golang-github-pborman-getopt-dev github.com/pborman/getopt
golang-github-philhofer-fwd-dev github.com/philhofer/fwd
golang-github-pion-rtp-dev github.com/pion/rtp
golang-github-pion-rtcp-dev github.com/pion/rtcp
golang-github-sahilm-fuzzy-dev github.com/sahilm/fuzzy
golang-github-stoewer-go-strcase-dev github.com/stoewer/go-strcase
golang-github-valyala-bytebufferpool-dev github.com/valyala/bytebufferpool
golang-github-vividcortex-ewma-dev github.com/VividCortex/ewma
golang-github-vmihailenco-tagparser-dev github.com/vmihailenco/tagparser
golang-github-xeipuuv-gojsonreference-dev github.com/xeipuuv/gojsonreference
golang-gopkg-inf.v0-dev gopkg.in/inf.v0
golang-gopkg-tomb.v1-dev gopkg.in/tomb.v1
golang-gopkg-guregu-null.v3-dev gopkg.in/guregu/null.v3
golang-gopkg-warnings.v0-dev gopkg.in/warnings.v0
golang-mvdan-xurls-dev mvdan.cc/xurls
golang-k8s-sigs-yaml-dev sigs.k8s.io/yaml
golang-golang-x-xerrors-dev golang.org/x/xerrors
golang-golang-x-oauth2-dev golang.org/x/oauth2
golang-github-tdewolff-parse-dev github.com/tdewolff/parse
golang-github-vektah-gqlparser-dev github.com/vektah/gqlparser
golang-github-emicklei-go-restful-dev github.com/emicklei/go-restful
golang-github-montanaflynn-stats-dev github.com/montanaflynn/stats
golang-github-go-test-deep-dev github.com/go-test/deep
golang-github-juju-errors-dev github.com/juju/errors
golang-github-smartystreets-assertions-dev github.com/smartystreets/assertions
golang-github-data-dog-go-sqlmock-dev github.com/DATA-DOG/go-sqlmock
golang-github-lib-pq-dev github.com/lib/pq
golang-github-go-sql-driver-mysql-dev github.com/go-sql-driver/mysql
golang-filippo-age-dev filippo.io/age
golang-github-aead-chacha20-dev github.com/aead/chacha20
golang-github-alexliesenfeld-health-dev github.com/alexliesenfeld/health
golang-github-anmitsu-go-shlex-dev github.com/anmitsu/go-shlex
golang-github-apparentlymart-go-versions-dev github.com/apparentlymart/go-versions
golang-github-arceliar-phony-dev github.com/Arceliar/phony
golang-github-armon-circbuf-dev github.com/armon/circbuf
golang-github-arran4-golang-ical-dev github.com/arran4/golang-ical
golang-github-avast-retry-go-dev github.com/avast/retry-go
golang-github-awalterschulze-gographviz-dev github.com/awalterschulze/gographviz
golang-github-bitly-go-simplejson-dev github.com/bitly/go-simplejson
golang-github-blevesearch-segment-dev github.com/blevesearch/segment
golang-github-bmizerany-pat-dev github.com/bmizerany/pat
golang-github-btcsuite-btcd-btcec-dev github.com/btcsuite/btcd
golang-github-cenk-hub-dev github.com/cenk/hub
golang-github-centrifugal-protocol-dev github.com/centrifugal/protocol
golang-github-circonus-labs-circonusllhist-dev github.com/circonus-labs/circonusllhist
golang-github-cockroachdb-datadriven-dev github.com/cockroachdb/datadriven
golang-github-codahale-hdrhistogram-dev github.com/codahale/hdrhistogram
golang-github-dave-jennifer-dev github.com/dave/jennifer
golang-github-dgryski-go-bitstream-dev github.com/dgryski/go-bitstream
golang-github-docker-go-connections-dev github.com/docker/go-connections
golang-github-docker-go-events-dev github.com/docker/go-events
golang-github-donovanhide-eventsource-dev github.com/donovanhide/eventsource
golang-github-dsnet-golib-dev github.com/dsnet/golib
golang-github-eclipse-paho.mqtt.golang-dev github.com/eclipse/paho.mqtt.golang
golang-github-emersion-go-maildir-dev github.com/emersion/go-maildir
golang-github-emersion-go-mbox-dev github.com/emersion/go-mbox
golang-github-emersion-go-msgauth-dev github.com/emersion/go-msgauth
golang-github-exponent-io-jsonpath-dev github.com/exponent-io/jsonpath
golang-github-fatih-set-dev github.com/fatih/set
golang-github-fogleman-gg-dev github.com/fogleman/gg
golang-github-getsentry-sentry-go-dev github.com/getsentry/sentry-go
golang-github-git-lfs-gitobj-dev github.com/git-lfs/gitobj
golang-github-git-lfs-wildmatch-dev github.com/git-lfs/wildmatch
golang-github-go-co-op-gocron-dev github.com/go-co-op/gocron
golang-github-go-git-go-billy-dev github.com/go-git/go-billy
golang-github-go-ldap-ldap-dev gopkg.in/ldap.v2
golang-github-go-openapi-jsonpointer-dev github.com/go-openapi/jsonpointer
golang-github-go-openapi-strfmt-dev github.com/go-openapi/strfmt
golang-github-go-openapi-swag-dev github.com/go-openapi/swag
golang-github-go-restruct-restruct-dev github.com/go-restruct/restruct
golang-github-gobwas-httphead-dev github.com/gobwas/httphead
golang-github-gocarina-gocsv-dev github.com/gocarina/gocsv
golang-github-gogo-status-dev github.com/gogo/status
golang-github-golang-freetype-dev github.com/golang/freetype
golang-github-google-go-intervals-dev github.com/google/go-intervals
golang-github-gorhill-cronexpr-dev github.com/gorhill/cronexpr
golang-github-gosuri-uitable-dev github.com/gosuri/uitable
golang-github-graylog2-go-gelf-dev github.com/Graylog2/go-gelf
golang-github-greatroar-blobloom-dev github.com/greatroar/blobloom
golang-github-hashicorp-memberlist-dev github.com/hashicorp/memberlist
golang-github-igm-pubsub-dev github.com/igm/pubsub
golang-github-igm-sockjs-go-dev github.com/igm/sockjs-go
golang-github-inconshreveable-log15-dev github.com/inconshreveable/log15
golang-github-influxdata-toml-dev github.com/influxdata/toml
golang-github-jackc-pgconn-dev github.com/jackc/pgconn
golang-github-jinzhu-now-dev github.com/jinzhu/now
golang-github-joho-godotenv-dev github.com/joho/godotenv
golang-github-jtacoma-uritemplates-dev github.com/jtacoma/uritemplates
golang-github-jung-kurt-gofpdf-dev github.com/jung-kurt/gofpdf
golang-github-kevinburke-ssh-config-dev github.com/kevinburke/ssh_config
golang-github-leonelquinteros-gotext-dev github.com/leonelquinteros/gotext
golang-github-moby-locker-dev github.com/moby/locker
golang-github-moby-pubsub-dev github.com/moby/pubsub
golang-github-mozillazg-go-pinyin-dev github.com/mozillazg/go-pinyin
golang-github-naoina-toml-dev github.com/naoina/toml
golang-github-nfnt-resize-dev github.com/nfnt/resize
golang-github-oneofone-xxhash-dev github.com/OneOfOne/xxhash
golang-github-op-go-logging-dev github.com/op/go-logging
golang-github-pborman-uuid-dev github.com/pborman/uuid
golang-github-peterbourgon-diskv-dev github.com/peterbourgon/diskv
golang-github-pierrec-xxhash-dev github.com/pierrec/xxHash
golang-github-pion-interceptor-dev github.com/pion/interceptor
golang-github-pion-srtp.v2-dev github.com/pion/srtp
golang-github-pointlander-peg-dev github.com/pointlander/peg
golang-github-prometheus-procfs-dev github.com/prometheus/procfs
golang-github-rabbitmq-amqp091-go-dev github.com/rabbitmq/amqp091-go
golang-github-retailnext-hllpp-dev github.com/retailnext/hllpp
golang-github-rican7-retry-dev github.com/Rican7/retry
golang-github-rickb777-date-dev github.com/rickb777/date
golang-github-schollz-progressbar-dev github.com/schollz/progressbar
golang-github-sebest-xff-dev github.com/sebest/xff
golang-github-shenwei356-bio-dev github.com/shenwei356/bio
golang-github-skip2-go-qrcode-dev github.com/skip2/go-qrcode
golang-github-smartystreets-gunit-dev github.com/smartystreets/gunit
golang-github-steveyen-gtreap-dev github.com/steveyen/gtreap
golang-github-streadway-amqp-dev github.com/streadway/amqp
golang-github-texttheater-golang-levenshtein-dev github.com/texttheater/golang-levenshtein
golang-github-tjfoc-gmsm-dev github.com/tjfoc/gmsm
golang-github-karrick-godirwalk-dev github.com/karrick/godirwalk
golang-github-armon-go-metrics-dev github.com/armon/go-metrics
golang-github-fvbommel-sortorder-dev github.com/fvbommel/sortorder
golang-github-benbjohnson-clock-dev github.com/benbjohnson/clock
golang-siphash-dev github.com/dchest/siphash
golang-github-modern-go-concurrent-dev github.com/modern-go/concurrent
golang-github-spaolacci-murmur3-dev github.com/spaolacci/murmur3
golang-github-tidwall-tinyqueue-dev github.com/tidwall/tinyqueue
golang-github-valyala-histogram-dev github.com/valyala/histogram
golang-github-mattn-go-colorable-dev github.com/mattn/go-colorable
golang-github-matryer-is-dev github.com/matryer/is
golang-github-cyphar-filepath-securejoin-dev github.com/cyphar/filepath-securejoin
golang-github-go-stack-stack-dev github.com/go-stack/stack
golang-github-mohae-deepcopy-dev github.com/mohae/deepcopy
golang-github-armon-go-socks5-dev github.com/armon/go-socks5
golang-github-ghodss-yaml-dev github.com/ghodss/yaml
golang-github-minio-highwayhash-dev github.com/minio/highwayhash
golang-github-dgryski-go-farm-dev github.com/dgryski/go-farm
golang-github-kelseyhightower-envconfig-dev github.com/kelseyhightower/envconfig
golang-github-antchfx-jsonquery-dev github.com/antchfx/jsonquery
golang-glog-dev github.com/golang/glog
golang-github-hjson-hjson-go-dev github.com/hjson/hjson-go
golang-github-petar-gollrb-dev github.com/petar/GoLLRB
golang-github-pion-sdp-dev github.com/pion/sdp
golang-github-dghubble-sling-dev github.com/dghubble/sling
golang-gopkg-h2non-filetype.v1-dev github.com/h2non/filetype
golang-github-aquasecurity-table-dev github.com/aquasecurity/table
golang-github-caarlos0-env-dev github.com/caarlos0/env
golang-github-charmbracelet-bubbletea-dev github.com/charmbracelet/bubbletea
golang-github-nytimes-gziphandler-dev github.com/NYTimes/gziphandler
golang-github-antchfx-xmlquery-dev github.com/antchfx/xmlquery
golang-github-unrolled-render-dev github.com/unrolled/render
golang-github-pkg-diff-dev github.com/pkg/diff
golang-github-valyala-quicktemplate-dev github.com/valyala/quicktemplate
golang-github-yourbasic-graph-dev github.com/yourbasic/graph
golang-github-thedevsaddam-gojsonq-dev github.com/thedevsaddam/gojsonq
golang-github-willf-bloom-dev github.com/willf/bloom
golang-github-masterminds-goutils-dev github.com/Masterminds/goutils
golang-github-linkedin-goavro-dev github.com/linkedin/goavro
golang-github-posener-complete-dev github.com/posener/complete
golang-github-alexflint-go-arg-dev github.com/alexflint/go-arg
golang-github-chzyer-readline-dev github.com/chzyer/readline
golang-github-r3labs-diff-dev github.com/r3labs/diff
golang-github-soheilhy-cmux-dev github.com/soheilhy/cmux
golang-github-pquerna-otp-dev github.com/pquerna/otp
golang-github-xdg-go-stringprep-dev github.com/xdg-go/stringprep
golang-github-emersion-go-message-dev github.com/emersion/go-message
golang-github-thoas-go-funk-dev github.com/thoas/go-funk
golang-github-jarcoal-httpmock-dev github.com/jarcoal/httpmock
golang-github-vmihailenco-msgpack.v5-dev github.com/vmihailenco/msgpack
golang-github-emersion-go-smtp-dev github.com/emersion/go-smtp
golang-github-niklasfasching-go-org-dev github.com/niklasfasching/go-org
golang-github-manifoldco-promptui-dev github.com/manifoldco/promptui
golang-github-go-ozzo-ozzo-validation.v4-dev github.com/go-ozzo/ozzo-validation
golang-github-clbanning-mxj-dev github.com/clbanning/mxj
golang-github-xdg-go-scram-dev github.com/xdg-go/scram
golang-github-dgrijalva-jwt-go-dev github.com/dgrijalva/jwt-go
golang-github-victoriametrics-metrics-dev github.com/VictoriaMetrics/metrics
golang-github-pkg-sftp-dev github.com/pkg/sftp
golang-github-golang-protobuf-1-3-dev github.com/golang/protobuf
golang-blitiri-go-spf-dev blitiri.com.ar/go/spf
golang-github-aalpar-deheap-dev github.com/aalpar/deheap
golang-github-aleksi-pointer-dev github.com/AlekSi/pointer
golang-github-alessio-shellescape-dev github.com/alessio/shellescape
golang-github-andreyvit-diff-dev github.com/andreyvit/diff
golang-github-aquasecurity-go-version-dev github.com/aquasecurity/go-version
golang-github-armon-go-proxyproto-dev github.com/armon/go-proxyproto
golang-github-aymerick-douceur-dev github.com/aymerick/douceur
golang-github-bep-goat-dev github.com/bep/goat
golang-github-bkaradzic-go-lz4-dev github.com/bkaradzic/go-lz4
golang-github-bndr-gotabulate-dev github.com/bndr/gotabulate
golang-github-briandowns-spinner-dev github.com/briandowns/spinner
golang-github-buger-goterm-dev github.com/buger/goterm
golang-github-c-robinson-iplib-dev github.com/c-robinson/iplib
golang-github-calmh-luhn-dev github.com/calmh/luhn
golang-github-calmh-xdr-dev github.com/calmh/xdr
golang-github-cnf-structhash-dev github.com/cnf/structhash
golang-github-ctdk-go-trie-dev github.com/ctdk/go-trie
golang-github-davecgh-go-xdr-dev github.com/davecgh/go-xdr
golang-github-dchest-blake2b-dev github.com/dchest/blake2b
golang-github-dchest-safefile-dev github.com/dchest/safefile
golang-github-dcso-bloom-dev github.com/DCSO/bloom
golang-github-dgryski-go-bits-dev github.com/dgryski/go-bits
golang-github-dop251-scsu-dev github.com/dop251/scsu
golang-github-drone-envsubst-dev github.com/drone/envsubst
golang-github-eknkc-amber-dev github.com/eknkc/amber
golang-github-ekzhu-minhash-lsh-dev github.com/ekzhu/minhash-lsh
golang-github-enescakir-emoji-dev github.com/enescakir/emoji
golang-github-facebookgo-inject-dev github.com/facebookgo/inject
golang-github-flynn-json5-dev github.com/flynn/json5
golang-github-fortytw2-leaktest-dev github.com/fortytw2/leaktest
golang-github-fullsailor-pkcs7-dev github.com/fullsailor/pkcs7
golang-github-gedex-inflector-dev github.com/gedex/inflector
golang-github-getsentry-raven-go-dev github.com/getsentry/raven-go
golang-github-go-openapi-runtime-dev github.com/go-openapi/runtime
golang-github-go-playground-assert-v2-dev github.com/go-playground/assert
golang-github-gobuffalo-flect-dev github.com/gobuffalo/flect
golang-github-golang-leveldb-dev github.com/golang/leveldb
golang-github-gopacket-gopacket-dev github.com/gopacket/gopacket
golang-github-gregjones-httpcache-dev github.com/gregjones/httpcache
golang-github-hashicorp-go-envparse-dev github.com/hashicorp/go-envparse
golang-github-hinshun-vt10x-dev github.com/hinshun/vt10x
golang-github-hydrogen18-stalecucumber-dev github.com/hydrogen18/stalecucumber
golang-github-inconshreveable-muxado-dev github.com/inconshreveable/muxado
golang-github-influxdata-go-syslog-dev github.com/influxdata/go-syslog
golang-github-influxdata-influxdb1-client-dev github.com/influxdata/influxdb1-client
golang-github-integrii-flaggy-dev github.com/integrii/flaggy
golang-github-issue9-identicon-dev github.com/issue9/identicon
golang-github-itchyny-go-flags-dev github.com/itchyny/go-flags
golang-github-jpillora-go-tld-dev github.com/jpillora/go-tld
golang-github-justinas-alice-dev github.com/justinas/alice
golang-github-jwilder-encoding-dev github.com/jwilder/encoding
golang-github-knqyf263-go-deb-version-dev github.com/knqyf263/go-deb-version
golang-github-kolo-xmlrpc-dev github.com/kolo/xmlrpc
golang-github-kyokomi-emoji-dev github.com/kyokomi/emoji
golang-github-logrusorgru-aurora-dev github.com/logrusorgru/aurora
golang-github-machinebox-graphql-dev github.com/machinebox/graphql
golang-github-makenowjust-heredoc-dev github.com/MakeNowJust/heredoc
golang-github-mazznoer-csscolorparser-dev github.com/mazznoer/csscolorparser
golang-github-mdlayher-ethernet-dev github.com/mdlayher/ethernet
golang-github-minio-minio-go-v7-dev github.com/minio/minio-go
golang-github-nats-io-nats-server-dev github.com/nats-io/nats-server
golang-github-nbio-st-dev github.com/nbio/st
golang-github-oleiade-reflections-dev github.com/oleiade/reflections
golang-github-opentracing-basictracer-go-dev github.com/opentracing/basictracer-go
golang-github-oxtoacart-bpool-dev github.com/oxtoacart/bpool
golang-github-peterhellberg-link-dev github.com/peterhellberg/link
golang-github-pquerna-cachecontrol-dev github.com/pquerna/cachecontrol
golang-github-pquerna-ffjson-dev github.com/pquerna/ffjson
golang-github-rafaeljusto-redigomock-dev github.com/rafaeljusto/redigomock
golang-github-robfig-pathtree-dev github.com/robfig/pathtree
golang-github-rwcarlsen-goexif-dev github.com/rwcarlsen/goexif
golang-github-sabhiram-go-gitignore-dev github.com/sabhiram/go-gitignore
golang-github-sap-go-hdb-dev github.com/SAP/go-hdb
golang-github-sebdah-goldie-dev github.com/sebdah/goldie
golang-github-spf13-fsync-dev github.com/spf13/fsync
golang-github-unrolled-secure-dev github.com/unrolled/secure
golang-github-vincent-petithory-dataurl-dev github.com/vincent-petithory/dataurl
golang-github-wader-gojq-dev github.com/wader/gojq
golang-github-weppos-publicsuffix-go-dev github.com/weppos/publicsuffix-go
golang-github-xlzd-gotp-dev github.com/xlzd/gotp
golang-github-zyedidia-glob-dev github.com/zyedidia/glob
golang-go4-dev go4.org
golang-layeh-gopher-luar-dev layeh.com/gopher-luar
golang-pault-go-debian-dev pault.ag/go/debian
golang-sourcehut-sircmpwn-getopt-dev git.sr.ht/~sircmpwn/getopt
golang-step-crypto-dev go.step.sm/crypto
golang-thrift-dev github.com/apache/thrift
golang-github-hashicorp-raft-boltdb-dev github.com/hashicorp/raft-boltdb
golang-github-adrg-xdg-dev github.com/adrg/xdg
golang-refraction-networking-utls-dev github.com/refraction-networking/utls
golang-github-disintegration-gift-dev github.com/disintegration/gift
"""

PASSED = re.compile(r"^--- PASS: (\S+) \(", re.M)
# How a command ends whose time is over, and what go test says of such a test.
OVER = {-signal.SIGKILL, -signal.SIGXCPU}
OVER_BELOW = re.compile(r"^signal: (killed|CPU time limit exceeded)", re.M)


def packages(tree):
    """The folders in the tree that hold tests."""
    for folder, subfolders, files in os.walk(tree):
        subfolders[:] = sorted(d for d in subfolders if d not in ("testdata", "vendor")
                               and d[0] not in "._")
        if any(name.endswith("_test.go") for name in files):
            yield folder


# A command that mostly waits ends after this many times its CPU time.
PATIENCE = 20


def run(command, folder, env, seconds):
    """What the command printed, and its seconds of CPU time. Each of its processes may have as many,
    so that a loaded machine changes no result."""
    with tempfile.TemporaryFile() as out:
        # Its own process group, so that all of it ends when its time is over.
        process = subprocess.Popen(command, cwd=folder, env=env, stdout=out,
                                   stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                                   start_new_session=True)
        resource.prlimit(process.pid, resource.RLIMIT_CPU, (seconds, seconds + 1))
        timer = threading.Timer(PATIENCE * seconds, os.killpg, (process.pid, 9))
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        text = out.read().decode(errors="replace")
    if process.returncode in OVER or OVER_BELOW.search(text):
        text += "\ntime is over\n"
    return text, usage.ru_utime + usage.ru_stime


def reason(text, missing):
    """Why tests did not pass: the first complaint of gol, in short."""
    if "time is over" in text:
        return "time is over"
    for pattern in (r"error: (.*)", r"^(gol: .*)", r"^(panic: .*)", r"^(fatal error: .*)",
                    r"^(race: .*?) on", r"^(leak: .*)"):
        found = re.search(pattern, text, re.M)
        if found:
            return found.group(1)[:70]
    return "%s fails" % sorted(missing)[0]


def copy(library, work):
    """Copies the library into a GOPATH below `work`, where tests may write. Returns its folder."""
    folder = os.path.join(work, "src", library)
    shutil.copytree(os.path.join(SOURCES, library), folder, dirs_exist_ok=True)
    return folder


def keep(args, library, name, text):
    """Keeps what was printed for a package, if that is wanted."""
    if args.out:
        path = os.path.join(args.out, os.path.normpath(os.path.join(library, name)).replace("/", "_"))
        with open(path, "w") as file:
            file.write(text)


def go_language():
    """The language version of the go command: the suites are compared under one language."""
    version = subprocess.run(["go", "env", "GOVERSION"], capture_output=True, text=True).stdout
    return re.match(r"go(\d+\.\d+)", version).group(1)


def version(tree, args):
    """What go's figures of a library depend on: go, and the sources."""
    digest = hashlib.sha256(repr((args.language, args.race, args.seconds)).encode())
    for folder, subfolders, files in os.walk(tree):
        subfolders.sort()
        for name in sorted(files):
            path = os.path.join(folder, name)
            digest.update(("%s %d" % (os.path.relpath(path, tree), os.path.getsize(path))).encode())
    return digest.hexdigest()[:16]


class Known:
    """The file of go's figures: of each library a version, and of its packages the tests that go
    passes and the seconds that it takes."""

    def __init__(self, path, again):
        self.path, self.table = path, {}
        if not again and os.path.exists(path):
            with open(path) as file:
                self.table = json.load(file)

    def of(self, library, tree, args):
        """The packages of the library that are known, a dictionary that note() may fill."""
        key = library + (" -race" if args.race else "")
        now = version(tree, args)
        if self.table.get(key, {}).get("version") != now:
            self.table[key] = {"version": now, "packages": {}}
        return self.table[key]["packages"]

    def save(self):
        os.makedirs(os.path.dirname(self.path) or ".", exist_ok=True)
        with open(self.path + ".part", "w") as file:
            json.dump(self.table, file, indent=1, sort_keys=True)
        os.replace(self.path + ".part", self.path)


def measure(library, work, args, known):
    """What came of the library: numbers of tests passed by go and gol, seconds, reasons."""
    tree = copy(library, work)
    packages_known = known.of(library, tree, args)
    env = dict(os.environ, GO111MODULE="off", GOFLAGS="", CGO_ENABLED="1" if args.race else "0",
               GOPATH="%s:/usr/share/gocode" % work)
    go_test = ["go", "test", "-v", "-count=1", "-vet=off", *(["-race"] if args.race else []), "."]
    gol_test = [GOL, "test", "-v", "-vet=off", "--go", args.language, *args.flags, "."]
    go_passed = gol_passed = go_seconds = gol_seconds = 0
    reasons = collections.Counter()
    for folder in packages(tree):
        name = os.path.relpath(folder, tree)
        if name not in packages_known:
            text, seconds = run(go_test, folder, env, args.seconds)
            keep(args, library, name + ".go", text)
            packages_known[name] = [sorted(set(PASSED.findall(text))), seconds]
            known.save()
        wanted, seconds = set(packages_known[name][0]), packages_known[name][1]
        if not wanted:
            continue
        go_passed += len(wanted)
        go_seconds += seconds
        text, seconds = run(gol_test, folder, env, args.seconds)
        missing = wanted - set(PASSED.findall(text))
        gol_passed += len(wanted) - len(missing)
        gol_seconds += seconds
        if missing:
            reasons[reason(text, missing)] += len(missing)
        keep(args, library, name, "missing: %s\n%s" % (" ".join(sorted(missing)), text))
    return go_passed, gol_passed, go_seconds, gol_seconds, reasons


def row(name, go_passed, gol_passed, go_seconds, gol_seconds, note):
    print("| %-40s | %5d | %5d | %6.1f | %6.1f | %s |" %
          (name, go_passed, gol_passed, go_seconds, gol_seconds, note), flush=True)


def summary(rows):
    """The last lines: how many libraries pass nearly all, and gol's time by go's."""
    rows = [numbers for numbers in rows if numbers[0] > 0]
    print("%d of %d libraries: at least 95 %% of the test functions that go passes" %
          (sum(100 * gol >= 95 * go for go, gol, *_ in rows), len(rows)))
    ratios = sorted(gol / max(go, .01) for *_, go, gol in rows)
    if ratios:
        print("gol's time by go's: geometric mean %.2f, worst %.1f" %
              (math.exp(sum(math.log(max(ratio, .01)) for ratio in ratios) / len(ratios)), ratios[-1]))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("-o", dest="out", help="keep what was printed in this folder")
    parser.add_argument("-t", dest="seconds", type=int, default=60,
                        help="of CPU time, for each process")
    parser.add_argument("--race", action="store_true", help="go's side is go test -race")
    parser.add_argument("--missing", action="store_true",
                        help="only print the Debian packages that are not installed")
    parser.add_argument("--known", help="the file of go's figures",
                        default=os.path.join(os.path.dirname(GOL), "libraries.json"))
    parser.add_argument("--again", action="store_true", help="run go again, whatever is known")
    parser.add_argument("--flags", default=[], type=str.split, help="for gol test")
    parser.add_argument("library", nargs="*", help="import paths (default: all)")
    args = parser.parse_args()
    known = [line.split() for line in LIBRARIES.split("\n") if line]
    if args.missing:
        print(" ".join(package for package, path in known
                       if not os.path.isdir(os.path.join(SOURCES, path))))
        return
    if args.out:
        os.makedirs(args.out, exist_ok=True)
    args.language = go_language()
    known = Known(args.known, args.again)
    rows = []
    row_of = "| %-40s | %5s | %5s | %6s | %6s | %s |"
    print(row_of % ("library", "go", "gol", "go s", "gol s", "most of the rest"))
    print("|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as work:
        for library in args.library or [path for _, path in known]:
            if not os.path.isdir(os.path.join(SOURCES, library)):
                print("| %-40s | is not installed |" % library)
                continue
            *numbers, reasons = measure(library, work, args, known)
            rows.append(numbers)
            note = "; ".join("%d: %s" % (n, why) for why, n in reasons.most_common(1))
            row(library, *numbers, note.replace("|", "/"))
    total = [sum(column) for column in zip(*rows)] or [0] * 4
    row("all", *total, "%.1f %%" % (100 * total[1] / max(1, total[0])))
    summary(rows)


if __name__ == "__main__":
    sys.exit(main())
